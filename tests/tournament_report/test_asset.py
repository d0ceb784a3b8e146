"""The asset: a week's file on disk, and its plots in the metadata for Dagster's UI."""

import base64
import re
from pathlib import Path

import dagster as dg
import pytest

from assets.season import Season
from assets.tournament_report.asset import READS, tournament_report
from assets.tournament_report.image import LARGEST
from tournament_report.made_marts import MadeMarts, empty_marts, made_marts
from tournament_report.made_play import WEEK
from tournament_report.plots.drawn import FIGURES

SEASON = Season.model_validate(
    {"name": "made", "seed": "x", "contestants": [{"name": "ada", "model": "house/player", "skills": {}}]}
)


def materialized(marts: MadeMarts, reports: Path) -> dict[str, dg.MetadataValue]:
    with dg.DagsterInstance.ephemeral() as instance:
        result = dg.materialize(
            [tournament_report],
            partition_key=str(WEEK),
            resources={"marts": marts, "season": SEASON, "reports": reports},
            instance=instance,
        )
        [event] = result.get_asset_materialization_events()
        return dict(event.materialization.metadata)


@pytest.fixture(scope="module")
def marts() -> MadeMarts:
    return made_marts(9, 8, 10, 4)


def test_the_page_is_written_and_the_plots_are_shown(marts, page_of, tmp_path):
    metadata = materialized(marts, tmp_path / "reports")
    path = tmp_path / "reports" / f"{WEEK}.html"
    assert metadata["path"] == dg.MetadataValue.path(path)
    assert path.read_text(encoding="utf-8") == page_of(marts)
    for name in FIGURES:
        shown = metadata[name].value
        [encoded] = re.fullmatch(r"!\[[^\]]+\]\(data:image/png;base64,([A-Za-z0-9+/=]+)\)", shown).groups()
        image = base64.b64decode(encoded)
        assert image.startswith(b"\x89PNG")
        assert len(image) <= LARGEST


def test_a_week_without_results_is_reported_too(tmp_path):
    metadata = materialized(empty_marts(), tmp_path)
    assert all("data:image" not in metadata[name].value for name in FIGURES)
    assert "Nothing of this week is valid" in (tmp_path / f"{WEEK}.html").read_text(encoding="utf-8")


def test_a_folder_that_can_not_be_written_fails_with_a_way_out_and_is_not_tried_again(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(dg.Failure, match="make its folder writable and run again") as failure:
        materialized(empty_marts(), tmp_path / "file")
    assert not failure.value.allow_retries


def test_it_follows_what_it_reads():
    assert {key.to_user_string() for key in tournament_report.dependency_keys} == set(READS)
