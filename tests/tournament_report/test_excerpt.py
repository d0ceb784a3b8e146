"""Excerpts: what is cut, what is kept, and that cuts keep their promise whatever the text is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.foreign_text import harmless
from assets.tournament_report.excerpt import Excerpt, bytes_on_page, excerpt, fair_limit

ANY_TEXT = st.text(alphabet=st.sampled_from("ab<>&\"'\n\x1b\u202eéא🚕"), max_size=400)


def test_a_short_text_is_whole():
    assert excerpt("<b>é</b>", 40) == Excerpt("<b>é</b>")


def test_a_long_text_is_cut_in_the_middle_and_says_how_much_is_missing():
    assert excerpt("a" * 60 + "b" * 60, 20) == Excerpt("a" * 10, 100, "b" * 10)


@given(ANY_TEXT, st.integers(0, 300))
def test_an_excerpt_is_the_beginning_and_the_end_and_keeps_its_limit(text, limit):
    shown, whole = excerpt(text, limit), harmless(text)
    assert bytes_on_page(shown.head) + bytes_on_page(shown.tail) <= limit
    assert whole.startswith(shown.head)
    assert whole.endswith(shown.tail)
    assert len(shown.head) + shown.left_out + len(shown.tail) == len(whole)


@pytest.mark.parametrize(
    ("sizes", "budget", "limit"), [([], 10, 0), ([3, 4], 10, 4), ([10, 10], 10, 5), ([1, 2, 100, 100], 23, 10)]
)
def test_a_fair_limit_takes_only_from_the_long_ones(sizes, budget, limit):
    assert fair_limit(sizes, budget) == limit


@given(st.lists(st.integers(0, 500), min_size=1, max_size=20), st.integers(0, 4000))
def test_a_fair_limit_keeps_the_budget_and_wastes_nothing(sizes, budget):
    limit = fair_limit(sizes, budget)
    assert sum(min(size, limit) for size in sizes) <= budget
    if max(sizes) > limit:
        assert sum(min(size, limit + 1) for size in sizes) > budget


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\r", "\x7f", "\x9b", "\u202e", "\u2066", "\u200f", "\u061c"])
def test_a_character_that_only_controls_is_shown_as_one(character):
    assert harmless(f"a{character}b") == "a�b"


def test_letters_tabs_and_newlines_of_any_script_stay():
    assert harmless("\tשלום é🚕\nb") == "\tשלום é🚕\nb"
