"""The report as a whole: the same for the same results, small enough to send, and made in seconds."""

import time

from polars import DataFrame

from tournament_report.made_marts import MadeMarts, made_marts


def test_the_same_results_give_the_same_bytes_whatever_the_order_of_the_rows(page_of):
    made = made_marts(4, 2, 3, 2)

    def shuffled(frame: DataFrame) -> DataFrame:
        return frame.sample(fraction=1, shuffle=True, seed=5)

    other = MadeMarts(made.results, shuffled(made.attempts), shuffled(made.authored))
    page = page_of(made)
    assert page_of(made) == page
    assert page_of(other) == page


def test_a_long_season_with_long_transcripts_stays_small_and_is_made_quickly(page_of, record_property):
    marts = made_marts(9, 8, 10, 4, turn_bytes=1_000, turns=24)
    began = time.perf_counter()
    page = page_of(marts)
    took = time.perf_counter() - began
    size = len(page.encode())
    record_property("seconds", took)
    record_property("bytes", size)
    print(f"{size:,} bytes in {took:.1f} s")
    assert size < 5_000_000
    assert took < 30
    assert page.count('<details class="pair">') == len(set(marts.attempts["environment_id"])) - 2
    assert "characters left out" in page
