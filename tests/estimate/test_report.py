"""The report of an estimate: readable in 80 columns, unknown prices said, limits marked."""

import io

from rich.console import Console

from assets.season import Season
from estimate.seasons import limited, tiny
from orchestration.estimate import estimate_week
from orchestration.estimate_report import report
from orchestration.resources.prices import price_of
from orchestration.resources.seasons import find_season


def printed(season: Season, weeks: int = 1) -> list[str]:
    console = Console(width=80, file=io.StringIO())
    for part in report(estimate_week(season, None, price_of), season, weeks):
        console.print(part, highlight=False)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def rows(lines: list[str], contestant: str) -> list[list[str]]:
    """The contestant's line of either table, in words."""
    return [line.split() for line in lines if line.startswith(f"{contestant} ")]


def test_each_contestant_has_its_calls_tokens_and_cost():
    lines = printed(tiny())
    calls, costs = rows(lines, "priced")
    # Two drafts a slot; two turns an attempt, of the cap of four.
    assert calls == ["priced", "2", "4", "8", "48", "116", "228"]
    assert costs[4:] == ["430k", "26.4k", "0.69", "·"]
    assert rows(lines, "all")[0] == ["all", "4", "8", "16", "144", "328", "648"]


def test_an_unknown_price_is_said_and_no_zero():
    lines = printed(tiny())
    assert rows(lines, "unpriced")[1] == ["unpriced", "36k", "4.8k", "no", "price", "365k", "19.2k", "no", "price", "·"]
    assert "No price is known for unpriced: give `price:` in the season file." in " ".join(lines)
    # The total is of those that have one, and says that it is not all.
    assert " + ? " in " ".join(rows(lines, "all")[1])


def test_where_nobody_has_a_price_there_is_no_total():
    entries = [{**entry, "price": None} for entry in tiny().model_dump(exclude_unset=True)["contestants"][1:]]
    lines = printed(tiny(contestants=entries))
    assert " ".join(rows(lines, "all")[1]).count("no price") == 2


def test_a_house_player_costs_nothing():
    assert rows(printed(tiny()), "ada")[1] == ["ada", "·", "·", "0.00", "·", "·", "0.00", "·"]


def mark(season: Season, contestant: str) -> list[str]:
    """What stands at the end of the contestant's costs, from its limit on."""
    [_, costs] = rows(printed(season), contestant)
    return costs[-2:]


def test_a_limit_that_the_estimate_passes_is_marked():
    # Expected: 0.10 to 0.11 USD; at most 0.69.
    assert mark(limited(tiny(), priced=0.05), "priced") == ["0.05", "✗"]
    assert mark(limited(tiny(), priced=0.5), "priced") == ["0.50", "!"]
    assert mark(limited(tiny(), priced=5), "priced") == ["0.69", "5.00"]
    assert mark(limited(tiny(), unpriced=5), "unpriced") == ["5.00", "?"]
    assert mark(limited(tiny(), priced=0), "priced") == ["0.00", "✗"]


def test_the_seasons_limit_is_marked():
    assert mark(tiny(usd_per_week=0.05), "all") == ["0.05", "✗"]
    # Somebody's price is not known, so nobody knows whether the rest suffices.
    assert mark(tiny(usd_per_week=5), "all") == ["5.00", "?"]
    known = tiny(usd_per_week=0.5, contestants=tiny().model_dump(exclude_unset=True)["contestants"][:2])
    assert mark(known, "all") == ["0.50", "!"]


def test_marks_are_explained_where_they_stand():
    assert not [line for line in printed(tiny()) if line.startswith(("✗", "!", "?"))]
    text = printed(limited(tiny(), priced=0.05, unpriced=5))
    assert [line[0] for line in text if line.startswith(("✗", "!", "?"))] == ["✗", "?"]


def test_assumptions_are_stated():
    text = " ".join(printed(tiny()))
    assert "Assumed, since nothing like it was played here: 2 drafts a slot; 50 % of the turn cap" in text


def test_several_weeks_are_so_many_times_the_week():
    text = " ".join(printed(tiny(), weeks=3))
    assert "3 weeks take 3 times as much: 984 calls (at most 1,944)" in text
    assert "weeks take" not in " ".join(printed(tiny()))


def test_it_fits_a_terminal_of_80_columns():
    longest = tiny().model_dump(exclude_unset=True)["contestants"]
    longest[1]["name"] = "x" * 63
    for season in (find_season("frontier"), find_season("local"), tiny(contestants=longest, usd_per_week=12345)):
        lines = printed(season, weeks=4)
        assert max(map(len, lines)) <= 80
        assert not [line for line in lines if "…" in line]
