"""Ratings that others published or ran: every number of the reference data, to its last printed digit."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from assets.ratings.bradley_terry import fit_bradley_terry
from assets.ratings.outcomes import outcomes

REFDATA = Path(__file__).parents[1] / "refdata"
EXPECTED = json.loads((REFDATA / "expected.json").read_text())


def table(name):
    with (REFDATA / name).open() as file:
        return list(csv.DictReader(file))


def column(rows, name, kind=float):
    return [kind(row[name]) for row in rows]


def numbered(names, *columns):
    place = {name: number for number, name in enumerate(names)}
    return [[place[name] for name in column] for column in columns]


def as_printed(numbers):
    """Half of the last decimal that any of the printed numbers has."""
    return 0.5 * 10.0 ** -max(len(str(number).partition(".")[2]) for number in numbers) + 1e-12


def against(fit, names, reference):
    """Each player's difference from the reference, and its standard error."""
    differences = [fit.difference(place, names.index(reference))[:2] for place in range(len(names))]
    others = [(name, found) for name, found in zip(names, differences, strict=True) if name != reference]
    return {name: found[0] for name, found in others}, {name: found[1] for name, found in others}


@pytest.fixture(scope="module")
def citations():
    rows = table("citations.csv")
    names = sorted({*column(rows, "player_1", str), *column(rows, "player_2", str)})
    sides = numbered(names, column(rows, "player_1", str), column(rows, "player_2", str))
    return names, outcomes(len(names), *sides, column(rows, "wins_1"), column(rows, "wins_2"))


def test_citations(citations):
    names, played = citations
    expected = EXPECTED["citations"]
    fit = fit_bradley_terry(played)
    abilities, errors = against(fit, names, expected["reference"])
    assert fit.method == "maximum_likelihood"
    assert abilities == pytest.approx(expected["log_ability"], rel=0, abs=as_printed(expected["log_ability"].values()))
    assert abilities == pytest.approx(expected["log_ability_run"], rel=0, abs=1e-6)
    assert errors == pytest.approx(expected["std_error_run"], rel=0, abs=1e-6)
    assert fit.deviance == pytest.approx(expected["residual_deviance"], rel=0, abs=5e-4)
    # Of equal players, each comparison is worth log ½.
    null_deviance = fit.deviance + 2 * (fit.log_likelihood + played.total.sum() * np.log(2))
    assert null_deviance == pytest.approx(expected["null_deviance"], rel=0, abs=0.5)


def test_citations_by_firths_method(citations):
    names, played = citations
    expected = EXPECTED["citations"]
    abilities, _ = against(fit_bradley_terry(played, firth=True), names, expected["reference"])
    assert abilities == pytest.approx(expected["firth"], rel=0, abs=as_printed(expected["firth"].values()))


@pytest.mark.parametrize("home", [False, True])
def test_baseball(home):
    rows = table("baseball_1987.csv")
    names = sorted({*column(rows, "home.team", str)})
    sides = numbered(names, column(rows, "home.team", str), column(rows, "away.team", str))
    counts = column(rows, "home.wins"), column(rows, "away.wins")
    fit = fit_bradley_terry(outcomes(len(names), *sides, *counts, home=[1] * len(rows)), home=home)
    expected = EXPECTED["baseball_1987"]["home_advantage" if home else "no_home_advantage"]
    abilities, errors = against(fit, names, EXPECTED["baseball_1987"]["reference"])
    if home:
        errors["at.home"] = fit.home_std_error
        assert fit.home == pytest.approx(expected["at.home"], rel=0, abs=as_printed([expected["at.home"]]))
    assert abilities == pytest.approx(expected["log_ability"], rel=0, abs=as_printed(expected["log_ability"].values()))
    assert errors == pytest.approx(expected["std_error"], rel=0, abs=as_printed(expected["std_error"].values()))
    assert fit.deviance == pytest.approx(expected["residual_deviance"], rel=0, abs=5e-4)


def test_springall_with_ties():
    rows = table("springall.csv")
    names = [str(number) for number in range(1, 10)]
    sides = numbered(names, column(rows, "row", str), column(rows, "col", str))
    played = outcomes(9, *sides, column(rows, "win"), column(rows, "loss"), column(rows, "tie"))
    fit, expected = fit_bradley_terry(played), EXPECTED["springall"]
    abilities, errors = against(fit, names, expected["reference"])
    assert abilities == pytest.approx(expected["log_ability"], rel=0, abs=1e-6)
    assert fit.log_nu == pytest.approx(expected["log_nu"], rel=0, abs=1e-6)
    assert fit.log_nu_std_error == pytest.approx(expected["log_nu_std_error"], rel=0, abs=1e-6)
    assert np.exp(fit.log_nu) == pytest.approx(expected["nu"], rel=0, abs=1e-6)
    assert fit.log_likelihood == pytest.approx(expected["log_likelihood"], rel=0, abs=1e-6)
    abilities["lognu"], errors["lognu"] = fit.log_nu, fit.log_nu_std_error
    run = {row["param"].removeprefix("p"): row for row in table(expected["std_errors"])}
    assert abilities == pytest.approx({name: float(row["Estimate"]) for name, row in run.items()}, rel=0, abs=1e-6)
    assert errors == pytest.approx({name: float(row["Std. Error"]) for name, row in run.items()}, rel=0, abs=1e-6)


def test_football_with_ties_and_home_advantage():
    rows = table("football_2008_9.csv")
    names = sorted({*column(rows, "home", str)})
    sides = numbered(names, column(rows, "home", str), column(rows, "away", str))
    result = np.array(column(rows, "result"))
    played = outcomes(len(names), *sides, result == 1, result == -1, result == 0, home=np.ones(len(rows)))
    fit, expected = fit_bradley_terry(played, home=True), EXPECTED["football_2008_9"]
    for name in ("home", "home_std_error", "log_nu", "log_nu_std_error", "deviance"):
        assert getattr(fit, name) == pytest.approx(expected[name], rel=0, abs=1e-6), name
    abilities, errors = against(fit, names, names[0])
    abilities |= {"home": fit.home, "lognu": fit.log_nu}
    errors |= {"home": fit.home_std_error, "lognu": fit.log_nu_std_error}
    run = {row["param"]: row for row in table(expected["teams"])}
    assert abilities == pytest.approx({name: float(row["Estimate"]) for name, row in run.items()}, rel=0, abs=1e-6)
    assert errors == pytest.approx({name: float(row["Std. Error"]) for name, row in run.items()}, rel=0, abs=1e-6)


def test_wikipedias_worked_example():
    expected = EXPECTED["wikipedia_worked_example"]
    winners, losers, wins = zip(*expected["wins"], strict=True)
    names = sorted(expected["score"])
    played = outcomes(len(names), *numbered(names, winners, losers), wins, [0] * len(wins))
    scores = dict(zip(names, np.exp(fit_bradley_terry(played).rating), strict=True))
    assert scores == pytest.approx(expected["score"], rel=0, abs=as_printed(expected["score"].values()))
