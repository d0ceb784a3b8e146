"""What an author is told of a probe: who won how often under either condition, and how its environment was beaten."""

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean

from assets.extract import quoted
from assets.journal import Journal, Record
from assets.solve_attempts.plan import Attempt

_ACTION = 60
_ACTIONS = 4
"""Characters of an action, and actions, that the extract of a win shows."""

type Outcome = tuple[Attempt, Record]


def told(attempts: Sequence[Attempt], journals: dict[str, Journal]) -> str | None:
    """The probe in words; None where nothing is known of it under one of the conditions.

    What a provider, a sandbox or a budget kept from its end is left out: it says nothing about the environment.

    Args:
        attempts: a prober's together, as planned.
        journals: of each prober.
    """
    known = [
        (attempt, record)
        for attempt in attempts
        if (record := journals[attempt.solver].get(attempt.attempt_id)) and record["success"] is not None
    ]
    unaided, hinted = (_share(_of(known, condition)) for condition in ("without_hint", "with_hint"))
    if unaided is None or hinted is None:
        return None
    author = attempts[0].environment.author
    lines = [
        f"{'you yourself' if solver == author else solver}: {_counts(list(theirs))}"
        for solver, theirs in groupby(known, key=lambda outcome: outcome[0].solver)
    ]
    lines.append(f"All of them: unaided {unaided:.2f}, hinted {hinted:.2f}.")
    wins = [outcome for outcome in _of(known, "without_hint") if outcome[1]["success"]]
    if wins:
        lines.append(_extract(*min(wins, key=lambda outcome: (outcome[1]["turns"], outcome[0].solver))))
    return "\n".join(lines)


def _of(known: Sequence[Outcome], condition: str) -> list[Outcome]:
    return [(attempt, record) for attempt, record in known if attempt.condition == condition]


def _share(outcomes: Sequence[Outcome]) -> float | None:
    return fmean(record["success"] for _, record in outcomes) if outcomes else None


def _counts(theirs: Sequence[Outcome]) -> str:
    parts = []
    for condition, words in (("without_hint", "without the hint"), ("with_hint", "with it")):
        outcomes = _of(theirs, condition)
        won = sum(record["success"] for _, record in outcomes)
        turns = f", {fmean(record['turns'] for _, record in outcomes):.1f} turns" if outcomes else ""
        parts.append(f"{words} won {won} of {len(outcomes)}{turns}")
    return "; ".join(parts)


def _extract(attempt: Attempt, record: Record) -> str:
    actions = [turn["action"] for turn in record["transcript"] if turn["action"] is not None][-_ACTIONS:]
    shown = ", ".join(quoted(action, _ACTION) for action in actions)
    return f"Its shortest win without the hint, {record['turns']} turns by {attempt.solver}, ended with: {shown}"
