"""An episode as the host sees it: the runner's requests, and its replies read strictly, whatever carries them."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from assets.errors import SandboxError
from assets.ports import EnvironmentCode, Play, Step
from orchestration.resources.sandbox import reply

Ask = Callable[[str], Awaitable[str]]
"""Hands the runner a request and returns its reply as it came."""


def load_request(code: EnvironmentCode, entropy: int) -> str:
    """The first request to a fresh interpreter."""
    return json.dumps(
        {
            "op": "load",
            "source": code.source,
            "class_name": code.class_name,
            "max_turns": code.max_turns,
            "entropy": entropy,
        }
    )


def play_request(plays: Sequence[Play], *, interleaved: bool, full: bool) -> str:
    """Whole episodes, to be played inside."""
    return json.dumps({"op": "play", "plays": list(plays), "interleaved": interleaved, "full": full})


class RunnerEpisode:
    """A `ports.Episode` of an interpreter that has loaded its environment."""

    def __init__(self, ask: Ask) -> None:
        self._carry = ask
        self._over = False

    async def reset(self, seed: int) -> str:
        return await self._ask({"op": "reset", "seed": seed}, reply.read_reset)

    async def step(self, action: str) -> Step:
        return await self._ask({"op": "step", "action": action}, reply.read_step)

    async def solution(self) -> list[str]:
        return await self._ask({"op": "solution"}, reply.read_solution)

    async def _ask[T](self, request: dict[str, Any], read: Callable[[str], T]) -> T:
        if self._over:
            raise SandboxError("the episode is over: a call of it failed, was cancelled or has not returned yet")
        self._over = True  # and stays so unless this call comes to a good end
        answer = read(await self._carry(json.dumps(request)))
        self._over = False
        return answer
