"""Step errors: why a step failed, as the sentence that its error was written as."""

import re

from dagster import DagsterEvent

_TYPE = re.compile(r"^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*: ")


def reason(event: DagsterEvent) -> str:
    """The cause of a step's failure in one line, without the name of its Python type."""
    error = event.step_failure_data.error
    if error is None:
        return event.message or "no reason was given"
    return _TYPE.sub("", " ".join((error.cause or error).message.split()))
