"""The week's exports: one folder a training tool, each replaced as a whole."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from assets.admitted import Environment
from assets.environment_seeds import benchmark_seeds, used_seeds
from assets.season import Season
from assets.training_curriculum.envduels_export import envduels_files, export_id
from assets.training_curriculum.folder import replace_folder
from assets.training_curriculum.ms_swift_export import EXPORT_DIR, ms_swift_files, published_seeds


def write_exports(
    folder: Path, season: Season, environments: Sequence[Environment], splits: pl.DataFrame, curriculum: pl.DataFrame
) -> None:
    """Write the EnvDuels and the ms-swift export of a week's environments into `folder`.

    Args:
        splits: what `split_environments` returned for the environments.
        curriculum: the week's rows of `training_curriculum`.

    Raises:
        OperatorError: the folder can't be written.
    """
    split_of = dict(splits.select("environment_id", "split").iter_rows())
    ids = [environment.environment_id for environment in environments]
    benchmark = {environment_id: benchmark_seeds(season, environment_id) for environment_id in ids}
    published = {
        environment.environment_id: published_seeds(
            export_id(environment), season.training_seeds, used_seeds(season, environment.environment_id)
        )
        for environment in environments
    }
    replace_folder(folder / EXPORT_DIR, envduels_files(environments, split_of, benchmark))
    replace_folder(folder / "ms_swift", ms_swift_files(environments, split_of, curriculum, published))
