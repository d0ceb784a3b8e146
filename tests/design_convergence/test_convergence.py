"""The rows of `design_convergence`: who is like whom, who follows whom, and what has too little to go by."""

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from assets.design_convergence.convergence import design_convergence
from assets.tables import DESIGN_CONVERGENCE
from assets.validation.similarity import similarity
from design_convergence.made_designs import designs, source, week
from orchestration.checks.meaning import convergence as meaning

AUTHORS = ("ada", "bob", "cyd")
NUMBERS = ("similarity", "follows", "excess")


def converged(sources: dict[tuple[int, str], Sequence[str]], authors=AUTHORS) -> pl.DataFrame:
    """The rows of the last week."""
    last = max(number for number, _ in sources)
    return design_convergence(week(last), authors, designs(sources), seed=1)


def pair(frame: pl.DataFrame, author: str, other: str) -> dict[str, object]:
    [found] = frame.filter(author=author, other_author=other).to_dicts()
    return found


def season(weeks: int, copied: int = 0, rising: float = 0.0) -> dict[tuple[int, str], list[str]]:
    """Three authors with four environments a week, each of parts that are drawn anew.

    Args:
        copied: how many of bob's environments of the week before cyd writes again, but for a part.
        rising: share of the parts that all authors take from one small stock, more in each week by that share.
    """
    chance = np.random.default_rng(2)
    found: dict[tuple[int, str], list[list[int]]] = {}
    for number in range(weeks):
        for author in AUTHORS:
            drawn = chance.integers(0, 200, (4, 12))
            stock = chance.random((4, 12)) < rising * number
            found[number, author] = np.where(stock, chance.integers(0, 12, (4, 12)), drawn).tolist()
        if number:
            for slot in range(copied):
                found[number, "cyd"][slot] = [*found[number - 1, "bob"][slot][:-1], 1]
    return {key: [source(parts) for parts in texts] for key, texts in found.items()}


def assert_valid(frame: pl.DataFrame, sources: dict[tuple[int, str], Sequence[str]]) -> None:
    """What the quality checks ask of the week."""
    last = max(number for number, _ in sources)
    of_week = designs(sources).filter(week=week(last))
    authors = pl.DataFrame({"author": AUTHORS})
    for judged in (
        meaning.every_pair_once(authors, frame),
        meaning.counts_follow(of_week, frame),
        meaning.means_follow(frame),
        meaning.intervals_hold_value(frame),
        meaning.tests_follow(frame),
        meaning.nulls_explained(frame),
    ):
        assert judged.drop_nulls("problem").is_empty()


def test_similarity_is_the_mean_over_the_environments_of_the_two():
    one, two, three = source(range(6)), source(range(3, 9)), source(range(20, 26))
    found = converged({(0, "ada"): [one, two], (0, "bob"): [three], (0, "cyd"): [one]})
    expected = (similarity(one, three) + similarity(two, three)) / 2
    assert pair(found, "ada", "bob")["similarity"] == pytest.approx(expected)
    assert pair(found, "bob", "ada")["similarity"] == pytest.approx(expected)
    pairs = found.filter(pl.col("other_author") != "panel").get_column("similarity")
    assert pairs.len() == 6
    assert pair(found, "panel", "panel")["similarity"] == pytest.approx(pairs.mean())
    assert pair(found, "panel", "panel")["environments"] == 4
    together = pair(found, "ada", "panel")
    of_cyd = (similarity(one, one) + similarity(two, one)) / 2
    assert together["similarity"] == pytest.approx((expected + of_cyd) / 2)
    assert (together["environments"], together["other_environments"]) == (2, 2)


def test_following_looks_at_the_closest_of_the_week_before():
    one, two, three = source(range(6)), source(range(3, 9)), source(range(20, 26))
    found = converged(
        {(0, "ada"): [one], (0, "bob"): [three], (1, "ada"): [three, two], (1, "bob"): [two], (1, "cyd"): [one]}
    )
    assert pair(found, "ada", "bob")["follows"] == pytest.approx((1 + similarity(two, three)) / 2)
    assert pair(found, "bob", "ada")["follows"] == pytest.approx(similarity(two, one))
    assert pair(found, "cyd", "ada")["follows"] == 1
    assert pair(found, "ada", "cyd")["follows"] is None
    # Ada's of this week are like bob's of the last; ada's of the last are less like bob's of this week.
    backwards = similarity(one, two)
    expected = (1 + similarity(two, three)) / 2 - backwards
    assert pair(found, "ada", "bob")["excess"] == pytest.approx(expected)


def test_the_first_week_follows_none_and_says_so():
    sources = season(1)
    found = converged(sources)
    assert found.schema == DESIGN_CONVERGENCE.polars_schema
    assert found.get_column("follows").null_count() == found.height
    assert "no week before this one" in str(pair(found, "ada", "bob")["note"])
    assert_valid(found, sources)


def test_an_author_without_an_environment_has_rows_that_say_so():
    sources = {(0, "ada"): [source([1])], (0, "bob"): [source([2])]}
    found = converged(sources)
    row = pair(found, "ada", "cyd")
    assert (row["environments"], row["other_environments"], row["similarity"]) == (1, 0, None)
    assert "nothing to compare this week" in str(row["note"])
    assert_valid(found, sources)
    nobody = design_convergence(week(0), AUTHORS, designs({}), seed=1)
    assert nobody.get_column("similarity").null_count() == nobody.height == 10


def test_one_author_alone_leaves_the_panel_without_a_number():
    found = converged({(0, "ada"): [source([1])]}, authors=["ada"])
    assert found.select("author", "other_author", "environments", "other_environments", "similarity").rows() == [
        ("ada", "panel", 1, 0, None),
        ("panel", "panel", 1, 1, None),
    ]


def test_those_who_left_are_not_compared_and_a_week_without_them_is_still_one():
    sources = season(3)
    found = converged(sources, authors=("ada", "bob"))
    assert set(found.get_column("author")) == {"ada", "bob", "panel"}
    assert pair(found, "ada", "bob") == pair(converged(sources), "ada", "bob") | {
        name: pair(found, "ada", "bob")[name] for name in found.columns if name.endswith("_holm")
    }


def test_a_copier_is_found_by_the_week_it_follows():
    sources = season(8, copied=2)
    found = converged(sources)
    assert_valid(found, sources)
    copier, copied, stranger = (pair(found, *who) for who in (("cyd", "bob"), ("bob", "cyd"), ("ada", "bob")))
    assert copier["excess_p_holm"] <= 0.05
    assert copier["excess"] > 0.2 > abs(stranger["excess"])
    assert copied["excess_p"] > 0.9
    assert stranger["excess_p"] > 0.05
    assert copier["follows"] > max(copied["follows"], stranger["follows"])


def test_a_copier_that_changes_its_model_is_found_against_all_others_together():
    """It copies ada's of the last week and bob's in turn: follows neither alone."""
    sources = season(8)
    for number in range(1, 8):
        sources[number, "cyd"] = sources[number - 1, ("ada", "bob")[number % 2]]
    found = converged(sources)
    assert_valid(found, sources)
    together = pair(found, "cyd", "panel")
    assert together["follows"] == 1
    assert together["excess_p_holm"] <= 0.05
    assert pair(found, "ada", "panel")["excess_p"] > 0.05


def test_a_panel_that_grows_alike_is_found_and_one_that_does_not_is_not():
    level, rising = season(8), season(8, rising=0.1)
    found = converged(rising)
    assert_valid(found, rising)
    panel = pair(found, "panel", "panel")
    assert panel["similarity_p"] < 0.01
    assert panel["similarity_low"] > 0
    assert panel["follows_slope"] > 0
    assert (panel["follows_p"], panel["follows_low"], panel["excess"]) == (None, None, None)
    assert "no interval and no test" in str(panel["note"])
    assert pair(converged(level), "panel", "panel")["similarity_p"] > 0.05


def test_the_families_are_the_pairs_the_ordered_pairs_and_the_authors_against_all_others():
    found = converged(season(8)).filter(pl.col("author") != "panel")
    singly, together = (found.filter(pl.col("other_author").eq("panel") == panel) for panel in (False, True))
    families = [(singly, "similarity", 3), (singly, "follows", 6), (singly, "excess", 6)]
    for rows, name, family in (*families, *((together, name, 3) for name in ("similarity", "follows", "excess"))):
        smallest = rows.sort(f"{name}_p").row(0, named=True)
        assert smallest[f"{name}_p_holm"] == pytest.approx(min(1, family * smallest[f"{name}_p"]))


def test_the_same_season_gives_the_same_rows():
    sources = season(9, copied=1)
    backwards = dict(reversed(sources.items()))
    assert converged(sources).equals(converged(backwards, authors=AUTHORS[::-1]))
