"""Each check finds the one row that breaks it, names it, and leaves the others in peace."""

from datetime import timedelta

import polars as pl
import pytest

from assets.environment_seeds import benchmark_seeds
from assets.tables import TABLES
from checks.breaking import Break, both, double, drop, put, shifted, within
from checks.made_week import KEPT, REJECTED, SEASON, WEEK, Frames
from orchestration.checks.check import Week
from orchestration.checks.suites import suite

ADA_1 = f"{WEEK}/ada/env_001"
CERTIFIED = (pl.col("environment_id") == ADA_1) & (pl.col("check_name") == "winnable")
FOREIGN = (pl.col("environment_id") == ADA_1) & (pl.col("solver") == "cyd") & (pl.col("condition") == "with_hint")
LAST = pl.int_range(pl.len()) == pl.len() - 1
HINT_GAIN = (pl.col("scope") == "week") & (pl.col("board") == "hint_gain")
RANKED_LAST = HINT_GAIN & (pl.col("rank") == pl.col("rank").filter(HINT_GAIN).max())
UNRANKED = (pl.col("scope") == "week") & (pl.col("board") == "design") & pl.col("value").is_null()
RATED = (pl.col("scope") == "week") & (pl.col("board") == "solver")
INTERVAL = ("std_error", "ci_low", "ci_high")
RANK_INTERVAL = ("rank_low", "rank_high", "p_first")
NUMBERS = (*INTERVAL, *RANK_INTERVAL, "rank", "value")
COMPOSED = (pl.col("board") == "composite") & pl.col("value").is_not_null()
SOLVER_AUTHOR = (pl.col("scope") == "week") & (pl.col("other_board") == "author") & (pl.col("statistic") == "pearson")
GAIN_BEFORE = pl.col("board") == "hint_gain"
ADA_RISES = (pl.col("board") == "canonical_solve") & (pl.col("contestant") == "ada")
GAIN = pl.col("outcome") == "hint_gain"
ADAS = (pl.col("author") == "ada") & (pl.int_range(pl.len()) == 0)
OF_PANEL = pl.col("author") == "panel"
DUEL = (pl.col("contestant_a") == "ada") & (pl.col("contestant_b") == "bob")

BROKEN: list[tuple[str, str, Break, set[str], str]] = [
    # table, check, how it is broken, what else that breaks, what the UI must say
    ("contestants", "keys_unique", double(), {"season_takes_part"}, "ada"),
    ("contestants", "no_nulls", within("roles", None, None, LAST), {"season_takes_part"}, "cyd"),
    ("contestants", "season_takes_part", drop(LAST), set(), "missing"),
    ("dossiers", "keys_unique", double(), {"every_author_once"}, "ada"),
    ("dossiers", "no_nulls", put("weeks", None), set(), "weeks is null"),
    ("dossiers", "values_allowed", put("dossier", "secret"), {"shown_as_allowed"}, "secret"),
    ("dossiers", "references_exist", put("author", "eve"), {"every_author_once", "shown_as_allowed"}, "eve"),
    ("dossiers", "every_author_once", drop(LAST), set(), "missing"),
    ("dossiers", "shown_as_allowed", put("dossier", "public"), set(), "not what the season shows"),
    ("dossiers", "shown_as_allowed", put("bytes", 12_001), set(), "longer than 12000 bytes"),
    ("dossiers", "told_as_text", put("text", None), set(), "not whole"),
    ("dossiers", "told_as_text", put("dossier", "none"), set(), "not empty"),
    ("authored_environments", "keys_unique", double(), {"every_slot_once"}, ADA_1),
    ("authored_environments", "no_nulls", within("drafts", "finish_reason", None), set(), "finish_reason is null"),
    ("authored_environments", "values_allowed", within("drafts", "tokens_in", -1), set(), "tokens_in is not ≥ 0"),
    ("authored_environments", "references_exist", put("author", "eve"), {"every_slot_once"}, "eve"),
    ("authored_environments", "every_slot_once", drop(), set(), ADA_1),
    ("authored_environments", "written_is_whole", put("source", None), set(), "without source"),
    ("authored_environments", "every_cost_known", put("cost_usd", None), set(), "the model has no price"),
    (
        "authored_environments",
        "versions_follow",
        put("version", 2, pl.col("environment_id") == KEPT),
        set(),
        "the id is of another version",
    ),
    ("environment_probes", "keys_unique", put("attempt_id", "same", pl.int_range(pl.len()) < 2), set(), "same"),
    ("environment_probes", "no_nulls", within("transcript", "observation", None), set(), "observation is null"),
    ("environment_probes", "values_allowed", within("transcript", "tokens_in", -1), set(), "tokens_in is not ≥ 0"),
    (
        "environment_probes",
        "references_exist",
        put("environment_id", "x/y"),
        {"every_probe_once"},
        "no such environment_id, author",
    ),
    ("environment_probes", "every_probe_once", drop(), set(), "missing"),
    ("environment_probes", "outcomes_agree", put("success", None), set(), "does not follow from status"),
    ("environment_probes", "every_cost_known", put("cost_usd", None), set(), "the model has no price"),
    ("hint_validations", "every_cost_known", put("cost_usd", None), set(), "the model has no price"),
    ("hint_validations", "keys_unique", double(), {"every_check_once"}, ADA_1),
    ("hint_validations", "no_nulls", within("certificates", "actions", [None], CERTIFIED), set(), "actions is null"),
    ("hint_validations", "values_allowed", put("seconds", float("nan")), set(), "seconds is not ≥ 0"),
    (
        "hint_validations",
        "references_exist",
        put("environment_id", "x/y", pl.col("environment_id") == REJECTED),
        {"every_check_once"},
        "x/y",
    ),
    ("hint_validations", "every_check_once", drop(pl.col("check_name") == "hint_probe"), set(), "missing"),
    ("hint_validations", "gates_stand", put("gating", False, pl.col("check_name") == "novel"), set(), "should gate"),
    ("hint_validations", "gates_stand", put("gating", True, pl.col("check_name") == "hint_probe"), set(), "not gate"),
    ("hint_validations", "certificates_complete", put("certificates", None, CERTIFIED), set(), "no certificate"),
    ("hint_validations", "certificates_complete", within("certificates", "actions", [], CERTIFIED), set(), ADA_1),
    (
        "hint_validations",
        "certificates_complete",
        within("certificates", "seed", 7, CERTIFIED),
        set(),
        "not a benchmark",
    ),
    ("solve_attempts", "keys_unique", put("attempt_id", "same", FOREIGN), set(), "same"),
    ("solve_attempts", "no_nulls", within("transcript", "observation", None), set(), "observation is null"),
    ("solve_attempts", "values_allowed", put("reward", float("inf")), set(), "reward is not finite"),
    ("solve_attempts", "values_allowed", put("domain", "cooking"), {"matched_pairs_complete"}, "cooking"),
    ("solve_attempts", "references_exist", put("author", "bob", FOREIGN), {"matched_pairs_complete"}, "bob"),
    ("solve_attempts", "every_attempt_once", both(double(), put("attempt_id", "other")), set(), "stands 2 times"),
    (
        "solve_attempts",
        "every_attempt_once",
        put("trial", 1, pl.col("environment_id") == ADA_1),
        set(),
        "not asked for",
    ),
    ("solve_attempts", "outcomes_agree", put("success", None), set(), "success does not follow"),
    ("solve_attempts", "outcomes_agree", put("turns", 2), set(), "turns are not"),
    (
        "solve_attempts",
        "matched_pairs_complete",
        both(
            put("status", "incomplete", FOREIGN),
            put("stop_reason", "provider_error", FOREIGN),
            put("success", None, FOREIGN),
        ),
        set(),
        "with_hint: provider_error",
    ),
    (
        "solve_attempts",
        "matched_pairs_complete",
        both(
            put("status", "incomplete", FOREIGN),
            put("stop_reason", "environment_error", FOREIGN),
            put("success", None, FOREIGN),
        ),
        set(),
        "withdrawn",
    ),
    ("solve_attempts", "every_cost_known", put("cost_usd", None), set(), "the model has no price"),
    ("solve_attempts", "every_cost_known", put("faults_cost_usd", None), set(), "the model has no price"),
    ("pairwise_outcomes", "keys_unique", double(), {"every_cell_once"}, "ada"),
    ("pairwise_outcomes", "no_nulls", put("harmed", None), set(), "harmed is null"),
    ("pairwise_outcomes", "values_allowed", put("rescue", 1.5), set(), "rescue is not ≥ 0 and ≤ 1"),
    ("pairwise_outcomes", "references_exist", put("solver", "eve"), {"every_cell_once", "counts_add_up"}, "eve"),
    ("pairwise_outcomes", "every_cell_once", drop(), set(), "missing"),
    ("pairwise_outcomes", "counts_add_up", put("stumped", 99), set(), "don't add up"),
    ("pairwise_outcomes", "counts_add_up", put("harmed", 99), set(), "more harmed"),
    (
        "pairwise_outcomes",
        "counts_add_up",
        both(*(put(column, 0) for column in ("pairs", "solved", "taught", "stumped", "harmed"))),
        set(),
        "another number of pairs",
    ),
    ("duel_results", "keys_unique", double(), {"every_duel_once"}, "ada"),
    ("duel_results", "no_nulls", put("reason", None), set(), "reason is null"),
    ("duel_results", "values_allowed", put("p_holm", 1.5), set(), "p_holm is not"),
    ("duel_results", "references_exist", put("contestant_b", "eve", LAST), {"every_duel_once"}, "eve"),
    ("duel_results", "every_duel_once", drop(), set(), "missing"),
    ("duel_results", "intervals_hold_value", put("margin", 0.9, DUEL), set(), "0.9"),
    ("duel_results", "results_follow", put("result", "no_contest", DUEL), set(), "should be"),
    ("rankings", "keys_unique", double(UNRANKED), {"everyone_ranked"}, "design"),
    ("rankings", "no_nulls", put("n", None), set(), "n is null"),
    ("rankings", "values_allowed", put("n", -1), set(), "n is not ≥ 0"),
    ("rankings", "references_exist", put("contestant", "eve"), {"everyone_ranked"}, "eve"),
    ("rankings", "everyone_ranked", drop(UNRANKED), set(), "missing"),
    ("rankings", "everyone_ranked", drop(pl.col("scope") == "season"), set(), "season"),
    ("rankings", "intervals_hold_value", put("ci_high", -0.5, RANKED_LAST), set(), "value outside its interval"),
    ("rankings", "intervals_hold_value", put("rank_high", None, RANKED_LAST), set(), "half an interval of rank"),
    ("rankings", "intervals_hold_value", put("rank_high", 2, RANKED_LAST), set(), "rank outside its interval"),
    ("rankings", "intervals_hold_value", put("std_error", None, RANKED_LAST), set(), "std_error and interval of value"),
    ("rankings", "intervals_hold_value", put("p_first", 0.0, UNRANKED), set(), "p_first and interval of rank"),
    (
        "rankings",
        "intervals_hold_value",
        both(put("ci_low", 0.0, UNRANKED), put("ci_high", 1.0, UNRANKED)),
        set(),
        "an interval without value",
    ),
    (
        "rankings",
        "intervals_hold_value",
        both(put("note", "odd", RANKED_LAST), *(put(column, None, RANKED_LAST) for column in INTERVAL)),
        set(),
        "an interval of rank without one of value",
    ),
    (
        "rankings",
        "ranks_follow",
        both(*(put(c, 7, RANKED_LAST) for c in ("rank", "rank_high"))),
        set(),
        "should have rank",
    ),
    ("rankings", "ranks_follow", put("rank", 3, UNRANKED), set(), "a rank without a value"),
    ("rankings", "ranks_follow", put("rank_high", 4, RANKED_LAST), set(), "rank_high is above 3"),
    ("rankings", "ranks_follow", put("p_first", 0.9, RANKED_LAST), set(), "first places of the board add up to 1."),
    ("rankings", "ranks_follow", put("p_first", 0.0, HINT_GAIN), set(), "first places of the board add up to 0.0"),
    (
        "rankings",
        "ranks_follow",
        both(*(put(c, 3, RANKED_LAST) for c in ("rank_low", "rank_high"))),
        set(),
        "first so often",
    ),
    ("rankings", "scale_holds", put("ci_low", -1.5, RANKED_LAST), set(), "not within -1.0 and 1"),
    ("rankings", "scale_holds", put("ci_high", 1.5, RANKED_LAST), set(), "not within -1.0 and 1"),
    ("rankings", "scale_holds", shifted("author", 1), set(), "the board's mean is 100"),
    ("rankings", "scale_holds", shifted("composite", 1), set(), "the board's mean is 100"),
    (
        "rankings",
        "scale_holds",
        both(put("n", 0, COMPOSED), put("note", "odd", COMPOSED), *(put(c, None, COMPOSED) for c in NUMBERS)),
        set(),
        "not the mean of its ratings",
    ),
    ("rankings", "nulls_explained", put("note", None, UNRANKED), set(), "neither value nor note"),
    ("rankings", "nulls_explained", put("n", 1, UNRANKED), set(), "no value, yet n is not 0"),
    ("rankings", "nulls_explained", put("n", 0, RANKED_LAST), set(), "a value that rests on nothing"),
    ("rankings", "nulls_explained", put("p_value", None, RANKED_LAST), set(), "no p_value"),
    ("rankings", "nulls_explained", put("p_value", 0.5, RATED), set(), "a p_value where nothing is tested"),
    (
        "rankings",
        "nulls_explained",
        both(*(put(column, None, RANKED_LAST) for column in (*INTERVAL, *RANK_INTERVAL))),
        set(),
        "neither interval of value nor note",
    ),
    (
        "rankings",
        "nulls_explained",
        both(*(put(column, None, RANKED_LAST) for column in RANK_INTERVAL)),
        set(),
        "neither interval of rank nor note",
    ),
    ("board_correlations", "keys_unique", double(), {"every_pair_once"}, "canonical_solve"),
    ("board_correlations", "no_nulls", put("n", None), set(), "n is null"),
    ("board_correlations", "values_allowed", put("p_value", 1.5, GAIN_BEFORE), set(), "p_value is not ≥ 0 and ≤ 1"),
    ("board_correlations", "every_pair_once", drop(SOLVER_AUTHOR), set(), "missing"),
    ("board_correlations", "every_pair_once", drop(GAIN_BEFORE), set(), "missing"),
    (
        "board_correlations",
        "every_pair_once",
        put("other_week", WEEK + timedelta(weeks=1), GAIN_BEFORE),
        set(),
        "not asked for",
    ),
    ("board_correlations", "intervals_hold_value", put("ci_low", None, SOLVER_AUTHOR), set(), "half an interval"),
    ("board_correlations", "correlations_follow", put("value", 0.0, SOLVER_AUTHOR), set(), "value should be "),
    ("board_correlations", "correlations_follow", put("p_value", 0.5, SOLVER_AUTHOR), set(), "p_value should be "),
    ("board_correlations", "correlations_follow", put("n", 3, SOLVER_AUTHOR), set(), "2 contestants are on both"),
    ("board_correlations", "correlations_follow", put("n", 4, GAIN_BEFORE), set(), "only 3 contestants are on the"),
    (
        "board_correlations",
        "nulls_explained",
        both(*(put(column, None, GAIN_BEFORE) for column in ("value", "ci_low", "ci_high"))),
        set(),
        "a p_value without value",
    ),
    (
        "board_correlations",
        "nulls_explained",
        both(*(put(column, None, GAIN_BEFORE) for column in ("value", "ci_low", "ci_high", "p_value", "note"))),
        set(),
        "neither value nor note",
    ),
    ("season_trends", "keys_unique", double(), {"everyone_on_every_board", "verdicts_follow"}, "author"),
    ("season_trends", "no_nulls", put("weeks", None), set(), "weeks is null"),
    ("season_trends", "values_allowed", put("std_error", -1.0, ADA_RISES), set(), "std_error is not ≥ 0"),
    ("season_trends", "references_exist", put("contestant", "eve"), {"everyone_on_every_board"}, "eve"),
    ("season_trends", "everyone_on_every_board", drop(), set(), "missing"),
    (
        "season_trends",
        "weeks_counted",
        both(put("weeks", 0, ADA_RISES), put("first_week", None, ADA_RISES)),
        {"nulls_explained"},
        "this week's value does not count",
    ),
    ("season_trends", "weeks_counted", put("first_week", None, ADA_RISES), set(), "first_week must stand exactly"),
    (
        "season_trends",
        "weeks_counted",
        put("first_week", WEEK + timedelta(weeks=1), ADA_RISES),
        set(),
        "after this week",
    ),
    ("season_trends", "intervals_hold_value", put("ci_high", None, ADA_RISES), set(), "half an interval"),
    ("season_trends", "intervals_hold_value", put("slope", 9.0, ADA_RISES), set(), "slope outside its interval"),
    ("season_trends", "intervals_hold_value", put("change", None, ADA_RISES), set(), "change and interval"),
    ("season_trends", "verdicts_follow", put("change", "level", ADA_RISES), set(), "the interval says: rises"),
    ("season_trends", "verdicts_follow", put("p_holm", 1.0, ADA_RISES), set(), "p_holm should be "),
    ("season_trends", "nulls_explained", put("note", None, pl.col("slope").is_null()), set(), "neither interval"),
    ("season_trends", "nulls_explained", put("weeks", 2, ADA_RISES), set(), "a slope of too few weeks"),
    (
        "season_trends",
        "nulls_explained",
        put("weeks", 3, pl.col("slope").is_null()),
        {"weeks_counted"},
        "no slope",
    ),
    ("dossier_effects", "keys_unique", double(), {"every_outcome_once"}, "admitted_share"),
    ("dossier_effects", "no_nulls", put("authors", None), set(), "authors is null"),
    ("dossier_effects", "values_allowed", put("p_value", 1.5, GAIN), set(), "p_value is not ≥ 0 and ≤ 1"),
    ("dossier_effects", "every_outcome_once", drop(GAIN), set(), "missing"),
    ("dossier_effects", "intervals_hold_value", put("ci_low", None, GAIN), {"nulls_explained"}, "half an interval"),
    ("dossier_effects", "intervals_hold_value", put("std_error", None, GAIN), set(), "std_error and interval"),
    ("dossier_effects", "intervals_hold_value", put("p_value", 0.25, GAIN), set(), "below all that its authors"),
    ("dossier_effects", "evidence_counted", put("weeks_with", 1, GAIN), set(), "weeks_with does not fit 2 authors"),
    (
        "dossier_effects",
        "evidence_counted",
        put("authors", 0, pl.col("outcome") == "admitted_share"),
        set(),
        "effect and authors must come together",
    ),
    ("dossier_effects", "nulls_explained", put("note", None, pl.col("authors") == 1), set(), "neither interval nor"),
    ("training_curriculum", "keys_unique", double(), {"order_holds", "weights_add_up"}, "env_"),
    (
        "training_curriculum",
        "no_nulls",
        within("training_seeds", None, None),
        {"seeds_fresh"},
        "training_seeds is null",
    ),
    ("training_curriculum", "values_allowed", put("hint_level", 2), set(), "hint_level is not"),
    ("training_curriculum", "references_exist", put("environment_id", "x/y"), {"chosen_are_played"}, "x/y"),
    ("training_curriculum", "learners_known", put("learner", "eve", pl.col("learner") == "panel"), set(), "eve"),
    ("training_curriculum", "chosen_are_played", put("environment_id", REJECTED), set(), "not admitted"),
    ("training_curriculum", "splits_disjoint", put("split", "validation"), set(), "in test and validation"),
    ("training_curriculum", "weights_add_up", put("weight", 0.01), set(), "add up to 1"),
    ("training_curriculum", "order_holds", put("position", 50, LAST), set(), "should be at position"),
    (
        "training_curriculum",
        "seeds_fresh",
        within("training_seeds", None, 5),
        set(),
        "1 different seeds of 3, 3 asked for",
    ),
    ("environment_designs", "keys_unique", double(), {"every_played_once"}, "env_"),
    ("environment_designs", "no_nulls", put("map_x", None), set(), "map_x is null"),
    ("environment_designs", "values_allowed", put("feedback", "loud"), set(), "feedback is none of"),
    ("environment_designs", "references_exist", put("author", "eve"), set(), "no such environment_id, author"),
    ("environment_designs", "every_played_once", drop(), set(), "missing"),
    ("environment_designs", "designs_follow", put("domain", "memory recall"), set(), "domain should be "),
    ("environment_designs", "designs_follow", put("max_turns", 9), set(), "max_turns should be 5"),
    ("environment_designs", "designs_follow", put("actions", 3.0), set(), "actions should be 2"),
    ("environment_designs", "nearest_known", put("nearest_author", None), set(), "by halves"),
    ("environment_designs", "nearest_known", put("nearest_author", "ada", ADAS), set(), "author's own"),
    (
        "environment_designs",
        "nearest_known",
        both(*(put(f"nearest_{name}", None) for name in ("environment_id", "author", "similarity"))),
        set(),
        "another author has one",
    ),
    ("environment_designs", "nearest_known", put("nearest_environment_id", "2999-01-01/bob/x"), set(), "later week"),
    ("environment_designs", "nearest_known", put("nearest_environment_id", f"{WEEK}/bob/x"), set(), "not in the table"),
    ("design_convergence", "keys_unique", double(), {"every_pair_once"}, "ada"),
    ("design_convergence", "no_nulls", put("follows_weeks", None), set(), "follows_weeks is null"),
    ("design_convergence", "values_allowed", put("follows", 1.5), {"means_follow"}, "follows is not ≥ 0 and ≤ 1"),
    ("design_convergence", "every_pair_once", drop(OF_PANEL), set(), "missing"),
    ("design_convergence", "counts_follow", put("environments", 9), set(), "environments should be 4"),
    ("design_convergence", "counts_follow", put("other_environments", 9), set(), "other_environments should be 3"),
    (
        "design_convergence",
        "counts_follow",
        put("similarity", None, ~OF_PANEL),
        {"means_follow"},
        "exactly where both have environments",
    ),
    ("design_convergence", "means_follow", put("similarity", 0.01), set(), "the other way it is"),
    ("design_convergence", "means_follow", put("similarity", 0.01, OF_PANEL), set(), "not the pairs' mean"),
    ("design_convergence", "means_follow", put("follows", None, OF_PANEL), set(), "not the pairs' mean"),
    ("design_convergence", "intervals_hold_value", put("follows_low", 0.1), set(), "half an interval"),
    (
        "design_convergence",
        "intervals_hold_value",
        both(put("similarity_slope", 0.3), put("similarity_low", 0.4), put("similarity_high", 0.5)),
        set(),
        "outside its interval",
    ),
    ("design_convergence", "tests_follow", put("similarity_p", 0.5, OF_PANEL), set(), "of too few weeks"),
    ("design_convergence", "tests_follow", put("excess_weeks", 5), set(), "no excess_p"),
    ("design_convergence", "tests_follow", put("follows_p_holm", 0.5), set(), "follows_p_holm is not Holm's"),
    ("design_convergence", "nulls_explained", put("note", None), set(), "no note"),
]


def failing(frames: Frames, table: str) -> dict[str, pl.DataFrame]:
    """The failing rows of every check of the table that has any."""
    found = {check.name: check.failing(Week(SEASON, WEEK, frames)) for check in suite(table)}
    return {name: rows for name, rows in found.items() if rows.height}


@pytest.mark.parametrize(("table", "check", "change", "also", "told"), BROKEN, ids=[f"{b[0]}-{b[1]}" for b in BROKEN])
def test_a_broken_row_is_found_and_named(
    table: str, check: str, change: Break, also: set[str], told: str, week: Frames
) -> None:
    found = failing({**week, table: change(week[table])}, table)
    assert found.keys() == {check, *also}
    assert found[check].columns[-1] == "problem"
    assert any(told in str(cell) for row in found[check].rows() for cell in row)


def test_every_check_is_broken_once() -> None:
    every = {(table, check.name) for table in TABLES for check in suite(table)}
    assert {(table, check) for table, check, *_ in BROKEN} == every - {("hint_validations", "admitted_are_written")}


def test_an_admitted_environment_that_was_not_written_is_found(week: Frames) -> None:
    authored = put("status", "incomplete")(week["authored_environments"])
    found = failing({**week, "authored_environments": authored}, "hint_validations")
    assert found.keys() == {"admitted_are_written"}
    assert found["admitted_are_written"].rows() == [(ADA_1, "incomplete", "admitted, but not written")]


def test_a_benchmark_seed_is_no_training_seed(week: Frames) -> None:
    chosen = week["training_curriculum"]
    spent = benchmark_seeds(SEASON, chosen["environment_id"][0])[0]
    found = failing(
        {**week, "training_curriculum": within("training_seeds", None, spent)(chosen)}, "training_curriculum"
    )
    assert found["seeds_fresh"]["problem"].to_list() == ["1 of 3 seeds used for scores or checks"]


def test_an_empty_partition_fails_wherever_rows_are_asked_for(week: Frames) -> None:
    found = {table: set(failing({**week, table: week[table].clear()}, table)) for table in TABLES}
    assert found == {
        "contestants": {"season_takes_part"},
        "dossiers": {"every_author_once"},
        "authored_environments": {"every_slot_once"},
        "environment_probes": {"every_probe_once"},
        "hint_validations": {"every_check_once"},
        "solve_attempts": {"every_attempt_once"},
        "pairwise_outcomes": {"every_cell_once"},
        "duel_results": {"every_duel_once"},
        "rankings": {"everyone_ranked"},
        "board_correlations": {"every_pair_once"},
        "season_trends": {"everyone_on_every_board"},
        "dossier_effects": {"every_outcome_once"},
        # There may be nothing worth training on.
        "training_curriculum": set(),
        "environment_designs": {"every_played_once"},
        "design_convergence": {"every_pair_once"},
    }
