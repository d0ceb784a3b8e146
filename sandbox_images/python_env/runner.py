"""Runs an authored environment inside a sandbox: one request in, one reply out, both JSON text.

Standard library only, one file, no transport: every sandbox (WebAssembly, container) loads this file and hands
`handle` the host's requests. What runs here shares an interpreter with hostile code, so nothing it says is trusted:
the host reads each reply strictly. The checks here exist to name the author's breach precisely.

Requests, each an object with the key ``op``:

- ``load`` {source, class_name, max_turns, entropy}: seed the module-level random state, run the source, construct once;
- ``reset`` {seed} -> {observation}; ``step`` {action} -> {observation, reward, terminated, truncated};
- ``solution`` {} -> {actions};
- ``play`` {plays: [{seed, policy | actions}], interleaved, full} -> {traces}: whole episodes, an instance each.

A reply is ``{"ok": ...}`` or ``{"error": {"kind": "contract" | "limit", "message": ...}}``, the author's breach in one
line.
"""

import builtins
import importlib.util
import random
import re
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

_BUILTINS = dict(vars(builtins))
# The functions below look names up in this copy, so author code that patches `builtins` changes only its own world.
globals()["__builtins__"] = _BUILTINS

MAX_TEXT = 16 * 1024
"""Longest observation or certificate action, in characters; a longer one is a breach of contract."""

MAX_ACTIONS = 256
"""Most actions in a certificate."""

MAX_REWARD = 10
"""Largest absolute reward (protocol section 3)."""

_MAX_MESSAGE = 300
_FILENAME = "<environment>"
_MODULE = "environment"


def _private(name: str) -> Any:
    """A second copy of a standard module that author code, which gets the first, has no name for."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    vars(module)["__builtins__"] = _BUILTINS
    spec.loader.exec_module(module)
    return module


_encode = _private("json.encoder").JSONEncoder(allow_nan=False, separators=(",", ":")).encode
_decode = _private("json.decoder").JSONDecoder().decode
_Random = _private("random").Random
_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"[^\W\d_]{2,}")

_NO_MEMORY = '{"error":{"kind":"limit","message":"the environment ran out of memory"}}'


class Breach(Exception):
    """The author's code broke its contract or a limit; raised by this file only."""

    def __init__(self, message: str, kind: str = "contract") -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind


# --- calling the author's code --------------------------------------------------------------------------------------


def _call(what: str, function: Callable[[], Any]) -> Any:
    """Run author code. Whatever leaves it, SystemExit and KeyboardInterrupt too, becomes a Breach."""
    try:
        return function()
    except BaseException as error:  # noqa: BLE001
        breach = _describe(what, error)
    # Raised out here so that the author's frames, and the memory they hold, are already gone.
    raise breach


def _describe(what: str, error: BaseException) -> Breach:
    if issubclass(type(error), MemoryError):
        return Breach(f"{what} ran out of memory", "limit")
    name = type.__dict__["__name__"].__get__(type(error))
    try:
        said = error.msg if isinstance(error, SyntaxError) else error
        text = " ".join(str(said).split())[:_MAX_MESSAGE]
        line = _line(error)
    except BaseException:  # noqa: BLE001 - str() and attributes of an author's exception are author code again
        text, line = "", None
    place = f" (line {line} of the environment)" if line else ""
    return Breach(f"{what} raised {name[:80]}" + (f": {text}" if text else "") + place)


def _line(error: BaseException) -> int | None:
    """The last line of the author's source that the error passed through."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == _FILENAME else None
    frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == _FILENAME:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _type_name(value: object) -> str:
    return str(type.__dict__["__name__"].__get__(type(value)))


def _text(what: str, value: Any) -> str:
    """A plain str of bounded length that UTF-8 can hold; a subclass of str is author code and refused."""
    if type(value) is not str:
        raise Breach(f"{what} is a {_type_name(value)}, not a str")
    if len(value) > MAX_TEXT:
        raise Breach(f"{what} has {len(value):,} characters; at most {MAX_TEXT:,} are allowed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Breach(f"{what} holds a lone surrogate, which is not valid text") from None
    return value


def _tuple(what: str, value: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    if type(value) is not tuple or len(value) != len(names):
        got = f"a tuple of {len(value)}" if type(value) is tuple else f"a {_type_name(value)}"
        raise Breach(f"{what} returned {got}, not the tuple ({', '.join(names)})")
    if not issubclass(type(value[-1]), dict):
        raise Breach(f"{what} returned an info that is a {_type_name(value[-1])}, not a dict")
    return value


# --- the environment ------------------------------------------------------------------------------------------------


class _Environment:
    """One instance of the author's class, with every answer checked against the contract."""

    def __init__(self, cls: type, max_turns: int) -> None:
        self._instance: Any = _call("the constructor", lambda: cls(max_turns=max_turns))

    def reset(self, seed: int) -> str:
        answer = _call("reset", lambda: self._instance.reset(seed))
        observation, _ = _tuple("reset", answer, ("observation", "info"))
        return _text("reset's observation", observation)

    def step(self, action: str) -> dict[str, Any]:
        answer = _call("step", lambda: self._instance.step(action))
        names = ("observation", "reward", "terminated", "truncated", "info")
        observation, reward, terminated, truncated, _ = _tuple("step", answer, names)
        if type(reward) not in (int, float):
            raise Breach(f"step's reward is a {_type_name(reward)}, not an int or a float")
        if not -MAX_REWARD <= reward <= MAX_REWARD:  # NaN compares false
            shown = f"{reward:g}" if type(reward) is float else "too large"
            raise Breach(f"step's reward is {shown}; it must lie in [-{MAX_REWARD}, {MAX_REWARD}]")
        for name, flag in (("terminated", terminated), ("truncated", truncated)):
            if type(flag) is not bool:
                raise Breach(f"step's {name} is a {_type_name(flag)}, not a bool")
        return {
            "observation": _text("step's observation", observation),
            "reward": reward,
            "terminated": terminated,
            "truncated": truncated,
        }

    def solution(self) -> list[str]:
        answer = _call("solution", lambda: self._instance.solution())
        if type(answer) is not list:
            raise Breach(f"solution returned a {_type_name(answer)}, not a list of str")
        if not 0 < len(answer) <= MAX_ACTIONS:
            raise Breach(f"solution returned {len(answer)} actions; 1 to {MAX_ACTIONS} are allowed")
        return [_text("an action of solution", action) for action in answer]


class _Loaded:
    """The author's class, found and constructed once, and the instance that reset and step talk to."""

    def __init__(self, source: str, class_name: str, max_turns: int, entropy: int) -> None:
        random.seed(entropy)  # the author's copy: a sound environment never draws from it
        module = types.ModuleType(_MODULE)
        vars(module)["__builtins__"] = dict(_BUILTINS)
        sys.modules[_MODULE] = module  # dataclasses and enums look their module up
        code = _call("loading the source", lambda: compile(source, _FILENAME, "exec", dont_inherit=True))
        _call("loading the source", lambda: exec(code, vars(module)))  # noqa: S102 - what a sandbox is for
        found = vars(module).get(class_name)
        if not issubclass(type(found), type):
            raise Breach(f"the source defines no class {class_name}")
        for name in ("reset", "step"):
            if not callable(_call("the class", lambda name=name: getattr(found, name, None))):  # type: ignore[misc]
                raise Breach(f"the class {class_name} has no method {name}")
        self._class: type = found  # type: ignore[assignment]
        self.max_turns = max_turns
        self.environment = self.construct()

    def construct(self) -> _Environment:
        return _Environment(self._class, self.max_turns)


# --- null policies --------------------------------------------------------------------------------------------------

Policy = Callable[[random.Random, str, int], str]
"""A player that knows nothing: (its own generator, last observation, turn from 1) -> the action as it is sent."""

_WORDS = ("yes", "no", "left", "right", "up", "down", "north", "south", "east", "west", "open", "red", "blue", "A", "B")

_NESTED = ("{a}", "{{1}}", "\\frac{1}{2}", "{a}{b{c}}", "{", "}{", "}}}")

# Runs that a nested quantifier takes exponential time to give up on: (a+)+$, (\d+)*$, (\w+\s?)*$, (.*,)*x and the like.
_HOSTILE = (
    "a" * 40 + "b",
    "1" * 40 + "x",
    "a" * 40 + "!",
    "a " * 40 + "!",
    "1," * 40 + "!",
    " " * 40 + "x",
    "A" * 40 + "-",
    "ab" * 40 + "0",
)


def _box(text: str) -> str:
    return "\\boxed{" + text + "}"


def _random_action(rng: random.Random, observation: str, turn: int) -> str:
    if rng.random() < 0.5:
        return _box(str(rng.randrange(10 ** rng.randint(1, 4))))
    return _box(rng.choice(_WORDS))


def _echo(pattern: Any, otherwise: str) -> Policy:
    def echo(rng: random.Random, observation: str, turn: int) -> str:
        return _box(rng.choice(pattern.findall(observation) or [otherwise]))

    return echo


POLICIES: dict[str, Policy] = {
    "random": _random_action,
    "empty": lambda rng, observation, turn: "",
    "empty_box": lambda rng, observation, turn: _box(""),
    "no_box": lambda rng, observation, turn: "I do not know.",
    # Letters, then digits: int() refuses more than 4,300 of them.
    "very_long": lambda rng, observation, turn: _box(("a" if turn % 2 else "7") * 20_000),
    "non_ascii": lambda rng, observation, turn: _box("naïve 三 ٣ Ω 🙂"),
    "nested_braces": lambda rng, observation, turn: _box(_NESTED[(turn - 1) % len(_NESTED)]),
    "regex_hostile": lambda rng, observation, turn: _box(_HOSTILE[0] if turn == 1 else rng.choice(_HOSTILE)),
    "echo_number": _echo(_NUMBER, "0"),
    "echo_word": _echo(_WORD, "yes"),
}
"""The odd actions and echoes of protocol section 3, by name."""


# --- playing --------------------------------------------------------------------------------------------------------


def _script(play: dict[str, Any], certificate: list[str] | None) -> Callable[[str, int], str | None]:
    """What to send after an observation in a turn; None: the script is at its end."""
    if "policy" in play:
        policy, rng = POLICIES[play["policy"]], _Random(f"{play['policy']} {play['seed']}")
        return lambda observation, turn: policy(rng, observation, turn)
    actions = play["actions"] if certificate is None else [_box(action) for action in certificate]
    return lambda observation, turn: actions[turn - 1] if turn <= len(actions) else None


def _episode(loaded: _Loaded, play: dict[str, Any], full: bool, trace: dict[str, Any]) -> Iterator[None]:
    """Play one episode into `trace`, pausing after reset and after each step."""
    try:
        certificate = None
        if play.get("actions") == "certificate":
            # Asked of an instance of its own: calling solution() must not be what makes a task winnable.
            asked = loaded.construct()
            trace["observation"] = asked.reset(play["seed"])
            trace["certificate"] = certificate = asked.solution()
        environment = loaded.construct()
        trace["observation"] = observation = environment.reset(play["seed"])
        yield
        action_for = _script(play, certificate)
        # One turn more than allowed, so that an environment that does not end by itself is seen not to.
        for turn in range(1, loaded.max_turns + 2):
            action = action_for(observation, turn)
            if action is None:
                return
            step = environment.step(action)
            observation = step["observation"]
            trace["turns"] = turn
            trace["steps"] = [*trace["steps"], step] if full else [step]
            yield
            if step["terminated"] or step["truncated"]:
                return
    except Breach as breach:
        if breach.kind == "limit":
            raise
        trace["fault"] = breach.message


def _play(loaded: _Loaded, plays: list[dict[str, Any]], interleaved: bool, full: bool) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = [
        {"seed": play["seed"], "observation": None, "certificate": None, "steps": [], "turns": 0, "fault": None}
        for play in plays
    ]
    running = [_episode(loaded, play, full, trace) for play, trace in zip(plays, traces, strict=True)]
    if not interleaved:
        for episode in running:
            for _ in episode:
                pass
        return traces
    ended = object()
    while running:
        running = [episode for episode in running if next(episode, ended) is not ended]
    return traces


# --- requests -------------------------------------------------------------------------------------------------------

_loaded: _Loaded | None = None


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    global _loaded
    op = request.pop("op")
    if op == "load":
        _loaded = _Loaded(**request)
        return {}
    if _loaded is None:
        raise RuntimeError(f"{op} before load")
    if op == "reset":
        return {"observation": _loaded.environment.reset(request["seed"])}
    if op == "step":
        return _loaded.environment.step(request["action"])
    if op == "solution":
        return {"actions": _loaded.environment.solution()}
    if op == "play":
        return {"traces": _play(_loaded, **request)}
    raise RuntimeError(f"unknown request {op}")


def handle(request: str) -> str:
    """Answer one request (see the module's first lines); JSON text in, JSON text in ASCII out."""
    try:
        return str(_encode({"ok": _answer(_decode(request))}))
    except Breach as breach:
        return str(_encode({"error": {"kind": breach.kind, "message": breach.message}}))
    except MemoryError:
        return _NO_MEMORY
