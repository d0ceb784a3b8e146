"""The direction: shared style is no following, whoever copies is found, and whoever is copied is not."""

import numpy as np
import pytest

from assets.design_convergence.direction import direction

type Array = np.ndarray


def closest(own: Array, theirs: Array) -> float:
    """Mean over the own ones of the highest similarity to any of theirs, of designs that are points of a space."""
    return float(np.exp(-0.3 * ((own[:, None] - theirs) ** 2).sum(axis=-1)).max(axis=1).mean())


def season(chance: np.random.Generator, copied: float, weeks: int = 12) -> tuple[Array, Array, Array, Array]:
    """`follows` and `backwards` of ada against bob, then of bob against ada.

    Both have a style of their own in every week; ada takes up a share of what bob wrote in the week before.
    """
    styles = chance.normal(size=(2, 1, 5))
    designs = chance.normal(size=(weeks, 2, 5, 5)) + styles
    for now, before in zip(designs[1:], designs[:-1], strict=True):
        taken = chance.random(5) < copied
        now[0, taken] = before[1, taken] + chance.normal(0, 0.5, size=(taken.sum(), 5))
    pairs = list(zip(designs[1:], designs[:-1], strict=True))
    return tuple(
        np.array([np.nan, *(closest(one[i], other[j]) for one, other in found)])
        for i, j in ((0, 1), (1, 0))
        for found in (pairs, [(before, now) for now, before in pairs])
    )


def rejected(copied: float, *, swapped: bool = False) -> float:
    chance = np.random.default_rng(3)
    found = []
    for _ in range(300):
        follows, backwards, theirs, theirs_backwards = season(chance, copied)
        pair = (theirs, theirs_backwards) if swapped else (follows, backwards)
        found.append(direction(*pair, seed=1).p <= 0.05)
    return float(np.mean(found))


def test_two_that_are_alike_in_style_are_not_said_to_follow():
    assert rejected(copied=0) < 0.08


def test_a_copier_is_found_and_the_one_that_is_copied_is_not():
    assert rejected(copied=0.3) > 0.8
    assert rejected(copied=0.3, swapped=True) < 0.05


def test_of_five_weeks_that_are_all_above_the_p_value_is_one_in_32():
    follows, backwards = np.array([np.nan, 0.5, 0.6, 0.5, 0.6, 0.5]), np.array([np.nan, 0.1, 0.1, 0.1, 0.1, 0.1])
    found = direction(follows, backwards, seed=1)
    assert (found.weeks, found.p) == (5, 1 / 32)
    assert found.excess == pytest.approx(0.44)
    assert direction(backwards, follows, seed=1).p == 1


def test_drawn_exchanges_agree_with_all_of_them():
    chance = np.random.default_rng(5)
    differences = chance.normal(0.1, 0.5, 15)
    drawn = direction(differences, np.zeros(15), seed=1).p
    signs = 1 - 2 * (np.arange(2**15)[:, None] >> np.arange(15) & 1)
    assert drawn == pytest.approx(np.mean(signs @ differences >= differences.sum() - 1e-12), abs=0.01)


def test_too_few_weeks_have_no_test_and_none_no_excess():
    assert direction(np.array([np.nan, 0.5]), np.array([np.nan, 0.25]), seed=1).excess == 0.25
    assert direction(np.array([np.nan, 0.5]), np.array([np.nan, 0.25]), seed=1).p is None
    assert direction(np.array([np.nan, np.nan]), np.array([np.nan, 0.5]), seed=1).excess is None
