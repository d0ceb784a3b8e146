"""Designs: the rows of `environment_designs`."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.design_convergence.actions import action_space, mean_length
from assets.design_convergence.design_map import design_map
from assets.design_convergence.feedback import feedback
from assets.design_convergence.similarities import similarities
from assets.design_convergence.source_features import source_features
from assets.tables import ENVIRONMENT_DESIGNS

type Array = NDArray[np.float64]
type Row = dict[str, object]


def environment_designs(week: date, designs: pl.DataFrame, hint_validations: pl.DataFrame) -> pl.DataFrame:
    """What each admitted environment of a week is made of, and where it stands among those of the season so far.

    Args:
        designs: the admitted environments of the weeks up to this one, `assets.admitted.DESIGN`, sorted by id.
        hint_validations: the week's rows of that table.

    Returns:
        Rows of `environment_designs`.
    """
    alike = similarities(designs.get_column("source").to_list())
    points = design_map(alike)
    certificates = _certificates(hint_validations)
    rows: list[Row] = []
    for place, design in enumerate(designs.iter_rows(named=True)):
        if design["week"] == week:
            won = certificates[design["environment_id"]]
            rows.append(
                {
                    **{name: design[name] for name in ("week", "environment_id", "author", "domain", "max_turns")},
                    **asdict(source_features(design["source"])),
                    "action_space": action_space(won),
                    "actions": mean_length(won),
                    "feedback": feedback(design["source"], design["class_name"]),
                    **_nearest(designs, design["author"], alike[place]),
                    "map_x": float(points[place, 0]),
                    "map_y": float(points[place, 1]),
                }
            )
    return ENVIRONMENT_DESIGNS.frame(rows)


def _certificates(hint_validations: pl.DataFrame) -> Mapping[str, list[list[str]]]:
    """The winning actions of each benchmark seed, by environment."""
    rows = hint_validations.filter(check_name="winnable").select("environment_id", "certificates")
    return {name: [won["actions"] for won in found or []] for name, found in rows.iter_rows()}


def _nearest(designs: pl.DataFrame, author: str, alike: Array) -> Row:
    """The design of another author that is most alike, of equals the first by id."""
    others = designs.with_columns(similarity=alike).filter(pl.col("author") != author)
    found = others.sort("similarity", "environment_id", descending=[True, False]).head(1).to_dicts()
    nearest = found[0] if found else dict.fromkeys(others.columns)
    return {f"nearest_{name}": nearest[name] for name in ("environment_id", "author", "similarity")}
