"""What a tournament asks of the outside world: contestants that answer, a sandbox that plays, the weeks played before,
somebody who watches.

`assets/` names these as Protocols; `orchestration/resources/` binds the real ones.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from typing import Literal, NotRequired, Protocol, TypedDict

import polars as pl

from assets.bill import Bill
from assets.schema import Table

# --- contestants ------------------------------------------------------------------------------------------------


class Message(TypedDict):
    """One chat message, in the form that every chat API takes."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer of a contestant.

    `text` is always text that UTF-8 can hold: lone surrogates, which JSON can smuggle in, become question marks.
    `cost_usd` is None where no price is known (never 0.0 for "unknown"), and `prices` says whose prices it was
    reckoned by; `finish_reason` is the provider's word (`stop`, `length`, …). `faults_cost_usd` is what was paid for
    answers of no use to the same question.
    """

    text: str | None
    tokens_in: int
    tokens_out: int
    cost_usd: float | None
    finish_reason: str
    prices: str | None = None
    faults_cost_usd: float | None = 0.0

    def __post_init__(self) -> None:
        if self.text is not None:
            object.__setattr__(self, "text", self.text.encode("utf-8", "replace").decode("utf-8"))

    @property
    def bill(self) -> Bill:
        """What it cost."""
        return Bill(self.tokens_in, self.tokens_out, self.cost_usd, self.faults_cost_usd, self.prices)


class Contestant(Protocol):
    """A language model (or a house player, which is a program) behind one question: what do you say next?"""

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """Answer a conversation.

        Args:
            messages: the conversation so far, system message first.
            seed: request seed in [0, 2^63); the same seed and messages should give the same answer.
            max_tokens: the most completion tokens to spend.

        Raises:
            NoAnswer: there is none; one of these:
            ProviderError: the provider failed after its retries.
            BudgetReached: the season's limit on spending is reached; nothing was asked.
            ContextOverflow: the conversation is longer than the contestant's context.
        """
        ...


class Roster(Protocol):
    """The season's contestants, opened by name."""

    def open(self, contestant: str, week: date) -> AbstractAsyncContextManager[Contestant]:
        """Connect to one contestant for its work of one week; its client is closed when the context ends."""
        ...


# --- sandbox ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnvironmentCode:
    """All that the sandbox needs to build an authored environment: ``class_name(max_turns=max_turns)``."""

    source: str
    class_name: str
    max_turns: int


@dataclass(frozen=True, slots=True)
class Step:
    """What one call of ``step`` answered. Success is ``terminated and reward > 0``, nothing else."""

    observation: str
    reward: float
    terminated: bool
    truncated: bool

    @property
    def ended(self) -> bool:
        return self.terminated or self.truncated

    @property
    def success(self) -> bool:
        return self.terminated and self.reward > 0


class Episode(Protocol):
    """One environment instance alive in a sandbox.

    Every method raises EnvironmentFault for what the author's code did and SandboxError for what we did. After
    either of them the episode is over.
    """

    async def reset(self, seed: int) -> str:
        """Build the task of `seed` and return its first observation."""
        ...

    async def step(self, action: str) -> Step:
        """Send one action exactly as the environment shall see it (that is, with its ``\\boxed{…}``)."""
        ...

    async def solution(self) -> list[str]:
        """The certificate: actions, without the box, that win from a fresh reset. For the validator only."""
        ...


class Play(TypedDict):
    """One episode that the sandbox plays by itself, with no host round trip a turn.

    Exactly one of `policy` and `actions` is given. `policy` names a null policy of the runner
    (`sandbox_images/python_env/runner.py`, ``POLICIES``); `actions` is a script sent as it stands. With
    ``actions: "certificate"`` the environment's own solution() is boxed and played.
    """

    seed: int
    policy: NotRequired[str]
    actions: NotRequired[list[str] | Literal["certificate"]]


@dataclass(frozen=True, slots=True)
class Trace:
    """What became of one Play.

    Attributes:
        observation: the first observation, None when reset already failed.
        certificate: solution()'s actions where the play asked for them, else None.
        steps: every step where the play was asked for in full, else only the last one (or none).
        turns: how many steps were taken.
        fault: the author's breach that ended the episode (message), else None.
    """

    seed: int
    observation: str | None
    certificate: tuple[str, ...] | None
    steps: tuple[Step, ...]
    turns: int
    fault: str | None

    @property
    def ended(self) -> bool:
        return bool(self.steps) and self.steps[-1].ended

    @property
    def won(self) -> bool:
        return bool(self.steps) and self.steps[-1].success


class Sandbox(Protocol):
    """A place where authored code runs and can hurt nobody.

    `entropy` seeds everything that a sound environment must not depend on: the module-level random state, and
    (by its parity) the interpreter's hash seed. Play always uses 0; the validator compares several.
    """

    def episode(self, code: EnvironmentCode, *, entropy: int = 0) -> AbstractAsyncContextManager[Episode]:
        """A fresh interpreter with one instance of the environment.

        Raises:
            EnvironmentFault: the source does not load or its constructor fails.
            SandboxError: no interpreter could be started.
        """
        ...

    async def play(
        self,
        code: EnvironmentCode,
        plays: Sequence[Play],
        *,
        entropy: int = 0,
        interleaved: bool = False,
        full: bool = False,
    ) -> list[Trace]:
        """Play a batch of episodes in one fresh interpreter and return their traces in order.

        Args:
            interleaved: step all the episodes in turn, one step each, instead of one after the other.
            full: keep every step in the traces.

        Raises:
            EnvironmentFault: the source does not load (kind ``contract``), or the batch broke a limit (kind ``limit``).
            SandboxError: our fault.
        """
        ...


# --- the weeks played before --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedWeek:
    """An earlier week, as far as a look back at the season needs it.

    Attributes:
        week: its Monday.
        contestants: the table's rows of that week, all declared columns, sorted by key.
        solve_attempts: the same rows, but only the columns that scores read: `assets.scored.KEY`, condition, status and
            stop_reason, in that order. A season's transcripts don't fit into memory.
        duel_results: the table's rows of that week, all declared columns, sorted by key.
    """

    week: date
    contestants: pl.DataFrame
    solve_attempts: pl.DataFrame
    duel_results: pl.DataFrame


class History(Protocol):
    """What the season has played so far."""

    def before(self, week: date) -> list[PlayedWeek]:
        """The earlier weeks that were played and passed their blocking checks, oldest first.

        A week of which one of the three tables failed a check, or was not checked, is left out.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...

    def played_before(self, week: date) -> pl.DataFrame:
        """The environments that the earlier weeks played with, the columns `assets.admitted.DESIGN`, sorted by id.

        A week counts whose environments and findings both passed their blocking checks, also if it was not played on.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...

    def rows_before(self, week: date, table: Table, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """A table's rows of the earlier weeks in which it passed its blocking checks, sorted by week and key.

        Args:
            columns: the only columns to read, in this order; by default all that are declared.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...

    def unfinished_before(self, week: date) -> list[date]:
        """The earlier weeks that were begun, and whose attempts have not passed their blocking checks, oldest first.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...

    def version(self, week: date) -> str:
        """A hash of what later weeks build on: the environments, findings and outcomes of all valid weeks up to and
        with `week`. It holds no clock: weeks that are played again and go as they went leave it as it was.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...


# --- what SQL makes of the weeks ------------------------------------------------------------------------------------


class Marts(Protocol):
    """The views of dbt's project over the valid weeks of the season."""

    def rows(self, view: str, week: date, columns: Sequence[str] = ("*",)) -> pl.DataFrame:
        """Columns of a view (all of them unless some are named), its rows of the weeks up to and with `week`, sorted by
        those columns from the left.

        Raises:
            OperatorError: what was stored can't be read.
        """
        ...

    def outcomes(self, week: date) -> pl.DataFrame:
        """The week's rows of `stg_solve_attempts` without the transcripts, sorted by attempt_id.

        Raises:
            OperatorError: as `rows`.
        """
        ...

    def transcripts(self, week: date, attempt_ids: Sequence[str]) -> pl.DataFrame:
        """Whole rows of `stg_solve_attempts`, those of the given attempts of the week, sorted by attempt_id.

        Raises:
            OperatorError: as `rows`.
        """
        ...


# --- somebody who watches -----------------------------------------------------------------------------------------


class Progress(Protocol):
    """Told how far a contestant's step has come; draws bars in a terminal, or does nothing."""

    def update(self, step: str, contestant: str, done: int, total: int) -> None: ...
