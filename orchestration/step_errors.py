"""Step errors: why a step failed, as the sentence that its error was written as."""

import re

from dagster import DagsterEvent

from assets.errors import OperatorError

_TYPE = re.compile(r"^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*: ")


def reason(event: DagsterEvent) -> str:
    """The cause of a step's failure in one line, without the name of its Python type."""
    error = event.step_failure_data.error
    if error is None:
        return event.message or "no reason was given"
    return _TYPE.sub("", " ".join((error.cause or error).message.split()))


def is_operators(event: DagsterEvent) -> bool:
    """Whether an OperatorError is behind the failure."""
    error = event.step_failure_data.error
    while error is not None:
        if error.cls_name == OperatorError.__name__:
            return True
        error = error.cause
    return False
