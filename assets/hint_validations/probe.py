"""The hint probe: the author plays its own environment with and without its hint. Measured, never gating."""

from collections.abc import Sequence

from assets.admitted import Environment
from assets.bill import NO_BILL, Bill
from assets.environment_seeds import PROBE_SEEDS, probe_seeds
from assets.journal import Journal
from assets.season import Season
from assets.solve_attempts.plan import Attempt, matched_pair
from assets.tables import CONDITIONS
from assets.validation.report import Finding


def probe_attempts(season: Season, environment: Environment) -> list[Attempt]:
    """The author's attempts on its own environment: two seeds of their own stream, both conditions."""
    return [
        attempt
        for seed in probe_seeds(season, environment.environment_id)
        for attempt in matched_pair(season, environment.author, environment, seed)
    ]


def probe_finding(attempts: Sequence[Attempt], journal: Journal) -> Finding:
    """Whether the hint did not hurt its own author.

    Not judged where an attempt is incomplete: a fault of a provider or a sandbox says nothing about the hint.
    """
    records = [(attempt.condition, journal.get(attempt.attempt_id)) for attempt in attempts]
    seconds = sum(record["seconds"] for _, record in records if record)
    bill = sum((Bill.of_record(record) for _, record in records if record), NO_BILL)
    if any(record is None or record["success"] is None for _, record in records):
        return Finding("hint_probe", None, "not judged: an attempt of the author is incomplete", seconds, bill)
    wins = {name: sum(bool(r and r["success"]) for c, r in records if c == name) for name in CONDITIONS}
    seen = f"the author won {wins['without_hint']} of {PROBE_SEEDS} without its hint, {wins['with_hint']} with it"
    return Finding("hint_probe", wins["with_hint"] >= wins["without_hint"], seen, seconds, bill)
