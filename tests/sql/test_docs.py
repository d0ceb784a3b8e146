"""docs/sql.md: every question is asked of the demo season's four weeks, and the page shows what was answered."""

import re

import duckdb
import pytest
from demo import COMMAND, MINUTES

from sql.page import PAGE, ask, questions

TEXT = PAGE.read_text(encoding="utf-8")
QUESTIONS = questions(TEXT)


def test_there_are_fifteen_questions():
    assert [heading.split()[1] for heading, _, _ in QUESTIONS] == [f"{number}." for number in range(1, 16)]
    assert TEXT.count("```sql") == len(QUESTIONS)


@pytest.mark.slow
@pytest.mark.timeout(60 * MINUTES)
@pytest.mark.parametrize(("query", "shown"), [question[1:] for question in QUESTIONS], ids=[q[0] for q in QUESTIONS])
def test_the_page_shows_the_answer(demo, query, shown):
    assert ask(demo, query) == shown, "python tests/sql/write_results.py writes the page anew"


def test_the_page_says_how_the_weeks_were_played():
    assert " ".join(["duels", *COMMAND]) in TEXT


@pytest.mark.slow
@pytest.mark.timeout(60 * MINUTES)
def test_every_relation_is_listed(demo):
    with duckdb.connect(demo.snapshot.path, read_only=True) as connection:
        found = {
            name
            for (name,) in connection.sql(
                "SELECT DISTINCT table_name FROM duckdb_columns() WHERE NOT internal"
            ).fetchall()
        }
    listed = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    assert listed == {name for name in found if not name.startswith(("stg_", "int_"))} - {"valid_partitions"}
    assert set(re.findall(r"`((?:stg|int)_\w+|valid_partitions)`", TEXT)) <= found


def test_links_lead_somewhere():
    targets = [target for target in re.findall(r"\]\(([^)#]+)\)", TEXT) if not target.startswith("https://")]
    assert targets
    assert all((PAGE.parent / target).exists() for target in targets)
