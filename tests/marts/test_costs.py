"""What contestants used, why they failed, and every turn, counted by hand on made weeks."""

import polars as pl

from assets.scored import scored_attempts
from assets.tables import SOLVE_ATTEMPTS
from marts.conftest import Built
from marts.made_seasons import FAULTY_WEEK, UNPRICED_WEEK, WEEKS


def costs(built: Built, contestant: str, scope: str) -> list[dict[str, object]]:
    """A contestant's costs, week by week."""
    query = f"from contestant_costs where contestant = '{contestant}' and scope = '{scope}' order by week"
    return built.rows(query).to_dicts()


def test_costs_of_a_week(four_weeks: Built) -> None:
    ada = costs(four_weeks, "ada", "week")[0]
    attempts = four_weeks.table(SOLVE_ATTEMPTS).filter(pl.col("week") == WEEKS[0])
    successes = attempts.filter(pl.col("solver") == "ada", pl.col("success")).height
    cells = f"from head_to_head where author = 'ada' and scope = 'week' and week = '{WEEKS[0]}'"
    taught = four_weeks.rows(cells)["taught"].sum()
    expected = {
        # 5 environments of two drafts each; 15 environments × 2 seeds × 2 conditions × 2 trials.
        "drafts": 10,
        "environments": 5,
        "authoring_tokens_in": 5,
        "authoring_tokens_out": 5,
        "authoring_cost_usd": 2.5,
        # Half a dollar for each environment's probe.
        "probing_tokens_in": 5,
        "probing_tokens_out": 5,
        "probing_cost_usd": 2.5,
        "attempts": 120,
        "scored_attempts": 120,
        "incomplete_attempts": 0,
        "faults": 0,
        "successes": successes,
        "solving_tokens_in": 12_000,
        "solving_tokens_out": 840,
        "tokens": 12_860,
        "unpriced": 0,
        "tokens_per_success": 12_840 / successes,
        "taught": taught,
        "cost_per_taught_usd": 2.5 / taught,
    }
    assert {name: ada[name] for name in expected} == expected
    assert abs(ada["solving_cost_usd"] - 1.2) < 1e-9
    assert abs(ada["faults_cost_usd"] - 0.36) < 1e-9
    assert abs(ada["cost_usd"] - (2.5 + 2.5 + 1.2 + 0.36)) < 1e-9
    assert abs(ada["cost_per_success_usd"] - 1.2 / successes) < 1e-9


def test_one_call_without_a_price_leaves_the_cost_unknown(four_weeks: Built) -> None:
    at = WEEKS.index(UNPRICED_WEEK)
    for scope, unknown in (("week", [at]), ("season", [at, at + 1, at + 2])):
        rows = costs(four_weeks, "bob", scope)
        assert [number for number, row in enumerate(rows) if row["cost_usd"] is None] == unknown
        assert [row["unpriced"] for row in rows] == [int(number in unknown) for number in range(4)]
        assert [number for number, row in enumerate(rows) if row["faults_cost_usd"] is None] == unknown
        assert all(row["authoring_cost_usd"] is not None for row in rows)
    standings = four_weeks.rows("select distinct cost_usd is null from standings where contestant = 'ada'")
    assert standings.rows() == [(False,)]


def test_a_solver_that_writes_nothing_pays_nothing_for_it(four_weeks: Built) -> None:
    for row in costs(four_weeks, "cyd", "week"):
        assert (row["drafts"], row["environments"], row["authoring_cost_usd"]) == (0, 0, 0)
        assert row["cost_per_taught_usd"] is None


def test_faults_are_counted_and_not_scored(four_weeks: Built) -> None:
    week = four_weeks.table(SOLVE_ATTEMPTS).filter(pl.col("week") == FAULTY_WEEK)
    scored = dict(scored_attempts(week).group_by("solver").len().rows())
    assert sum(scored.values()) == week.height - 3 * 8 - 2
    for contestant in ("ada", "bob", "cyd"):
        [row] = [row for row in costs(four_weeks, contestant, "week") if row["week"] == FAULTY_WEEK]
        assert (row["incomplete_attempts"], row["faults"]) == (1, 1)
        assert row["scored_attempts"] == scored[contestant]
        faults = f"select faults from standings where contestant = '{contestant}' and week >= '{FAULTY_WEEK}'"
        assert four_weeks.rows(f"{faults} and scope = 'season'")["faults"].to_list() == [1, 1]
        assert sorted(four_weeks.rows(f"{faults} and scope = 'week'")["faults"]) == [0, 1]


def test_reasons_name_whose_doing_it_was(four_weeks: Built, one_week: Built) -> None:
    authors = one_week.rows("select contestant, reason, whose, n, \"of\" from failure_reasons where role = 'author'")
    assert authors.rows() == [
        ("ada", "novel", "author", 1, 5),
        ("bob", "incomplete", "provider", 1, 5),
        ("bob", "unreadable", "author", 1, 5),
    ]
    solvers = four_weeks.rows(
        f"select contestant, reason, whose, n, \"of\" from failure_reasons where role = 'solver' "
        f"and week = '{FAULTY_WEEK}' and whose <> 'solver'"
    )
    assert solvers.rows() == [
        ("ada", "environment_error", "environment", 1, 80),
        ("bob", "sandbox_error", "sandbox", 1, 80),
        ("cyd", "provider_error", "provider", 1, 80),
    ]


def test_a_turn_is_a_row(four_weeks: Built) -> None:
    turns, attempts = four_weeks.rows("from stg_turns"), four_weeks.table(SOLVE_ATTEMPTS)
    assert turns.height == attempts.get_column("turns").sum()
    assert turns["last_turn"].all()  # Made attempts have one turn each.
    assert set(turns["completion"]) == {"\\boxed{1}"}
