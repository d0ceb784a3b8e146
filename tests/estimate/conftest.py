"""A home of season `tiny` in which two weeks were played, as its published results show them."""

from datetime import date

import pytest
from warehouse.made_rows import GOOD, LAST_WEEK, WEEK, contestants, row, store

from assets.tables import TABLES
from orchestration.resources.home import Home
from orchestration.resources.warehouse import Warehouse, publish


def attempt(number: int, solver: str, *, turns: int, week: date = WEEK, **values: object) -> dict[str, object]:
    counted = {"turns": turns, "tokens_in": 100 * turns, "tokens_out": 10 * turns}
    named = {"attempt_id": f"{week}-{number}", "solver": solver, "author": "ada", "status": "failure"}
    return row("solve_attempts", week=week, **{**counted, **named, **values})


def environment(slot: int, author: str, *, tries: int, week: date = WEEK, **values: object) -> dict[str, object]:
    counted = {"tries": tries, "tokens_in": 1_000 * tries, "tokens_out": 500 * tries}
    named = {"environment_id": f"{week}/{author}/env_{slot:03d}", "author": author, "status": "written", "version": 0}
    return row("authored_environments", week=week, **{**counted, **named, **values})


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Of the contestants only `priced` and `ada` took part."""
    home = Home(tmp_path_factory.mktemp("home"))
    warehouse = Warehouse(home.root / "warehouse.duckdb", "tiny")
    for week, turns in ((LAST_WEEK, 99), (WEEK, 2)):
        tables = {
            "contestants": [
                *contestants("ada", week=week).to_dicts(),
                *contestants("priced", week=week, model="openai/priced").to_dicts(),
            ],
            "authored_environments": [
                environment(1, "ada", tries=1, week=week),
                environment(1, "priced", tries=2, week=week),
                environment(2, "priced", tries=1, week=week, status="unreadable"),
                environment(3, "priced", tries=50, week=week, status="incomplete"),
                environment(4, "priced", tries=60, week=week, status="budget_reached"),
            ],
            "dossiers": [],
            "hint_validations": [],
            "solve_attempts": [
                attempt(1, "priced", turns=turns, week=week, status="success"),
                attempt(2, "priced", turns=turns + 3, week=week),
                attempt(3, "priced", turns=70, week=week, status="incomplete"),
                attempt(4, "ada", turns=8, week=week),
            ],
        }
        for name, rows in tables.items():
            store(warehouse, name, TABLES[name].frame(rows), GOOD, week=week)
    publish(warehouse, home.snapshot.path)
    return home
