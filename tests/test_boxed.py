"""Boxed actions: what is played of a completion, for every published case and for any text."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.boxed import boxed, read_action

CASES = json.loads((Path(__file__).parent / "cases" / "completions.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", [c for c in CASES if c["role"] == "solver"], ids=lambda case: repr(case["completion"]))
def test_published_cases(case):
    assert read_action(case["completion"]) == case["action"]


def test_of_boxes_inside_each_other_the_last_to_open_is_read():
    assert read_action("\\boxed{a \\boxed{b} c}") == "b"


def test_a_box_in_a_thought_is_not_played():
    assert read_action("<think>perhaps \\boxed{4}</think>\nNo: \\boxed{5}") == "5"
    assert read_action("so \\boxed{4} it is</think>I pass.") is None
    assert read_action("<think>perhaps \\boxed{4}, or") is None
    assert read_action("\\boxed{</think>}") is None


def _no_thought(text: str) -> bool:
    """What precedes the end of a thought is not read; hypothesis finds the tag in our sources and draws it."""
    return "</think>" not in text and not text.lstrip().startswith("<think>")


@st.composite
def balanced(draw: st.DrawFn) -> str:
    """A text whose braces match."""
    plain = st.text(st.characters(exclude_characters="{}\\"), max_size=8)
    nested = st.recursive(plain, lambda inner: st.lists(inner.map(lambda t: "{" + t + "}") | plain).map("".join))
    return draw(nested)


@given(
    before=st.text().filter(_no_thought),
    action=balanced().filter(_no_thought),
    after=st.text(st.characters(exclude_characters="\\")).filter(_no_thought),
)
def test_the_last_balanced_box_is_played_whole(before, action, after):
    assert read_action(before + boxed(action) + after) == (action.strip() or None)


@given(st.text())
def test_any_text_is_read_and_never_blank(text):
    action = read_action(text)
    assert action is None or (action.strip() == action != "" and action in text)


def test_long_completions_are_read_in_linear_time():
    started = time.process_time()
    assert read_action("\\boxed{" * 200_000) is None
    assert read_action("\\boxed{" + "{" * 1_000_000) is None
    assert time.process_time() - started < 5
