"""Made-up results, drawn once for all tests of plots."""

import pytest

from assets.tournament_report.results import Results
from tournament_report.made_results import made_results


@pytest.fixture(scope="session")
def results() -> Results:
    """Nine contestants, eight weeks."""
    return made_results()
