"""The episode: one attempt played from the first observation to its end, turn by turn."""

import time
from dataclasses import asdict, dataclass, field
from typing import Any

from assets.bill import NO_BILL, Bill
from assets.boxed import boxed, read_action
from assets.errors import (
    BudgetReached,
    ContextOverflow,
    EnvironmentFault,
    NoAnswer,
    SandboxError,
    SandboxUnavailable,
)
from assets.ports import Completion, Contestant, Episode, Message, Sandbox, Step
from assets.seeds import seed_of
from assets.solve_attempts.plan import Attempt
from assets.solve_attempts.prompt import FORMAT_ERROR, opening


@dataclass(slots=True)
class Outcome:
    """What became of an attempt: the outcome columns of `solve_attempts` (see `assets/tables/`)."""

    status: str = "incomplete"
    stop_reason: str = ""
    success: bool | None = None
    turns: int = 0
    reward: float | None = None
    bill: Bill = NO_BILL
    seconds: float = 0.0
    error: str | None = None
    final_observation: str | None = None
    transcript: list[dict[str, Any]] = field(default_factory=list)

    def end(self, stop_reason: str, *, success: bool) -> None:
        """The attempt is terminal."""
        self.status = "success" if success else "failure"
        self.stop_reason = stop_reason
        self.success = success

    def break_off(self, stop_reason: str, error: Exception) -> None:
        """The attempt is incomplete: it says nothing about the solver."""
        self.stop_reason = stop_reason
        self.error = str(error)

    def stop_unanswered(self, error: NoAnswer) -> None:
        """A question got no answer. Whose doing it was decides; what was paid is booked."""
        self.bill += error.bill
        if isinstance(error, ContextOverflow):
            self.end("context_length", success=False)
        else:
            self.break_off("budget_reached" if isinstance(error, BudgetReached) else "provider_error", error)

    def as_record(self) -> dict[str, Any]:
        """As plain JSON types, for the journal and the table."""
        record = asdict(self)
        record |= record.pop("bill")
        return record


OUTCOME_FIELDS = set(Outcome().as_record())


def is_finished(record: dict[str, Any]) -> bool:
    """Whether a journalled outcome stands. Faults of a provider or a sandbox are played again by the next run; an
    environment that broke its contract would only do so again."""
    return bool(record["status"] != "incomplete" or record["stop_reason"] == "environment_error")


async def play(
    attempt: Attempt, contestant: Contestant, sandbox: Sandbox, *, season_seed: str, max_tokens: int
) -> Outcome:
    """Play one attempt to its end.

    Faults of the provider, the sandbox or the environment end it `incomplete` and never raise.

    Raises:
        SandboxUnavailable: there is no sandbox at all, so nothing can be played.
    """
    outcome = Outcome()
    started = time.perf_counter()
    try:
        async with sandbox.episode(attempt.environment.code) as episode:
            await _converse(attempt, contestant, episode, outcome, season_seed, max_tokens)
    except NoAnswer as error:
        outcome.stop_unanswered(error)
    except EnvironmentFault as error:
        outcome.break_off("environment_error", error)
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        outcome.break_off("sandbox_error", error)
    outcome.seconds = time.perf_counter() - started
    return outcome


async def _converse(
    attempt: Attempt, contestant: Contestant, episode: Episode, outcome: Outcome, season_seed: str, max_tokens: int
) -> None:
    observation = await episode.reset(attempt.seed)
    outcome.final_observation = observation
    messages = opening(observation, attempt.hint, attempt.examples)
    for turn in range(1, attempt.environment.code.max_turns + 1):
        seed = seed_of(season_seed, "request", attempt.attempt_id, turn)
        completion = await contestant.complete(messages, seed=seed, max_tokens=max_tokens)
        outcome.bill += completion.bill
        action = read_action(completion.text)
        outcome.turns = turn
        # Noted before it is played: should the environment break now, this is the action that broke it.
        outcome.transcript.append(_turn(turn, observation, completion, action, None))
        step = None if action is None else await episode.step(boxed(action))
        outcome.transcript[-1] = _turn(turn, observation, completion, action, step)
        observation = FORMAT_ERROR if step is None else step.observation
        if step is not None:
            outcome.reward = step.reward
            outcome.final_observation = step.observation
            if step.ended:
                outcome.end("terminated" if step.terminated else "truncated", success=step.success)
                return
        messages = [*messages, *_exchange(completion.text, observation)]
    outcome.end("max_turns", success=False)


def _exchange(answer: str | None, observation: str) -> list[Message]:
    return [{"role": "assistant", "content": answer or ""}, {"role": "user", "content": observation}]


def _turn(turn: int, observation: str, completion: Completion, action: str | None, step: Step | None) -> dict[str, Any]:
    return {
        "turn": turn,
        "observation": observation,
        "completion": completion.text,
        "action": action,
        "reward": step.reward if step else None,
        "terminated": step.terminated if step else False,
        "truncated": step.truncated if step else False,
        "format_error": action is None,
        "finish_reason": completion.finish_reason,
        "tokens_in": completion.tokens_in,
        "tokens_out": completion.tokens_out,
        "cost_usd": completion.cost_usd,
        "faults_cost_usd": completion.faults_cost_usd,
    }
