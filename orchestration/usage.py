"""Usage: the calls and tokens that an attempt or a slot takes, as measured in the last played week, or assumed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, repeat

import polars as pl

from assets.authored_environments.prompt import author_prompt
from assets.contestant_entry import HOUSE_PLAYER, ContestantEntry
from assets.season import Season
from orchestration.resources.warehouse import Warehouse

TURNS_SHARE = 0.5
"""Assumed share of the turn cap that an attempt takes. House players took 0.61 of their environments' own caps, which
are 9.1 turns on average (house season, week 2026-11-30); environments of language models may use the season's cap."""

OPENING_TOKENS = 300
"""Assumed tokens of the first turn's prompt. 164 in the house season, whose hints and observations are short."""

OBSERVATION_TOKENS = 100
"""Assumed tokens of an observation or of a draft's findings. 14 in the house season, as above."""

ANSWER_SHARE = 0.5
"""Assumed share of its completion tokens that an answer uses up: language models reason, house players do not."""

DRAFTS = 2
"""Assumed drafts a slot. 1.3 in the house season, whose authors go wrong as often as it declares."""

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens; fractions where they are means."""

    calls: float
    tokens_in: float
    tokens_out: float

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)

    def __mul__(self, times: float) -> "Usage":
        return Usage(self.calls * times, self.tokens_in * times, self.tokens_out * times)

    def within(self, most: "Usage") -> "Usage":
        """This, but nowhere above `most`."""
        return Usage(
            min(self.calls, most.calls),
            min(self.tokens_in, most.tokens_in),
            min(self.tokens_out, most.tokens_out),
        )


NOTHING = Usage(0, 0, 0)


@dataclass(frozen=True, slots=True)
class PlayedUsage:
    """What the last played week of a home took.

    Attributes:
        week: its Monday.
        rows: contestant, model, `work` (`attempt` or `slot`), `done` (how many that were not broken off) and the calls,
            tokens_in and tokens_out of all of them together.
    """

    week: date
    rows: pl.DataFrame

    def mean(self, entry: ContestantEntry, work: str) -> Usage | None:
        """What one attempt or one slot took: the contestant's own mean if it took part as this model, else the mean of
        its kind (language models, house players); None if nobody of its kind took part."""
        rows = self.rows.filter(pl.col("work") == work, pl.col("model").eq(HOUSE_PLAYER) == entry.is_house)
        own = rows.filter(pl.col("contestant") == entry.name, pl.col("model") == entry.model)
        total = (rows if own.is_empty() else own).select("done", "calls", "tokens_in", "tokens_out").sum()
        done, calls, tokens_in, tokens_out = total.row(0)
        return Usage(calls / done, tokens_in / done, tokens_out / done) if done else None


def read_played_usage(snapshot: Warehouse, season: Season) -> PlayedUsage | None:
    """The last played week's usage; None where this season has not been played in this home.

    Raises:
        OperatorError: the snapshot can't be read.
    """
    if not snapshot.path.exists():
        return None
    with snapshot.connect(read_only=True) as connection:
        [(week,)] = connection.execute(
            "SELECT max(week) FROM duels.solve_attempts WHERE (SELECT season FROM duels.warehouse_info) = ?",
            [season.name],
        ).fetchall()
        rows = connection.execute(
            """
            SELECT contestant, model, 'attempt' AS work, count(*) AS done,
                sum(turns)::DOUBLE AS calls, sum(tokens_in)::DOUBLE AS tokens_in, sum(tokens_out)::DOUBLE AS tokens_out
            FROM duels.solve_attempts
            JOIN duels.contestants USING (week) WHERE week = $week AND contestant = solver AND status <> 'incomplete'
            GROUP BY ALL
            UNION ALL
            SELECT contestant, model, 'slot', count(*) FILTER (version = 0),
                sum(tries)::DOUBLE, sum(tokens_in)::DOUBLE, sum(tokens_out)::DOUBLE
            FROM duels.authored_environments
            JOIN duels.contestants USING (week)
            WHERE week = $week AND contestant = author AND status IN ('written', 'unreadable', 'kept')
            GROUP BY ALL
            """,
            {"week": week},
        ).pl()
    return PlayedUsage(week, rows) if week is not None else None


def assumed_attempt(entry: ContestantEntry, season: Season) -> Usage:
    """An attempt by the assumptions above."""
    return _conversation(
        calls=max(1, round(TURNS_SHARE * season.max_turns)),
        opening=OPENING_TOKENS,
        answer=round(ANSWER_SHARE * entry.sampling.max_tokens),
        room=entry.sampling.context_tokens - entry.sampling.max_tokens,
    )


def assumed_slot(entry: ContestantEntry, season: Season) -> Usage:
    """A slot, with all its drafts, by the assumptions above and the prompt as it stands, with a whole dossier."""
    prompt: Sequence[str] = [message["content"] for message in author_prompt(season.domains[0], season.max_turns)]
    dossier = 0 if season.dossier == "none" else season.dossier_tokens
    return _conversation(
        calls=min(DRAFTS, 1 + season.repairs) + season.harden_rounds,
        opening=sum(map(len, prompt)) // CHARACTERS_A_TOKEN + dossier,
        answer=round(ANSWER_SHARE * entry.sampling.author_max_tokens),
        room=entry.sampling.context_tokens - entry.sampling.author_max_tokens,
    )


def _conversation(calls: int, opening: int, answer: int, room: int) -> Usage:
    """Each call is sent all that was said before, as far as the context has room for it."""
    prompts = accumulate(repeat(answer + OBSERVATION_TOKENS, calls - 1), initial=opening)
    return Usage(calls, sum(min(prompt, max(room, 0)) for prompt in prompts), calls * answer)
