"""docs/models.md shows what the code gives: the assumptions, and the cost of the frontier season."""

import re
from pathlib import Path

import pytest

from assets.environment_seeds import PROBE_SEEDS
from orchestration import usage
from orchestration.estimate import estimate_week
from orchestration.resources.prices import price_of
from orchestration.resources.seasons import find_season

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## What it will cost")[1].split("\n## ")[0]


def test_the_cost_of_the_frontier_season():
    """To 3 %: an author's prompt may change by a word."""
    estimate = estimate_week(find_season("frontier"), None, price_of)
    for share in estimate.shares:
        [(expected, most)] = re.findall(
            rf"^{re.escape(share.contestant)} +\S+ +\S+ +(\S+) +\S+ +\S+ +(\S+)", SECTION, re.MULTILINE
        )
        assert float(expected.replace(",", "")) == pytest.approx(share.expected_usd, rel=0.03)
        assert float(most.replace(",", "")) == pytest.approx(share.most_usd, rel=0.03)


def test_the_assumptions():
    text = " ".join(SECTION.split())
    assert f"{usage.DRAFTS} drafts a slot; half of the turn cap" in text
    assert f"a first prompt of {usage.OPENING_TOKENS} tokens and observations of {usage.OBSERVATION_TOKENS}" in text
    assert (usage.TURNS_SHARE, usage.ANSWER_SHARE) == (0.5, 0.5)
    assert f"plays each of its environments {2 * PROBE_SEEDS} times" in text


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert targets
    assert all((Path(__file__).parents[2] / "docs" / target).exists() for target in targets if "://" not in target)
