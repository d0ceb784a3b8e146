"""Reads the runner's replies strictly: a reply is a claim by the environment's author, whatever the sandbox.

Each reader takes the JSON text that came out of a sandbox and returns plain values of the port, or raises
EnvironmentFault: the author's own breach as the runner tells it, or ``contract`` for a reply that
no sound runner gives.
"""

import json
import math
from collections.abc import Sequence
from typing import Any, Literal, NoReturn, cast

from assets.errors import EnvironmentFault
from assets.ports import Play, Step, Trace
from sandbox_images.python_env.runner import MAX_ACTIONS, MAX_REWARD, MAX_TEXT

_MAX_MESSAGE = 500


def read_loaded(text: str) -> None:
    """The reply to ``load``."""
    _fields(_ok(text))


def read_reset(text: str) -> str:
    """The first observation."""
    return _text(_fields(_ok(text), "observation")["observation"])


def read_step(text: str) -> Step:
    """What a step answered."""
    return _step(_ok(text))


def read_solution(text: str) -> list[str]:
    """The certificate's actions, at least one."""
    return _actions(_fields(_ok(text), "actions")["actions"])


def read_traces(text: str, plays: Sequence[Play], *, max_turns: int, full: bool) -> list[Trace]:
    """The traces of a batch, one a play, in order.

    Args:
        plays: what was asked for.
        max_turns: the environment's turn cap; no trace has more than one turn beyond it.
        full: whether every step was asked for.
    """
    traces = _fields(_ok(text), "traces")["traces"]
    if type(traces) is not list or len(traces) != len(plays):
        _malformed("traces don't match the plays")
    return [_trace(value, play, max_turns, full) for value, play in zip(traces, plays, strict=True)]


def _trace(value: Any, play: Play, max_turns: int, full: bool) -> Trace:
    fields = _fields(value, "seed", "observation", "certificate", "steps", "turns", "fault")
    if type(fields["seed"]) is not int or fields["seed"] != play["seed"]:
        _malformed("a trace of another seed")
    turns, steps, certificate = fields["turns"], fields["steps"], fields["certificate"]
    if type(turns) is not int or not 0 <= turns <= max_turns + 1:
        _malformed("a trace's turns")
    if type(steps) is not list or len(steps) != (turns if full else min(turns, 1)):
        _malformed("a trace's steps")
    if certificate is not None and play.get("actions") != "certificate":
        _malformed("a certificate that was not asked for")
    observation, fault = fields["observation"], fields["fault"]
    return Trace(
        seed=play["seed"],
        observation=None if observation is None else _text(observation),
        certificate=None if certificate is None else tuple(_actions(certificate)),
        steps=tuple(_step(step) for step in steps),
        turns=turns,
        fault=None if fault is None else _message(fault),
    )


def _step(value: Any) -> Step:
    fields = _fields(value, "observation", "reward", "terminated", "truncated")
    reward = fields["reward"]
    if type(reward) not in (int, float) or not -MAX_REWARD <= reward <= MAX_REWARD or not math.isfinite(reward):
        _malformed("a reward that is no finite number in the allowed range")
    if type(fields["terminated"]) is not bool or type(fields["truncated"]) is not bool:
        _malformed("a flag that is no bool")
    return Step(_text(fields["observation"]), float(reward), fields["terminated"], fields["truncated"])


def _ok(text: str) -> Any:
    """The value of a good reply; the author's breach is raised as what the runner says it is."""
    try:
        reply = json.loads(text, parse_constant=_malformed)
    except (ValueError, RecursionError):
        _malformed("no JSON")
    if type(reply) is dict and set(reply) == {"error"}:
        error = _fields(reply["error"], "kind", "message")
        if error["kind"] not in ("contract", "limit"):
            _malformed("an error of unknown kind")
        raise EnvironmentFault(_message(error["message"]), cast("Literal['contract', 'limit']", error["kind"]))
    return _fields(reply, "ok")["ok"]


def _fields(value: Any, *names: str) -> dict[str, Any]:
    if type(value) is not dict or set(value) != set(names):
        _malformed(f"expected exactly the fields: {', '.join(names) or 'none'}")
    return cast("dict[str, Any]", value)


def _actions(value: Any) -> list[str]:
    if type(value) is not list or not 0 < len(value) <= MAX_ACTIONS:
        _malformed("actions that are no list of the allowed length")
    return [_text(action) for action in value]


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        _malformed("a text that is no string of the allowed length")
    try:
        value.encode()
    except UnicodeEncodeError:
        _malformed("a text with a lone surrogate")
    return value


def _message(value: Any) -> str:
    """One printable line, whatever the author put into its exception."""
    if type(value) is not str or len(value) > _MAX_MESSAGE:
        _malformed("an error message that is no string of the allowed length")
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in value)


def _malformed(what: str) -> NoReturn:
    raise EnvironmentFault(f"the sandbox's reply is malformed ({what[:80]}): code in the environment forged it")
