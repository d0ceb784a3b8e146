"""docs/power.md shows what the code gives: its tables of the assumed model, and the advice drawn from them."""

import re
from pathlib import Path

import pytest

from assets.power.world import ASSUMED
from power.tables import tables

PAGE = (Path(__file__).parents[2] / "docs" / "power.md").read_text(encoding="utf-8")


def numbers(row: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", row)]


def test_the_tables_of_the_assumed_model():
    """To a unit of the last digit, which another processor's arithmetic may round otherwise."""
    section = PAGE.split("## Before anything was played")[1].split("\n## ")[0]
    shown = [re.findall(r"^\| \d.*\|$", table, re.MULTILINE) for table in section.split("| --- |\n")[1:]]
    for found, expected, unit in zip(shown, tables(ASSUMED), (1, 1, 0.01), strict=True):
        wrong = [numbers(row) for row in found] != [pytest.approx(numbers(row), abs=1.01 * unit) for row in expected]
        assert not wrong, "\n".join(["docs/power.md should show", *expected])


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert targets
    assert all((Path(__file__).parents[2] / "docs" / target).exists() for target in targets)
