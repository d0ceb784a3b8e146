"""Whose fault it was: one exception type for each party that can break something."""

from typing import Literal

from assets.bill import NO_BILL, Bill


class DuelsError(Exception):
    """Base of every error this project raises on purpose; its text is one line that says what to do next."""


class OperatorError(DuelsError):
    """The operator's configuration: a season file, a week, a home or a warehouse that can't be used as given."""


class NoAnswer(DuelsError):
    """A contestant gave no answer.

    Attributes:
        bill: what was paid all the same, for answers of no use to the same question.
    """

    def __init__(self, message: str, bill: Bill | None = None) -> None:
        super().__init__(message)
        self.bill = bill or NO_BILL


class ProviderError(NoAnswer):
    """The contestant's provider failed after its retries. Never scored; the next run asks again."""


class BudgetReached(NoAnswer):
    """The operator's limit on what a week may cost: the contestant is asked no more. Never scored."""


class ContextOverflow(NoAnswer):
    """The conversation no longer fits the contestant's context: the contestant's own limit, scored as a failure."""


class SandboxError(DuelsError):
    """Our sandbox failed, not the code inside it. Never scored; the next run plays again."""


class SandboxUnavailable(SandboxError):
    """No sandbox can be started on this machine. Authored code is never run without one."""


class EnvironmentFault(DuelsError):
    """The author's code broke its contract or a limit.

    Attributes:
        kind: ``contract`` for a wrong answer or an exception, ``limit`` for time, CPU, memory or output.
    """

    def __init__(self, message: str, kind: Literal["contract", "limit"] = "contract") -> None:
        super().__init__(message)
        self.kind: Literal["contract", "limit"] = kind
