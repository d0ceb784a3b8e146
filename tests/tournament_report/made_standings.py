"""Standings made up for reports: boards over weeks, near the skills that the play was drawn with."""

import numpy as np
import polars as pl

from assets.tables import BOARD_CORRELATIONS, BOARDS, CORRELATIONS, RATING_BOARDS
from tournament_report.made_pairs import KEYS, in_scopes
from tournament_report.made_play import HOUSE, Play

SOLVING = ("solver", "canonical_solve", "common_panel_solve", "hint_gain")


def rating_history(play: Play, pairs: pl.DataFrame, chance: np.random.Generator) -> pl.DataFrame:
    solver = dict(zip(play.names, play.truth[:, 0], strict=True))
    author = dict(zip(play.names, play.truth[:, 1], strict=True))
    known = {
        role: set(
            in_scopes(pairs)
            .select("week", "scope", role, "environment_id")
            .unique()
            .group_by("week", "scope", role)
            .len()
            .rows()
        )
        for role in ("solver", "author")
    }
    counts = {role: {row[:3]: row[3] for row in rows} for role, rows in known.items()}
    rows = []
    for number, week in enumerate(play.weeks, 1):
        for scope in ("week", "season"):
            for board in BOARDS:
                role = "solver" if board in SOLVING else "author"
                for name in play.names:
                    n = counts[role].get((week, scope, name), 0)
                    skill = {"solver": solver, "author": author}.get(role, solver)[name]
                    if board in ("duel", "composite"):
                        skill = (solver[name] + author[name]) / 2
                    rows.append(
                        _standing(board, skill, n, number if scope == "season" else 1, chance)
                        | {"week": week, "scope": scope, "contestant": name, "week_number": number}
                    )
    frame = pl.DataFrame(rows, infer_schema_length=None)
    value, place = pl.col("value"), ("week", "scope", "board")
    others = pl.col("value").count().over(place)
    rank = value.rank("min", descending=True).over(place).cast(pl.Int32)
    spread = ((pl.col("std_error") / value.std().over(place)) * others / 2).round().cast(pl.Int32)
    previous = value.shift(1).over("scope", "board", "contestant", order_by="week")
    return frame.with_columns(
        rank=rank,
        rank_low=pl.when(rank.is_not_null()).then(pl.max_horizontal(rank - spread.fill_null(0), pl.lit(1))),
        rank_high=pl.when(rank.is_not_null()).then(
            pl.min_horizontal(rank + spread.fill_null(0), others.cast(pl.Int32))
        ),
        p_first=pl.when(rank == 1).then(0.6).when(value.is_not_null()).then(0.05),
        previous_value=previous,
        change=value - previous,
    ).sort("week", "scope", "board", "contestant")


def _standing(board: str, skill: float, n: int, weeks: int, chance: np.random.Generator) -> dict[str, object]:
    """One contestant's place on one board; no interval where it rests on one environment."""
    rating = board in RATING_BOARDS
    error = (90.0 if rating else 0.08) * np.sqrt(30 / max(n, 4) / 3) / np.sqrt(weeks**0.5)
    noise = float(chance.normal(0, error))
    middle = 1_000 + skill * 174 + noise if rating else float(np.clip(0.45 + skill / 6 + noise, 0.01, 0.97))
    if board.startswith("hint"):
        middle = float(0.18 + skill / 15 + noise / 2)
    bounded = n > 1
    return {
        "board": board,
        "value": middle if n else None,
        "std_error": float(error) if bounded else None,
        "ci_low": middle - 1.96 * error if bounded else None,
        "ci_high": middle + 1.96 * error if bounded else None,
        "p_value": 0.03 if n and board.startswith("hint") else None,
        "n": n,
        "note": None if bounded else ("one environment: no interval" if n else "nothing to rate"),
    }


def standings(play: Play, pairs: pl.DataFrame, history: pl.DataFrame, costs: pl.DataFrame) -> pl.DataFrame:
    endings = {
        "value": "",
        "ci_low": "_ci_low",
        "ci_high": "_ci_high",
        "rank": "_rank",
        "rank_low": "_rank_low",
        "rank_high": "_rank_high",
        "n": "_n",
    }
    key = [*KEYS, "contestant"]
    rows = costs.select(*key, "tokens", "cost_usd", "successes", "faults")
    for board in BOARDS:
        of_board = history.filter(pl.col("board") == board)
        rows = rows.join(of_board.select(*key, *(pl.col(c).alias(board + end) for c, end in endings.items())), on=key)
    for role in ("solver", "author"):
        counted = (
            in_scopes(pairs).group_by(*KEYS, contestant=role).agg(pl.len().cast(pl.Int64).alias(f"pairs_as_{role}"))
        )
        rows = rows.join(counted, on=key, how="left").with_columns(pl.col(f"pairs_as_{role}").fill_null(0))
    models = {name: "house/player" if name == HOUSE else f"provider/{name}" for name in play.names}
    roles = pl.DataFrame(
        {"contestant": list(play.roles), "model": list(models.values()), "roles": list(play.roles.values())}
    )
    few = [pl.col("roles").list.contains(role) & (pl.col(f"pairs_as_{role}") < 30) for role in ("solver", "author")]
    return (
        rows.join(roles, on="contestant")
        .with_columns(
            is_house=pl.col("model").str.starts_with("house/"), provisional=few[0] | few[1], season=pl.lit("made")
        )
        .sort(key)
    )


def authoring_vs_solving(standings: pl.DataFrame) -> pl.DataFrame:
    boards = ("solver", "author", "author_difficulty", "canonical_solve", "design", "hint_authoring")
    columns = [board + end for board in boards for end in ("", "_ci_low", "_ci_high", "_rank")]
    both = standings.filter(pl.col("roles").list.len() == 2).select(*KEYS, "contestant", *columns)
    return both.with_columns(rank_gap=pl.col("solver_rank") - pl.col("author_rank"))


def board_correlations(standings: pl.DataFrame, play: Play) -> pl.DataFrame:
    rows: list[dict[str, object]] = []
    against = (
        ("solver", "author"),
        ("solver", "author_difficulty"),
        ("canonical_solve", "design"),
        ("canonical_solve", "hint_authoring"),
    )
    for week, scope in standings.select(KEYS).unique().sort(KEYS).rows():
        place = {"week": week, "scope": scope}
        of_scope = standings.filter(pl.col("week") == week, pl.col("scope") == scope)
        for one, other in against:
            both = of_scope.drop_nulls([one, other])
            r = float(both.select(pl.corr(one, other)).item())
            for statistic in CORRELATIONS:
                rows.append(place | _correlation(one, other, week, statistic, r, both.height))
        if scope == "week" and week != play.weeks[0]:
            before = play.weeks[play.weeks.index(week) - 1]
            rows += [
                place | _correlation(board, board, before, "kendall_tau_b", 0.6, of_scope.height) for board in BOARDS
            ]
    return BOARD_CORRELATIONS.frame(rows).sort("week", *BOARD_CORRELATIONS.key)


def _correlation(one: str, other: str, week: object, statistic: str, r: float, n: int) -> dict[str, object]:
    low, high = max(r - 0.3, -1), min(r + 0.3, 1)
    p_value = None if statistic == "pearson_disattenuated" else 0.2
    return {
        "board": one,
        "other_board": other,
        "other_week": week,
        "statistic": statistic,
        "value": r,
        "ci_low": low,
        "ci_high": high,
        "p_value": p_value,
        "n": n,
        "note": None,
    }
