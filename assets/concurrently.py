"""Running coroutines side by side: all go on to their end, and the first error is raised as itself."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def run_all[T](coroutines: Iterable[Coroutine[Any, Any, T]], at_once: int | None = None) -> list[T]:
    """Run all, at most `at_once` at a time, and give their results in order.

    When one raises, the others go on to their end before its error is raised: each may be waiting for an answer that
    is paid for. The error is no group with others inside: errors here are sentences that a person reads.
    """
    gate = asyncio.Semaphore(at_once) if at_once else None

    async def run(coroutine: Coroutine[Any, Any, T]) -> T:
        if gate is None:
            return await coroutine
        async with gate:
            return await coroutine

    results = await asyncio.gather(*map(run, coroutines), return_exceptions=True)
    finished: list[T] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        finished.append(result)
    return finished
