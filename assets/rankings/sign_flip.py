"""The sign-flip test of scores: would a mean over environments be as far from 0 if each difference had either sign?"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from assets.sign_flip import EXACT_UP_TO, drawn_p, exact_p


def sign_flip_p(terms: pl.DataFrame, contestants: Sequence[str], seed: int) -> list[float | None]:
    """Two-sided p-values of |Σ weight · x| when the signs of the x are random; None without terms.

    Exact where a contestant has at most EXACT_UP_TO environments; else over draws, which all contestants share.

    Args:
        terms: what `weighted` returns.
        contestants: whose p-values are asked for.
        seed: of the draws.
    """
    parts = terms.with_columns(part=pl.col("weight") * pl.col("x")).sort("environment_id")
    found: dict[str, float] = {}
    many: list[tuple[str, pl.DataFrame]] = []
    for (contestant,), own in parts.partition_by("contestant", as_dict=True).items():
        if own.height <= EXACT_UP_TO:
            found[str(contestant)] = exact_p(own["part"].to_numpy())
        else:
            many.append((str(contestant), own))
    if many:
        place = {name: row for row, name in enumerate(parts["environment_id"].unique(maintain_order=True))}
        matrix = np.zeros((len(place), len(many)))
        for column, (_, own) in enumerate(many):
            matrix[[place[name] for name in own["environment_id"]], column] = own["part"]
        found.update(zip((name for name, _ in many), drawn_p(matrix, seed), strict=True))
    return [found.get(contestant) for contestant in contestants]
