import polars as pl

from assets.tournament_report.plots.validation_failures import validation_failures
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import Layer, layers


def _with(results: Results, **frames: pl.DataFrame) -> Results:
    return Results(**{name: getattr(results, name) for name in Results.__slots__} | frames)


def _cells(results: Results) -> list[Layer]:
    return [layer for layer in layers(validation_failures(results)) if layer.mark == "text"]


def _week(results: Results) -> pl.DataFrame:
    return results.failure_reasons.filter(pl.col("week") == results.week)


def test_failed_checks_are_counted_by_author(results: Results) -> None:
    own = _week(results).filter(pl.col("role") == "author", pl.col("whose") == "author")
    shown = {(row["contestant"], row["reason"].replace(" ", "_"), row["counts"]) for row in _cells(results)[0].rows}
    assert shown == {
        (name, reason, f"{n}/{of}") for name, reason, n, of in own.select("contestant", "reason", "n", "of").rows()
    }


def test_infrastructure_faults_are_told_apart_by_whose_they_are(results: Results) -> None:
    faults = _week(results).filter(pl.col("whose").is_in(["provider", "sandbox", "environment"]))
    shown = {(row["contestant"], row["reason"], row["counts"]) for row in _cells(results)[1].rows}
    roles = {"author": "in authoring", "solver": "in solving"}
    assert shown == {
        (name, f"{whose}, {roles[role]}", f"{n}/{of}")
        for name, whose, role, n, of in faults.select("contestant", "whose", "role", "n", "of").rows()
    }


def test_lost_games_are_no_faults(results: Results) -> None:
    lost = _week(results).filter(pl.col("whose") == "solver")
    assert lost.height
    assert not {row["reason"] for layer in _cells(results) for row in layer.rows} & set(lost.get_column("reason"))


def test_a_week_without_failures_says_so(results: Results) -> None:
    lost = results.failure_reasons.filter(pl.col("whose") == "solver")
    figure = validation_failures(_with(results, failure_reasons=lost))
    assert figure.chart is None
    written = results.environment_difficulty.filter(pl.col("week") == results.week).height
    assert f"{written} environments passed every gating check" in figure.empty


def test_faults_alone_are_one_grid(results: Results) -> None:
    faults = results.failure_reasons.filter(pl.col("whose") == "sandbox")
    (grid,) = _cells(_with(results, failure_reasons=faults))
    assert grid.title == "Unfinished, environments or attempts"
