"""Results made up for reports: frames with the columns of the marts, drawn from a seed."""

from collections.abc import Sequence
from dataclasses import fields

import numpy as np
import polars as pl

from assets.dossier_effects.effects import dossier_effects
from assets.season_trends.trends import season_trends
from assets.tables import DOSSIER_OUTCOMES
from assets.tournament_report.results import Results
from tournament_report.made_costs import contestant_costs, failure_reasons
from tournament_report.made_pairs import KEYS, in_scopes, matched_pairs
from tournament_report.made_play import NAMES, WEEK, Play, made_play
from tournament_report.made_shares import add_share
from tournament_report.made_standings import authoring_vs_solving, board_correlations, rating_history, standings


def made_results(
    contestants: int = 9,
    weeks: int = 8,
    environments: int = 10,
    seeds: int = 4,
    chance_seed: int = 1,
    names: Sequence[str] = NAMES,
) -> Results:
    """Made-up results of a season whose last week is `made_play.WEEK`.

    Among the contestants are a house player (the second), one that only solves (the third), one whose model has no
    price (the fourth; by their names in NAMES) and, last, one that most of its environments are rejected of, so that it
    is provisional in the week. Titles hold markup. Values of rating boards are not fitted to the attempts, but near
    the skills that these are drawn with.
    """
    chance = np.random.default_rng(chance_seed)
    play = made_play(names[:contestants], weeks, environments, seeds, chance)
    pairs = matched_pairs(play)
    history = rating_history(play, pairs, chance)
    costs = contestant_costs(play, pairs)
    table = standings(play, pairs, history, costs)
    return Results(
        week=WEEK,
        standings=table,
        head_to_head=_head_to_head(pairs),
        duel_log=_duels(pairs),
        hint_uplift=_uplift(pairs),
        environment_difficulty=_difficulty(play, pairs),
        authoring_vs_solving=authoring_vs_solving(table),
        rating_history=history,
        contestant_costs=costs,
        failure_reasons=failure_reasons(play),
        board_correlations=board_correlations(table, play),
        season_trends=season_trends(WEEK, history),
        dossier_effects=_effects(play, chance),
    )


def _effects(play: Play, chance: np.random.Generator) -> pl.DataFrame:
    """Of a season in which authors take turns from its second week on, with outcomes drawn."""
    rows = [
        {
            "week": week,
            "author": author,
            "dossier": "own" if number and (number + place) % 2 else "none",
            "outcome": outcome,
            "value": float(chance.normal(0.4, 0.1)),
        }
        for number, week in enumerate(play.weeks)
        for place, author in enumerate(name for name in play.names if "author" in play.roles[name])
        for outcome in DOSSIER_OUTCOMES
    ]
    told = pl.DataFrame(rows)
    return dossier_effects(WEEK, told, told.select("week", "author", "dossier").unique(), seed=1)


def empty_results() -> Results:
    """Frames without a row: a week of which nothing is valid."""
    made = made_results(3, 1, 2, 1)
    frames = {field.name: getattr(made, field.name).clear() for field in fields(made) if field.name != "week"}
    return Results(week=WEEK, **frames)


_COUNTS = [pl.col("environment_id").n_unique().alias("environments"), pl.len().cast(pl.Int64).alias("pairs")]


def _head_to_head(pairs: pl.DataFrame) -> pl.DataFrame:
    outcomes = ("solved", "taught", "stumped", "harmed")
    cells = (
        in_scopes(pairs)
        .group_by(*KEYS, "author", "solver")
        .agg(
            *_COUNTS,
            *(pl.col(name).sum().cast(pl.Int64) for name in outcomes),
            pl.col("gain").mean().alias("hint_gain"),
        )
    )
    for name in outcomes[:3]:
        cells = add_share(cells, name, "pairs")
    return cells.sort(*KEYS, "author", "solver")


def _uplift(pairs: pl.DataFrame) -> pl.DataFrame:
    counts = {"unaided": "without_hint", "hinted": "with_hint", "taught": "taught", "harmed": "harmed"}
    keys = ("week", "author", "domain", "solver")
    cells = pairs.group_by(keys).agg(*_COUNTS, *(pl.col(c).sum().cast(pl.Int64).alias(n) for n, c in counts.items()))
    for name in ("unaided", "hinted"):
        cells = add_share(cells, name, "pairs")
    return cells.with_columns(uplift=pl.col("hinted_share") - pl.col("unaided_share")).sort(keys)


def _difficulty(play: Play, pairs: pl.DataFrame) -> pl.DataFrame:
    others = play.attempts.filter(pl.col("author") != pl.col("solver"), ~pl.col("incomplete"))
    own = play.attempts.filter(pl.col("author") == pl.col("solver"), pl.col("condition") == "without_hint")
    sides = []
    for condition, attempts, successes in (
        ("without_hint", "panel_attempts", "unaided"),
        ("with_hint", "hinted_attempts", "hinted"),
    ):
        counted = others.filter(pl.col("condition") == condition).group_by("environment_id")
        sides.append(
            counted.agg(
                pl.len().cast(pl.Int64).alias(attempts), pl.col("success").sum().cast(pl.Int64).alias(successes)
            )
        )
    seeds = others.filter(pl.col("condition") == "without_hint").group_by("environment_id", "seed")
    won, n = pl.col("success").sum(), pl.len()
    one_seed = seeds.agg(d=pl.when(n > 1).then(won * (n - won) / ((n * n) // 4)))
    gains = pairs.group_by("environment_id").agg(
        pl.len().cast(pl.Int64).alias("pairs"),
        pl.col("taught").sum().cast(pl.Int64),
        pl.col("gain").mean().alias("hint_gain"),
    )
    broken = play.attempts.group_by("environment_id").agg(
        withdrawn=(pl.col("stop_reason") == "environment_error").any()
    )
    turns = play.attempts.group_by("environment_id").agg(mean_turns=pl.col("turns").mean())
    rows = play.environments.select("week", "environment_id", "author", "domain", "title", "max_turns", "admitted")
    discrimination = one_seed.group_by("environment_id").agg(discrimination=pl.col("d").mean())
    self_play = own.group_by("environment_id").agg(author_unaided_share=pl.col("success").mean())
    for part in (broken, *sides, gains, discrimination, self_play, turns):
        rows = rows.join(part, on="environment_id", how="left")
    counts = ["panel_attempts", "unaided", "hinted_attempts", "hinted", "pairs", "taught"]
    rows = rows.with_columns(pl.col("withdrawn").fill_null(False), pl.col(counts).fill_null(0))
    unscored = pl.col("withdrawn")
    rows = rows.with_columns(
        *(pl.when(~unscored).then(pl.col(name)).otherwise(0).alias(name) for name in counts),
        *(pl.when(~unscored).then(pl.col(name)).alias(name) for name in ("hint_gain", "discrimination")),
    )
    rows = add_share(add_share(rows, "unaided", "panel_attempts"), "hinted", "hinted_attempts")
    share, gain = pl.col("unaided_share"), pl.col("hint_gain")
    verdict = (
        pl.when(~pl.col("admitted"))
        .then(pl.lit("not admitted"))
        .when(unscored)
        .then(pl.lit("withdrawn"))
        .when(pl.col("panel_attempts") == 0)
        .then(pl.lit("not played"))
        .when(share == 1)
        .then(pl.lit("always solved"))
        .when(share == 0)
        .then(pl.lit("never solved"))
        .when(share > 0.95)
        .then(pl.lit("nearly always solved"))
        .when(share < 0.05)
        .then(pl.lit("hardly ever solved"))
        .when(gain > 0)
        .then(pl.lit("frontier"))
        .otherwise(pl.lit("no gain"))
    )
    whole = rows.with_columns(verdict=verdict, version=pl.lit(0), superseded=pl.lit(value=False))
    return whole.sort("week", "environment_id")


def _duels(pairs: pl.DataFrame) -> pl.DataFrame:
    cells = _head_to_head(pairs).filter(pl.col("scope") == "week").drop("scope")
    other = cells.rename({"author": "solver", "solver": "author"}).select(
        "week", "author", "solver", "taught_share", "solved_share", "environments"
    )
    duels = cells.join(other, on=["week", "author", "solver"], suffix="_b").filter(pl.col("author") < pl.col("solver"))
    score_a = (pl.col("taught_share") + pl.col("solved_share_b")) / 2
    score_b = (pl.col("taught_share_b") + pl.col("solved_share")) / 2
    duels = duels.select(
        "week",
        contestant_a="author",
        contestant_b="solver",
        score_a=score_a,
        score_b=score_b,
        environments_a="environments",
        environments_b="environments_b",
    )
    margin = pl.col("score_a") - pl.col("score_b")
    result = pl.when(margin > 0.15).then(pl.lit("a")).when(margin < -0.15).then(pl.lit("b")).otherwise(pl.lit("draw"))
    duels = duels.with_columns(
        margin=margin,
        ci_low=margin - 0.15,
        ci_high=margin + 0.15,
        p_value=pl.lit(0.04),
        p_holm=pl.lit(0.4),
        result=result,
    )
    won = {side: pl.col("result") == side for side in ("a", "b", "draw")}
    ours = ("contestant_a", "contestant_b")
    a, b = pl.col("contestant_a"), pl.col("contestant_b")
    return duels.sort("week", *ours).with_columns(
        winner=pl.when(won["a"]).then(a).when(won["b"]).then(b),
        loser=pl.when(won["a"]).then(b).when(won["b"]).then(a),
        reason=pl.when(won["draw"]).then(pl.lit("the interval holds 0")).otherwise(pl.lit("the interval leaves out 0")),
        meeting=pl.int_range(1, pl.len() + 1).over(ours),
        **{
            column: won[side].cast(pl.Int64).cum_sum().over(ours)
            for side, column in (("a", "a_wins"), ("b", "b_wins"), ("draw", "draws"))
        },
    )
