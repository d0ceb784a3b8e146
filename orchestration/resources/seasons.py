"""Which season is played: a name in `orchestration/seasons/`, or a path; from `DUELS_SEASON`, else `house`."""

import os
from pathlib import Path

from assets.errors import OperatorError
from assets.season import Season, load_season

SEASONS = Path(__file__).parent.parent / "seasons"
DEFAULT = "house"


def find_season(name: str | None = None) -> Season:
    """Load the season called `name` (default: what `DUELS_SEASON` says, else `house`).

    Raises:
        OperatorError: there is no such season, or its file is faulty.
    """
    name = name or os.environ.get("DUELS_SEASON") or DEFAULT
    if name.endswith((".yaml", ".yml")) or "/" in name:
        return load_season(Path(name))
    known = {path.stem: path for path in sorted(SEASONS.glob("*.yaml"))}
    if name not in known:
        raise OperatorError(
            f"unknown season {name[:100]!r}; known: {', '.join(known)}; or give the path of a season file (….yaml)"
        )
    return load_season(known[name])
