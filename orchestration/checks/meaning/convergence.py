"""What the convergence must be: each two authors, each against all, and the panel, with numbers that hold together."""

from itertools import permutations

import polars as pl

from assets.contestant_entry import PANEL
from assets.design_convergence import direction, trend
from assets.pairwise_outcomes.holm import holm
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING, interval_problems

KEY = ("author", "other_author")
VALUES = ("similarity", "follows")
_OF_PANEL = pl.col("author") == PANEL
_SINGLY = pl.col("other_author") != PANEL
_FEWEST = {
    "similarity": trend.FEWEST_FOR_TEST,
    "follows": trend.FEWEST_FOR_TEST,
    "excess": direction.FEWEST_FOR_TEST,
}
"""What is tested, from how many weeks on."""


def every_pair_once(authored: pl.DataFrame, convergence: pl.DataFrame) -> pl.DataFrame:
    """Every author stands once against each other one and once against all of them, and the panel once."""
    names = authored.get_column("author").unique().sort()
    planned = [*permutations(names, 2), *((name, PANEL) for name in names), (PANEL, PANEL)]
    return exactly_once(pl.DataFrame(planned, schema=dict.fromkeys(KEY, pl.String), orient="row"), convergence, KEY)


def counts_follow(designs: pl.DataFrame, convergence: pl.DataFrame) -> pl.DataFrame:
    """Environments are counted as they stand in `environment_designs`; two that both have some are compared."""
    counts = dict(designs.group_by("author").len().iter_rows()) | {PANEL: designs.height}
    own, other = (pl.col(name).replace_strict(counts, default=0, return_dtype=pl.Int32) for name in KEY)
    other = pl.when(~_OF_PANEL & ~_SINGLY).then(other - own).otherwise(other)
    both = (pl.min_horizontal(own, other) > 0) & ~_OF_PANEL
    return convergence.select(
        *KEY,
        "environments",
        "other_environments",
        "similarity",
        problem=pl.coalesce(
            pl.when(pl.col("environments") != own).then(pl.format("environments should be {}", own)),
            pl.when(pl.col("other_environments") != other).then(pl.format("other_environments should be {}", other)),
            pl.when(both != (pl.col("similarity").is_not_null() & ~_OF_PANEL)).then(
                pl.lit("a similarity must stand exactly where both have environments")
            ),
        ),
    )


def means_follow(convergence: pl.DataFrame) -> pl.DataFrame:
    """One author is as similar to another as the other to it, and the panel has the means over the pairs."""
    mirrored = convergence.select(author="other_author", other_author="author", mirrored="similarity")
    means = convergence.filter(_SINGLY).select(pl.col(VALUES).mean().name.prefix("mean_"))
    return (
        convergence.join(mirrored.unique(KEY), on=KEY, how="left", maintain_order="left")
        .join(means, how="cross", maintain_order="left")
        .select(
            *KEY,
            *VALUES,
            problem=pl.coalesce(
                pl.when(_SINGLY & _differ("similarity", "mirrored")).then(
                    pl.format("the other way it is {}", "mirrored")
                ),
                *(
                    pl.when(_OF_PANEL & _differ(name, f"mean_{name}")).then(pl.lit(f"{name} is not the pairs' mean"))
                    for name in VALUES
                ),
            ),
        )
    )


def intervals_hold_value(convergence: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its slope between them."""
    ends = [(f"{name}_slope", f"{name}_low", f"{name}_high") for name in VALUES]
    return convergence.select(
        *KEY,
        *(name for three in ends for name in three),
        problem=pl.coalesce(problem for three in ends for problem in interval_problems(*three)),
    )


def tests_follow(convergence: pl.DataFrame) -> pl.DataFrame:
    """A p-value stands where there are weeks enough, and its adjusted one is Holm's over the family."""
    adjusted = convergence.hstack([_adjusted(convergence, name) for name in _FEWEST])
    problems = []
    for name, fewest in _FEWEST.items():
        # Of the panel only the similarity is tested.
        due = (pl.col(f"{name}_weeks") >= fewest) & (~_OF_PANEL | (name == "similarity"))
        problems += [
            pl.when(pl.col(f"{name}_p").is_not_null() & ~due).then(pl.lit(f"{name}_p of too few weeks")),
            pl.when(pl.col(f"{name}_p").is_null() & due).then(pl.lit(f"no {name}_p")),
            pl.when(_differ(f"{name}_p_holm", f"{name}_holm")).then(pl.lit(f"{name}_p_holm is not Holm's")),
        ]
    numbers = [f"{name}_{part}" for name in _FEWEST for part in ("weeks", "p", "p_holm")]
    return adjusted.select(*KEY, *numbers, problem=pl.coalesce(problems))


def nulls_explained(convergence: pl.DataFrame) -> pl.DataFrame:
    """Where a number is not known there is a note."""
    numbers = (*VALUES, *(f"{name}_p" for name in _FEWEST))
    return convergence.select(
        *KEY,
        *numbers,
        "note",
        problem=pl.when(pl.any_horizontal(pl.col(name).is_null() for name in numbers) & pl.col("note").is_null()).then(
            pl.lit("a number that is not known, and no note")
        ),
    )


def _adjusted(convergence: pl.DataFrame, name: str) -> pl.Series:
    """What the adjusted p-value of each row should be: pairs of authors are one family, authors against all others
    another. Two authors' similarity is one test, whichever comes first."""
    rows = [
        (tuple(sorted(pair)) if name == "similarity" and PANEL not in pair else tuple(pair), p)
        for *pair, p in convergence.select(*KEY, f"{name}_p").iter_rows()
    ]
    tested = {pair: p for pair, p in rows if p is not None and pair != (PANEL, PANEL)}
    found: dict[tuple[str, ...], float] = {}
    for of_panel in (False, True):
        family = {pair: p for pair, p in tested.items() if (PANEL in pair) == of_panel}
        found |= zip(family, holm(list(family.values())), strict=True)
    return pl.Series(f"{name}_holm", [found.get(pair) for pair, _ in rows], pl.Float64)


def _differ(one: str, other: str) -> pl.Expr:
    return (pl.col(one).is_null() != pl.col(other).is_null()) | ((pl.col(one) - pl.col(other)).abs() > ROUNDING)
