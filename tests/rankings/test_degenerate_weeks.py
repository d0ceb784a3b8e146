"""Degenerate weeks: `rankings` and `board_correlations` materialize whatever happened, with nulls and notes."""

from collections.abc import Callable
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from made_weeks import WEEK, attempts_frame, full_week
from warehouse.made_rows import GOOD, contestants, row, store

from assets.catalog import WAREHOUSE_IO
from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.duels import duel_results
from assets.partitions import WEEKS
from assets.rankings.asset import board_correlations, rankings
from assets.season import Season
from assets.tables import BOARDS, CONTESTANTS, SOLVE_ATTEMPTS, TABLES
from orchestration.checks import ALL_CHECKS
from orchestration.resources.warehouse import Warehouse, WarehouseHistory
from orchestration.resources.warehouse.io_manager import warehouse_io_manager

SEASON = Season.model_validate(
    {"name": "tiny", "seed": "a secret", "contestants": [{"name": "ada", "model": "a/model"}]}
)
UPSTREAM = ("contestants", "solve_attempts", "pairwise_outcomes", "duel_results")
CHECKS_OF = dict(zip(TABLES, ALL_CHECKS, strict=True))

type Materialize = Callable[[list[str], pl.DataFrame], tuple[pl.DataFrame, pl.DataFrame]]


@pytest.fixture
def materialize(tmp_path: Path) -> Materialize:
    """Store a week's attempts, materialize the two assets with their checks, and read what they left."""

    def run(names: list[str], attempts: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        warehouse = Warehouse(tmp_path / "warehouse.duckdb", SEASON.name)
        players = contestants(*names) if names else CONTESTANTS.frame([])
        store(warehouse, "contestants", players, GOOD)
        store(warehouse, "solve_attempts", whole(attempts), GOOD)
        store(warehouse, "pairwise_outcomes", pairwise_cells(WEEK, players, attempts), GOOD)
        store(warehouse, "duel_results", duel_results(WEEK, players, attempts, 1), GOOD)
        result = dg.materialize(
            [
                *(dg.AssetSpec(name, partitions_def=WEEKS).with_io_manager_key(WAREHOUSE_IO) for name in UPSTREAM),
                rankings,
                board_correlations,
                CHECKS_OF["rankings"],
                CHECKS_OF["board_correlations"],
            ],
            resources={
                "season": SEASON,
                "history": WarehouseHistory(warehouse),
                "warehouse": warehouse,
                WAREHOUSE_IO: warehouse_io_manager,
            },
            partition_key=WEEK.isoformat(),
        )
        assert result.success
        assert all(evaluation.passed for evaluation in result.get_asset_check_evaluations())
        with warehouse.connect(read_only=True) as connection:
            found = (
                connection.execute(f"SELECT * FROM duels.{table} ORDER BY ALL").pl()
                for table in ("rankings", "board_correlations")
            )
            return next(found), next(found)

    return run


def whole(attempts: pl.DataFrame) -> pl.DataFrame:
    """Attempts with all declared columns."""
    return SOLVE_ATTEMPTS.frame(
        [
            row(
                "solve_attempts",
                **attempt,
                week=WEEK,
                attempt_id=str(index),
                self_play=attempt["author"] == attempt["solver"],
                success={"success": True, "failure": False}.get(attempt["status"]),
            )
            for index, attempt in enumerate(attempts.iter_rows(named=True))
        ]
    )


def notes(found: pl.DataFrame, board: str, scope: str = "week") -> dict[str, str | None]:
    return dict(found.filter(board=board, scope=scope).select("contestant", "note").iter_rows())


def values(found: pl.DataFrame, board: str) -> dict[str, float | None]:
    return dict(found.filter(board=board, scope="week").select("contestant", "value").iter_rows())


NAMES = ["ada", "bob", "cyd"]


def test_one_contestant(materialize):
    found, agreement = materialize(["ada"], full_week(["ada"], 3, 2, lambda *_: "success"))
    assert found.drop_nulls("value").get_column("board").unique().to_list() == ["common_panel_solve"]
    assert notes(found, "solver") == {"ada": "nothing to rate"}
    assert agreement.get_column("value").null_count() == agreement.height


@pytest.mark.parametrize("names", [[], NAMES])
def test_no_admitted_environment(materialize, names):
    found, agreement = materialize(names, attempts_frame([]))
    assert found.height == 2 * len(BOARDS) * len(names)
    assert found.get_column("value").null_count() == found.height
    assert found.get_column("note").null_count() == 0
    assert agreement.get_column("note").null_count() == 0


def test_all_attempts_incomplete(materialize):
    found, _ = materialize(NAMES, full_week(NAMES, 2, 2, lambda *_: "incomplete"))
    assert found.get_column("value").null_count() == found.height


@pytest.mark.parametrize(
    ("status", "as_solver", "as_author", "difficulty"),
    [
        ("failure", "won no attempt", "nothing to rate", "its environments were never solved"),
        ("success", "won every attempt", "no pair was taught", "its environments were always solved"),
    ],
)
def test_all_alike(materialize, status, as_solver, as_author, difficulty):
    found, agreement = materialize(NAMES, full_week(NAMES, 3, 2, lambda *_: status))
    for board, note in (("solver", as_solver), ("author", as_author), ("author_difficulty", difficulty)):
        said = set(notes(found, board).values())
        assert said == ({note} if note == "nothing to rate" else {f"{note}: held finite by the prior"})
    assert set(notes(found, "duel").values()) == {"every duel a draw: rating finite only by Firth's method"}
    level = found.filter(pl.col("value").is_not_null())
    assert level.get_column("rank").unique().to_list() == [1]
    assert agreement.get_column("value").null_count() == agreement.height


def test_one_environment_an_author(materialize):
    def status(author: str, slot: int, solver: str, seed: int, condition: str) -> str:
        easy = {"ada": 1, "bob": 2, "cyd": 3}
        return "success" if seed < easy[solver] or (condition == "with_hint" and author == "ada") else "failure"

    found, _ = materialize(NAMES, full_week(NAMES, 1, 4, status))
    for board in ("author", "author_difficulty", "hint_authoring", "design"):
        assert found.filter(board=board, scope="week").get_column("ci_low").null_count() == 3, board
        assert found.filter(board=board, scope="week").get_column("value").null_count() == 0, board
        assert all("one environment" in note for note in notes(found, board).values()), board
    # Two environments a solver: intervals, if wide ones.
    assert found.filter(board="solver", scope="week").get_column("ci_low").null_count() == 0


def test_one_author_disqualified(materialize):
    """Every environment of one author broke its contract: it is rated as a solver, and has null as an author."""

    def status(author: str, slot: int, solver: str, seed: int, condition: str) -> str:
        return "success" if seed == slot % 2 else "failure"

    attempts = full_week([*NAMES, "dan"], 3, 2, status)
    broken = pl.col("author") == "dan"
    withdrawn = attempts.with_columns(
        status=pl.when(broken).then(pl.lit("incomplete")).otherwise("status"),
        stop_reason=pl.when(broken).then(pl.lit("environment_error")).otherwise("stop_reason"),
    )
    found, _ = materialize([*NAMES, "dan"], withdrawn)
    for board in ("design", "hint_authoring", "author", "author_difficulty", "composite", "duel"):
        assert values(found, board)["dan"] is None
        assert notes(found, board)["dan"] is not None
        assert found.filter(board=board, scope="week", contestant="dan")["n"].item() == 0
    for board in ("canonical_solve", "solver", "hint_gain"):
        assert None not in values(found, board).values()


def test_two_contestants_meet_on_no_environment_and_have_their_duel(materialize):
    def status(author: str, slot: int, solver: str, seed: int, condition: str) -> str:
        return "success" if solver == "ada" or (condition == "with_hint" and slot == 0) else "failure"

    found, _ = materialize(["ada", "bob"], full_week(["ada", "bob"], 4, 2, status))
    unlinked = "not linked with the others by any chain of environments played in common"
    for board in ("solver", "author", "author_difficulty"):
        assert notes(found, board) == {"ada": unlinked, "bob": unlinked}
    duel = values(found, "duel")
    assert duel["ada"] > 1000 > duel["bob"]
    assert notes(found, "duel")["ada"] == "won every duel: rating finite only by Firth's method"
    assert values(found, "canonical_solve")["ada"] == 1.0
