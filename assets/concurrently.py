"""Running coroutines side by side, with the first error raised as itself."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def run_all[T](coroutines: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run all at once and give their results in order.

    When one raises, the others are cancelled and its error is raised, not a group with it inside: errors here are
    sentences that a person reads.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(coroutine) for coroutine in coroutines]
    except BaseExceptionGroup as errors:
        raise _first(errors) from None
    return [task.result() for task in tasks]


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
