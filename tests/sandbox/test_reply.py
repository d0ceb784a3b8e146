"""A reply is read strictly: exact fields, exact types, bounded lengths, finite numbers."""

import json
import math

import pytest

from assets.errors import EnvironmentFault
from assets.ports import Step, Trace
from orchestration.resources.sandbox.reply import read_reset, read_solution, read_step, read_traces

STEP = {"observation": "x", "reward": 0.5, "terminated": False, "truncated": True}
TRACE = {"seed": 4, "observation": "x", "certificate": None, "steps": [STEP], "turns": 2, "fault": None}
PLAY = {"seed": 4, "policy": "empty"}


def _traces(*traces: object, full: bool = False) -> list[Trace]:
    return read_traces(json.dumps({"ok": {"traces": traces}}), [PLAY], max_turns=3, full=full)


def test_a_good_reply_is_read():
    assert read_step(json.dumps({"ok": STEP})) == Step("x", 0.5, False, True)
    assert read_reset('{"ok": {"observation": "naïve"}}') == "naïve"
    assert read_solution('{"ok": {"actions": ["a", ""]}}') == ["a", ""]
    assert _traces(TRACE) == [Trace(4, "x", None, (Step("x", 0.5, False, True),), 2, None)]


@pytest.mark.parametrize("kind", ["contract", "limit"])
def test_the_authors_breach_is_told(kind):
    with pytest.raises(EnvironmentFault, match="reset raised X") as caught:
        read_reset(json.dumps({"error": {"kind": kind, "message": "reset raised X"}}))
    assert caught.value.kind == kind


@pytest.mark.parametrize("reward", [True, None, "1", math.nan, math.inf, -math.inf, 10.01, -11, 10**400, [1], {}])
def test_a_reward_is_a_finite_number_in_range(reward):
    with pytest.raises(EnvironmentFault, match="malformed") as caught:
        read_step(json.dumps({"ok": {**STEP, "reward": reward}}))
    assert caught.value.kind == "contract"


@pytest.mark.parametrize("field", ["terminated", "truncated"])
@pytest.mark.parametrize("value", [0, 1, None, "false", []])
def test_a_flag_is_a_bool(field, value):
    with pytest.raises(EnvironmentFault, match="malformed"):
        read_step(json.dumps({"ok": {**STEP, field: value}}))


@pytest.mark.parametrize("text", [None, 1, ["x"], "x" * 16_385, "\ud800"])
def test_a_text_is_bounded_and_valid(text):
    with pytest.raises(EnvironmentFault, match="malformed"):
        read_reset(json.dumps({"ok": {"observation": text}}))
    with pytest.raises(EnvironmentFault, match="malformed"):
        read_solution(json.dumps({"ok": {"actions": [text]}}))


@pytest.mark.parametrize("actions", [[], ["a"] * 257, "abc", {"a": 1}, None])
def test_a_certificate_is_a_list_of_bounded_length(actions):
    with pytest.raises(EnvironmentFault, match="malformed"):
        read_solution(json.dumps({"ok": {"actions": actions}}))


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 5},
        {"seed": True},
        {"turns": 5},
        {"turns": -1},
        {"turns": 2.0},
        {"turns": 0},
        {"steps": []},
        {"steps": [STEP, STEP]},
        {"steps": {}},
        {"certificate": ["not asked for"]},
        {"observation": 1},
        {"fault": 1},
        {"fault": "x" * 501},
        {"won": True},
    ],
    ids=str,
)
def test_a_trace_fits_its_play(change):
    with pytest.raises(EnvironmentFault, match="malformed"):
        _traces({**TRACE, **change})


def test_traces_are_as_many_as_plays_and_full_ones_whole():
    for traces in ([], [TRACE, TRACE]):
        with pytest.raises(EnvironmentFault, match="malformed"):
            _traces(*traces)
    with pytest.raises(EnvironmentFault, match="malformed"):
        _traces(TRACE, full=True)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "{}", '{"ok": 1}', '{"ok": {}, "x": 1}', "[" * 200_000, "9" * 9_000, '{"error": {}}'],
)
def test_what_is_no_reply_is_the_authors_fault(text):
    with pytest.raises(EnvironmentFault, match="malformed"):
        read_reset(text)
