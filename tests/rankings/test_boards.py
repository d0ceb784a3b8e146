"""Boards: every contestant once, whatever the week was like."""

import polars as pl
import pytest
from hypothesis import given, settings
from made_weeks import attempts_frame, contestants_frame, everyone, full_week, pair_rows, played_week, weeks

from assets.rankings.boards import rankings_of
from assets.tables import BOARDS, RANKINGS, RATING_BOARDS, SHARE_BOARDS

NUMBERS = ("value", "std_error", "ci_low", "ci_high", "rank", "rank_low", "rank_high", "p_first")


def boards(contestants: pl.DataFrame, attempts: pl.DataFrame) -> pl.DataFrame:
    """The boards of one week; those of the season so far are the same."""
    found = rankings_of([played_week(contestants, attempts)], seed=1)
    week, season = (found.filter(scope=scope).drop("scope") for scope in ("week", "season"))
    assert week.equals(season)
    return found.filter(scope="week")


def _values(standings: pl.DataFrame, board: str) -> dict[str, float | None]:
    return dict(standings.filter(pl.col("board") == board).select("contestant", "value").iter_rows())


def test_no_attempts_leave_nulls():
    standings = boards(everyone("ada", "bob"), attempts_frame([]))
    assert standings.schema == RANKINGS.polars_schema
    assert standings.height == 2 * len(BOARDS)
    numbers = standings.select(NUMBERS)
    assert numbers.null_count().row(0) == (standings.height,) * len(NUMBERS)
    assert standings.get_column("n").to_list() == [0] * standings.height
    assert standings.get_column("note").null_count() == 0


def test_no_contestant_no_row():
    assert boards(everyone(), attempts_frame([])).is_empty()


@pytest.mark.parametrize(("status", "solve"), [("success", 1.0), ("failure", 0.0)])
def test_a_week_that_all_won_or_all_lost(status, solve):
    names = ["ada", "bob", "cyd"]
    standings = boards(everyone(*names), full_week(names, 3, 2, lambda *_: status))
    expected = {"canonical_solve": solve, "common_panel_solve": solve, "design": 0.0, "hint_authoring": 0.0}
    for board, value in expected.items():
        assert _values(standings, board) == dict.fromkeys(names, value)
    # Nothing varied: the spread is unknown, which is not the same as an interval of width 0.
    assert standings.filter(pl.col("board").is_in(SHARE_BOARDS)).get_column("ci_low").null_count() == 3 * len(
        SHARE_BOARDS
    )
    assert standings.drop_nulls("value").get_column("rank").unique().to_list() == [1]
    # The priors keep abilities and difficulties finite; nobody is better than anybody, within wide intervals.
    for board in ("solver", "author_difficulty", "composite", "duel"):
        found = standings.filter(board=board)
        assert found.get_column("value").to_list() == pytest.approx([1000] * 3, abs=1e-9)
        assert (found.get_column("ci_high") - found.get_column("ci_low")).min() > 300
        assert found.select("rank_low", "rank_high").unique().rows() == [(1, 3)]
        assert found.get_column("note").null_count() == 0


def test_one_contestant_plays_only_itself():
    standings = boards(everyone("ada"), full_week(["ada"], 3, 2, lambda *_: "success"))
    assert {board: _values(standings, board)["ada"] for board in BOARDS} == {
        "canonical_solve": None,
        "common_panel_solve": 1.0,
        "design": None,
        "hint_authoring": None,
        "hint_gain": None,
        **dict.fromkeys(RATING_BOARDS),
    }


def test_one_environment_has_a_value_and_no_interval():
    standings = boards(everyone("ada", "bob"), attempts_frame(pair_rows("ada", 1, "bob", "ttts")))
    row = standings.row(by_predicate=(pl.col("board") == "hint_gain") & (pl.col("contestant") == "bob"), named=True)
    assert (row["value"], row["std_error"], row["ci_low"], row["n"]) == (0.75, None, None, 1)
    assert (row["rank"], row["rank_low"], row["rank_high"]) == (1, None, None)


def test_a_missing_role_is_a_null_and_no_panel_member():
    contestants = contestants_frame({"ada": ["author"], "bob": ["solver"], "cyd": ["author", "solver"]})
    rows = [*pair_rows("ada", 1, "bob", "s"), *pair_rows("ada", 1, "cyd", "x")]
    standings = boards(contestants, attempts_frame(rows))
    assert _values(standings, "design") == {"ada": 1.0, "bob": None, "cyd": None}
    assert _values(standings, "common_panel_solve") == {"ada": None, "bob": 1.0, "cyd": 0.0}


def test_a_seed_that_a_panel_member_lacks_has_no_discrimination():
    rows = [*pair_rows("ada", 1, "bob", "ss"), *pair_rows("ada", 1, "cyd", "xs")]
    rows[4]["status"] = "incomplete"  # cyd on seed 0, where it differs from bob
    standings = boards(everyone("ada", "bob", "cyd"), attempts_frame(rows))
    assert _values(standings, "design")["ada"] == 0.0


def test_discrimination_is_1_when_half_the_panel_wins():
    names = ["ada", "bob", "cyd", "dan", "eve"]
    won = {"bob": "s", "cyd": "s", "dan": "x", "eve": "x"}
    rows = [row for solver, letter in won.items() for row in pair_rows("ada", 1, solver, letter)]
    rows += [row for solver in won for row in pair_rows("ada", 2, solver, "s" if solver == "bob" else "x")]
    # 1 · 3 of at most 4 differences on the second environment.
    assert _values(boards(everyone(*names), attempts_frame(rows)), "design")["ada"] == (1 + 3 / 4) / 2


def test_domains_count_the_same_however_many_environments_they_have():
    rows = [row for slot in (1, 2, 3) for row in pair_rows("ada", slot, "bob", "s", "optimization")]
    rows += pair_rows("ada", 4, "bob", "x", "logical deduction")
    assert _values(boards(everyone("ada", "bob"), attempts_frame(rows)), "canonical_solve")["bob"] == 0.5


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_intervals_hold_their_value_and_ranks_their_rank(week):
    names, attempts = week
    standings = boards(everyone(*names), attempts)
    assert standings.select("board", "contestant").n_unique() == standings.height == len(names) * len(BOARDS)
    for row in standings.iter_rows(named=True):
        if row["value"] is None:
            assert (row["rank"], row["std_error"], row["n"]) == (None, None, 0)
        if row["ci_low"] is not None:
            assert row["ci_low"] <= row["value"] <= row["ci_high"]
            if row["board"] in SHARE_BOARDS:
                assert SHARE_BOARDS[row["board"]] <= row["ci_low"] <= row["ci_high"] <= 1
            assert 1 <= row["rank_low"] <= row["rank"] <= row["rank_high"] <= len(names)


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_new_names_move_the_scores_and_change_none(week):
    names, attempts = week
    renamed = {name: f"other_{index}" for index, name in enumerate(reversed(names))}
    moved = attempts.with_columns(pl.col("author", "solver").replace(renamed))
    numbers = ("value", "std_error", "ci_low", "ci_high", "rank", "n")
    before, after = (
        {(row["board"], row["contestant"]): row for row in boards(everyone(*who), frame).iter_rows(named=True)}
        for who, frame in ((names, attempts), (list(renamed.values()), moved))
    )
    for (board, name), row in before.items():
        other = after[board, renamed[name]]
        assert [other[number] for number in numbers] == pytest.approx([row[number] for number in numbers], abs=1e-6)
