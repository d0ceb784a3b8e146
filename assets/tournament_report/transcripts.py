"""The transcripts of a report: matched pairs, turn by turn, cut so that the page stays small enough to send."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from assets.foreign_text import harmless
from assets.tournament_report import anchors
from assets.tournament_report.excerpt import Excerpt, bytes_on_page, excerpt, fair_limit
from assets.tournament_report.pairs import KINDS

LEAST_BYTES = 160
"""Texts are not cut shorter than this: rather fewer pairs are shown."""

_TURN_BYTES, _PAIR_BYTES = 230, 1_500
"""What the page adds to the texts of a turn and of a pair."""

type Row = Mapping[str, Any]
type Cut = Callable[[str], Excerpt]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it is shown; `action` is None for a format error, `finish_reason` where the answer just ended."""

    observation: Excerpt
    completion: Excerpt
    action: Excerpt | None
    reward: float | None
    finish_reason: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt as it is shown; `ending` is what the environment said last."""

    attempt_id: str
    status: str
    stop_reason: str
    turns: Sequence[Turn]
    ending: Excerpt | None


@dataclass(frozen=True, slots=True)
class Pair:
    """A matched pair as it is shown.

    Attributes:
        anchor, row_anchor: ids on the page, of these transcripts and of their environment's row.
        kind: one of KINDS.
    """

    environment_id: str
    anchor: str
    row_anchor: str
    title: str
    author: str
    solver: str
    domain: str
    seed: int
    kind: str
    hint: Excerpt
    without_hint: Attempt
    with_hint: Attempt


def pairs_within(budget: int, pairs: pl.DataFrame, attempts: pl.DataFrame, environments: pl.DataFrame) -> list[Pair]:
    """The pairs with all their turns, long texts cut alike; of too many pairs those with most to see (KINDS).

    Args:
        budget: bytes that the pairs may take on the page.
        pairs: as `shown_pairs`.
        attempts: whole rows of `solve_attempts`, at least those of the pairs.
        environments: environment_id, title, domain and hint, at least of the pairs.
    """
    by_id = {row["attempt_id"]: row for row in attempts.iter_rows(named=True)}
    known = {row["environment_id"]: row for row in environments.iter_rows(named=True)}
    order = pl.col("kind").replace_strict({kind: place for place, kind in enumerate(KINDS)}, return_dtype=pl.Int32)
    found = []
    left = budget
    for pair in pairs.sort(order, "environment_id").iter_rows(named=True):
        whole = {**pair, **known[pair["environment_id"]]}
        whole |= {condition: by_id[pair[condition]] for condition in ("without_hint", "with_hint")}
        left -= _frame_bytes(whole) + LEAST_BYTES * len(list(_texts(whole)))
        if left < 0:
            break
        found.append(whole)
    frames = sum(map(_frame_bytes, found))
    sizes = [bytes_on_page(harmless(text)) for whole in found for text in _texts(whole)]
    limit = fair_limit(sizes, budget - frames)
    shown = sorted(found, key=lambda whole: str(whole["environment_id"]))
    return [_pair(whole, lambda text: excerpt(text, limit)) for whole in shown]


def _frame_bytes(whole: Row) -> int:
    turns = sum(len(whole[condition]["transcript"]) for condition in ("without_hint", "with_hint"))
    return _PAIR_BYTES + turns * _TURN_BYTES


def _texts(whole: Row) -> Iterator[str]:
    """All foreign texts of a pair that can be long."""
    yield whole["title"] or ""
    yield whole["hint"]
    for condition in ("without_hint", "with_hint"):
        yield whole[condition]["final_observation"] or ""
        for turn in whole[condition]["transcript"]:
            yield from (turn["observation"], turn["completion"] or "", turn["action"] or "")


def _pair(whole: Row, cut: Cut) -> Pair:
    environment_id = whole["environment_id"]
    return Pair(
        environment_id=environment_id,
        anchor=anchors.of_transcripts(environment_id),
        row_anchor=anchors.of_environment(environment_id),
        title=harmless(whole["title"] or environment_id),
        hint=cut(whole["hint"]),
        without_hint=_attempt(whole["without_hint"], cut),
        with_hint=_attempt(whole["with_hint"], cut),
        **{name: whole[name] for name in ("author", "solver", "domain", "seed", "kind")},
    )


def _attempt(row: Row, cut: Cut) -> Attempt:
    ending = row["final_observation"]
    return Attempt(
        attempt_id=row["attempt_id"],
        status=row["status"],
        stop_reason=row["stop_reason"].replace("_", " "),
        turns=[_turn(turn, cut) for turn in row["transcript"]],
        ending=cut(ending) if ending else None,
    )


def _turn(turn: Row, cut: Cut) -> Turn:
    ordinary = turn["finish_reason"] == "stop"
    return Turn(
        observation=cut(turn["observation"]),
        completion=cut(turn["completion"] or ""),
        action=None if turn["format_error"] else cut(turn["action"] or ""),
        reward=turn["reward"],
        finish_reason=None if ordinary else harmless(turn["finish_reason"])[:40],
    )
