"""Failures: how a step tells Dagster about an error of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from assets.errors import DuelsError, OperatorError, SandboxUnavailable


@contextmanager
def clear_failures() -> Iterator[None]:
    """Turn an error of ours into a Failure that says what to do; one that a retry can't mend is not tried again."""
    try:
        yield
    except DuelsError as error:
        hopeless = isinstance(error, OperatorError | SandboxUnavailable)
        raise dg.Failure(str(error), allow_retries=not hopeless) from error
