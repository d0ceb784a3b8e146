"""The marts' scores against those of the project's own Python, of scipy, and counted by hand, on made weeks."""

import polars as pl
import pytest
from checks.made_week import INCOMPLETE, REJECTED, UNREADABLE
from polars.testing import assert_frame_equal
from scipy.stats import binomtest

from assets.contestants.entries import with_role
from assets.dossier_effects.outcomes import weekly_outcomes
from assets.pairwise_outcomes.matched_pairs import foreign, hint_effects, matched_pairs
from assets.rankings.designing import design
from assets.rankings.terms import weighted
from assets.scored import scored_attempts
from assets.tables import BOARDS, CONTESTANTS, DUEL_RESULTS, HINT_VALIDATIONS, RANKINGS, SOLVE_ATTEMPTS
from marts.conftest import Built
from marts.made_seasons import FAULTY_WEEK, WEEKS, WITHDRAWN

SHARES = {
    "head_to_head": [("solved", "pairs"), ("taught", "pairs"), ("stumped", "pairs")],
    "hint_uplift": [("unaided", "pairs"), ("hinted", "pairs")],
    "environment_difficulty": [("unaided", "panel_attempts"), ("hinted", "hinted_attempts")],
    "failure_reasons": [("n", "of")],
}


def pairs_of(built: Built) -> pl.DataFrame:
    """The matched pairs of all weeks that nobody plays against itself, as the steps find them, with their week."""
    attempts = built.table(SOLVE_ATTEMPTS).partition_by("week", as_dict=True)
    return pl.concat(
        [
            foreign(matched_pairs(scored_attempts(frame))).with_columns(week=pl.lit(week))
            for (week,), frame in sorted(attempts.items(), key=lambda item: item[0])
        ]
    )


def as_counts(frame: pl.DataFrame, like: pl.DataFrame) -> pl.DataFrame:
    return frame.cast({name: kind for name, kind in like.schema.items() if name in frame.columns})


def test_cells_are_those_of_the_steps(four_weeks: Built) -> None:
    pairs, cells = pairs_of(four_weeks), four_weeks.rows("from head_to_head")
    columns = ["author", "solver", "environments", "pairs", "solved", "taught", "stumped", "harmed", "hint_gain"]
    assert cells.select("week", "scope").n_unique() == 8
    for (week, scope), found in cells.partition_by("week", "scope", as_dict=True).items():
        of_scope = pairs.filter(pl.col("week") == week if scope == "week" else pl.col("week") <= week)
        present = found.select("author", "solver")
        expected = hint_effects(["author", "solver"], of_scope).join(present, on=["author", "solver"], how="semi")
        assert_frame_equal(found.select(columns), as_counts(expected.select(columns), found))


def test_cells_of_the_season_are_of_those_who_take_part_in_the_week(four_weeks: Built) -> None:
    cells = four_weeks.rows(
        "select distinct week, scope from head_to_head where 'dan' in (author, solver) order by all"
    )
    assert cells.rows() == [(week, scope) for week in WEEKS[:2] for scope in ("season", "week")]


@pytest.mark.parametrize(("mart", "count", "total"), [(m, *s) for m, shares in SHARES.items() for s in shares])
def test_intervals_of_shares_are_wilsons(mart: str, count: str, total: str, four_weeks: Built) -> None:
    share = "share" if mart == "failure_reasons" else f"{count}_share"
    rows = four_weeks.rows(f"select distinct {count}, {total}, {share}, {share}_low, {share}_high from {mart}").rows()
    assert len(rows) > 3
    for part, whole, *found in rows:
        if whole == 0:
            assert found == [None, None, None]
            continue
        interval = binomtest(part, whole).proportion_ci(method="wilson")
        assert found == pytest.approx([part / whole, interval.low, interval.high], abs=1e-12)


def test_uplift_is_counted_from_pairs(four_weeks: Built) -> None:
    keys = ["week", "author", "domain", "solver"]
    expected = (
        pairs_of(four_weeks)
        .group_by(keys)
        .agg(
            environments=pl.col("environment_id").n_unique(),
            pairs=pl.len(),
            unaided=pl.col("unaided").sum(),
            hinted=pl.col("hinted").sum(),
            uplift=pl.col("hinted").mean() - pl.col("unaided").mean(),
        )
        .sort(keys)
    )
    found = four_weeks.rows("from hint_uplift").select(expected.columns)
    assert_frame_equal(found, as_counts(expected, found))


def test_discrimination_is_what_the_design_board_averages(four_weeks: Built) -> None:
    difficulty = four_weeks.rows("from environment_difficulty")
    boards = four_weeks.table(RANKINGS).filter(pl.col("scope") == "week", pl.col("board") == "design")
    contestants = four_weeks.table(CONTESTANTS)
    for (week,), attempts in four_weeks.table(SOLVE_ATTEMPTS).partition_by("week", as_dict=True).items():
        solvers = with_role(contestants.filter(pl.col("week") == week), "solver")
        terms = design(scored_attempts(attempts), solvers)
        found = difficulty.filter(pl.col("week") == week, pl.col("discrimination").is_not_null())
        expected = terms.select("environment_id", discrimination="x").sort("environment_id")
        assert expected.height >= 9
        assert_frame_equal(found.select("environment_id", "discrimination"), expected)
        scores = weighted(
            terms.drop("x").join(found.select("environment_id", x="discrimination"), on="environment_id")
        ).group_by("contestant")
        ranked = boards.filter(pl.col("week") == week).select("contestant", "value").drop_nulls()
        balanced = scores.agg(value=(pl.col("weight") * pl.col("x")).sum()).sort("contestant")
        assert_frame_equal(balanced, ranked.sort("contestant"))


def test_difficulty_is_counted_from_the_attempts_of_others(four_weeks: Built) -> None:
    scored = pl.concat(
        scored_attempts(frame) for frame in four_weeks.table(SOLVE_ATTEMPTS).partition_by("week", maintain_order=True)
    )
    unaided, hinted = pl.col("condition") == "without_hint", pl.col("condition") == "with_hint"
    others, own = pl.col("author") != pl.col("solver"), pl.col("author") == pl.col("solver")
    expected = (
        scored.group_by("environment_id")
        .agg(
            panel_attempts=(unaided & others).sum(),
            unaided=pl.col("success").filter(unaided & others).sum(),
            hinted_attempts=(hinted & others).sum(),
            hinted=pl.col("success").filter(hinted & others).sum(),
            author_unaided_share=pl.col("success").filter(unaided & own).mean(),
        )
        .sort("environment_id")
    )
    found = four_weeks.rows("from environment_difficulty where panel_attempts > 0 order by environment_id")
    found = found.select(expected.columns)
    assert found.height == 15 + 12 + 9 + 10  # Three of the second week were not admitted, one of the third withdrawn.
    assert_frame_equal(found, as_counts(expected, found))


def test_verdicts_say_what_became_of_each_environment(four_weeks: Built, one_week: Built) -> None:
    found = dict(one_week.rows("select environment_id, verdict from environment_difficulty").rows())
    assert {name: found[name] for name in (REJECTED, UNREADABLE, INCOMPLETE)} == dict.fromkeys(
        (REJECTED, UNREADABLE, INCOMPLETE), "not admitted"
    )
    faulty = four_weeks.rows(f"from environment_difficulty where week = '{FAULTY_WEEK}'").rows_by_key(
        "environment_id", named=True, unique=True
    )
    withdrawn = faulty.pop(WITHDRAWN)
    assert (withdrawn["verdict"], withdrawn["admitted"], withdrawn["withdrawn"]) == ("withdrawn", True, True)
    assert (withdrawn["panel_attempts"], withdrawn["hinted_attempts"], withdrawn["pairs"]) == (0, 0, 0)
    for row in four_weeks.rows("from environment_difficulty where admitted and not withdrawn").iter_rows(named=True):
        share = row["unaided"] / row["panel_attempts"]
        expected = {0.0: "never solved", 1.0: "always solved"}.get(share)
        assert row["verdict"] == expected or (
            expected is None and row["verdict"] == ("frontier" if row["hint_gain"] > 0 else "no gain")
        )


def test_standings_are_the_boards_side_by_side(four_weeks: Built) -> None:
    standings, rankings = four_weeks.rows("from standings"), four_weeks.table(RANKINGS)
    endings = {
        "value": "",
        **{name: f"_{name}" for name in ("ci_low", "ci_high", "rank", "rank_low", "rank_high", "n")},
    }
    for board in BOARDS:
        expected = rankings.filter(pl.col("board") == board).select("week", "scope", "contestant", *endings)
        found = standings.select(
            "week", "scope", "contestant", *(pl.col(board + ending).alias(name) for name, ending in endings.items())
        )
        assert_frame_equal(found, expected, check_row_order=False)
    assert standings["solver"].is_not_null().all()


def test_a_standing_is_provisional_below_thirty_pairs_in_a_role(four_weeks: Built, one_week: Built) -> None:
    pairs = pairs_of(four_weeks)
    for row in four_weeks.rows("from standings").iter_rows(named=True):
        weeks = pl.col("week") == row["week"] if row["scope"] == "week" else pl.col("week") <= row["week"]
        counts = {role: pairs.filter(weeks, pl.col(role) == row["contestant"]).height for role in ("solver", "author")}
        assert (row["pairs_as_solver"], row["pairs_as_author"]) == (counts["solver"], counts["author"])
        assert row["provisional"] is any(counts[role] < 30 for role in row["roles"])
    found = one_week.rows("select contestant, provisional, pairs_as_author from standings where scope = 'week'")
    assert found.rows() == [("ada", True, 16), ("bob", True, 12), ("cyd", True, 0)]
    assert not four_weeks.rows("from standings where not provisional and contestant = 'cyd'").is_empty()


def test_standings_tell_who_is_a_house_player(four_weeks: Built) -> None:
    found = four_weeks.rows("select distinct contestant, model, is_house, roles, season from standings order by all")
    assert found.rows() == [
        ("ada", "house/player", True, ["author", "solver"], "tiny"),
        ("bob", "house/player", True, ["author", "solver"], "tiny"),
        ("cyd", "provider/cyd-1", False, ["solver"], "tiny"),
        ("dan", "house/player", True, ["author", "solver"], "tiny"),
    ]


def test_the_leaderboard_is_the_last_week_in_order(four_weeks: Built) -> None:
    found = four_weeks.rows("from leaderboard")
    expected = four_weeks.rows(f"from standings where week = '{WEEKS[-1]}'")
    assert_frame_equal(found, expected, check_row_order=False)
    order = found.select("scope", "composite_rank").rows()
    assert [scope for scope, _ in order] == ["week"] * 3 + ["season"] * 3
    assert [rank for _, rank in order] == [1, 2, None] * 2


def test_authoring_is_set_beside_solving_for_who_does_both(four_weeks: Built) -> None:
    found = four_weeks.rows("select contestant, rank_gap, solver_rank, author_rank from authoring_vs_solving")
    assert set(found["contestant"]) == {"ada", "bob", "dan"}
    assert found.filter(pl.col("rank_gap") != pl.col("solver_rank") - pl.col("author_rank")).is_empty()


def test_history_compares_with_the_contestants_week_before(four_weeks: Built) -> None:
    values = {row[:4]: row[4] for row in four_weeks.table(RANKINGS).iter_rows()}
    for row in four_weeks.rows("from rating_history").iter_rows(named=True):
        number = WEEKS.index(row["week"])
        before = values.get((WEEKS[number - 1], row["scope"], row["board"], row["contestant"])) if number else None
        assert row["week_number"] == number + 1
        assert row["previous_value"] == before
        assert row["change"] == (None if before is None or row["value"] is None else row["value"] - before)


def test_the_duel_log_counts_the_meetings(four_weeks: Built) -> None:
    duels = four_weeks.table(DUEL_RESULTS).sort("week")
    log = four_weeks.rows("from duel_log")
    assert log.height == duels.height
    assert {"draw", "no_contest"} <= set(log["result"])
    for row in log.iter_rows(named=True):
        pair = (row["contestant_a"], row["contestant_b"])
        met = duels.filter(
            pl.col("contestant_a") == pair[0], pl.col("contestant_b") == pair[1], pl.col("week") <= row["week"]
        )
        results = met.get_column("result").to_list()
        assert row["meeting"] == len(results)
        assert [row[name] for name in ("a_wins", "b_wins", "draws")] == [results.count(r) for r in ("a", "b", "draw")]
        winner = {"a": pair, "b": pair[::-1]}.get(row["result"], (None, None))
        assert (row["winner"], row["loser"]) == winner


def test_outcomes_of_authors_are_the_means_of_their_environments(four_weeks: Built) -> None:
    """What `dossier_effects` rests on; the mart also holds environments that nobody answered for."""
    expected = four_weeks.rows(
        "select week, author, avg(discrimination) as discrimination, avg(hint_gain) as hint_gain, "
        "avg(unaided_share) as unaided_share, avg(admitted::integer) as admitted_share "
        "from environment_difficulty join stg_authored_environments using (week, environment_id, author) "
        "where status not in ('incomplete', 'budget_reached') group by all order by all"
    )
    tables = [four_weeks.table(table) for table in (CONTESTANTS, HINT_VALIDATIONS, SOLVE_ATTEMPTS)]
    weeks = [weekly_outcomes(week, *(table.filter(pl.col("week") == week) for table in tables)) for week in WEEKS]
    found = pl.concat(weeks).pivot("outcome", index=["week", "author"], values="value")
    assert_frame_equal(found.select(expected.columns).sort("week", "author"), expected)
