"""Drafts: what is read from an author's answer, and what is said about one that can't be read."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.draft import UnreadableDraft, read_draft

CASES = json.loads((Path(__file__).parent / "cases" / "completions.json").read_text(encoding="utf-8"))["cases"]
AUTHORED = [case for case in CASES if case["role"] == "author"]

HINT = "<hint>Halve the interval each time, it is enough.</hint>"
CLASS = "class E:\n    def reset(self, seed): ...\n    def step(self, action): ...\n"


def answer(source: str = CLASS, hint: str = HINT, fence: str = "```") -> str:
    return f"Title: Halving\n{hint}\n{fence}python\n{source}{fence}\n"


@pytest.mark.parametrize("case", AUTHORED, ids=lambda case: case["completion"][:40])
def test_published_cases(case):
    if case["readable"]:
        assert read_draft(case["completion"]).class_name == "E"
    else:
        with pytest.raises(UnreadableDraft, match="^" + case["finding"].replace("(", r"\(").replace(")", r"\)")):
            read_draft(case["completion"])


def test_the_last_block_with_a_class_is_the_environment():
    [case] = [case for case in AUTHORED if "several blocks" in case.get("note", "")]
    assert "def step" in read_draft(case["completion"]).source


def test_parts_of_a_draft():
    draft = read_draft(answer())
    assert (draft.title, draft.hint, draft.source, draft.class_name) == (
        "Halving",
        "Halve the interval each time, it is enough.",
        CLASS,
        "E",
    )


@given(
    title=st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=50),
    hint=st.text(max_size=200)
    .map(str.strip)
    .filter(lambda text: text and "<" not in text and "`" not in text and "~" not in text),
    constant=st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=50).filter(
        lambda text: "</think>" not in text
    ),
    fence=st.sampled_from(["```", "````", "~~~"]),
)
def test_what_was_written_is_read(title, hint, constant, fence):
    source = f"class Environment:\n    TEXT = {constant!r}\n"
    draft = read_draft(f"# Title: {title}\n<hint>{hint}</hint>\n{fence}py\n{source}{fence}")
    assert (draft.title, draft.hint, draft.source) == (title, hint, source)


def test_a_docstring_may_hold_a_fence_of_its_own():
    source = 'class E:\n    """An example:\n```\nboxed\n```\n    """\n    x = 1\n'
    assert read_draft(answer(source)).source == source


def test_the_source_may_speak_of_hints():
    source = 'class E:\n    TEXT = "<hint>not this one</hint>"\n'
    assert read_draft(answer(source)).hint == "Halve the interval each time, it is enough."


def test_thinking_is_not_the_answer():
    thought = f"<think>{answer('class Thought: pass' + chr(10))}</think>"
    assert read_draft(thought + answer()).class_name == "E"
    with pytest.raises(UnreadableDraft, match="no hint"):
        read_draft(f"<think>{answer()}")


def test_the_class_with_reset_and_step_is_the_environment():
    assert read_draft(answer("class Card: pass\n" + CLASS)).class_name == "E"


@pytest.mark.parametrize(
    ("completion", "finding"),
    [
        (None, "no hint"),
        ("", "no hint"),
        (answer(hint="<hint>  </hint>"), "no hint"),
        (answer("class E:\n    def reset(self\n"), "does not compile: line 2"),
        (answer("class _Hidden: pass\n"), "no public class"),
        (answer("class E:\n    x = " + "(" * 500 + ")" * 500 + "\n"), "does not compile"),
        (answer("class E:\n    x = " + "-" * 30_000 + "1\n"), "nested too deeply"),
        (answer("class E:\n    x = 'a\0'\n"), "does not compile"),
        (answer("class E:\n    x = " + "0 - " * 800 + "0\n"), "nested too deeply"),
        (answer("class E:\n    x = '" + "a" * 70_000 + "'\n"), "longer than 64 KiB"),
    ],
)
def test_unreadable(completion, finding):
    with pytest.raises(UnreadableDraft, match=finding):
        read_draft(completion)


def test_a_hostile_answer_is_read_in_little_time():
    started = time.process_time()
    for hostile in (
        HINT + "```python\nclass E:\n" + "```\n" * 100_000,
        "<hint>" * 100_000,
        HINT + "```\nclass E: x\n" * 20_000,
        "```" + " " * 1_000_000 + "x",
        "title" + " " * 1_000_000 + "x\n" + "#" * 1_000_000,
    ):
        with pytest.raises(UnreadableDraft):
            read_draft(hostile)
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    ("signature", "turns"),
    [
        ("self, max_turns=7", 7),
        ("self, *, max_turns=7", 7),
        ("self, size=3, max_turns=12", 12),
        ("self, max_turns=99", 24),
        ("self, max_turns=0", 24),
        ("self, max_turns", 24),
        ("self, max_turns=True", 24),
    ],
)
def test_the_turn_cap_is_the_environments_own(signature, turns):
    source = f"class E:\n    def __init__({signature}): ...\n"
    assert read_draft(answer(source)).max_turns(24) == turns
