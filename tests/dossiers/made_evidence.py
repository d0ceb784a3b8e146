"""Evidence made up for tests: weeks of environments that fared one way or another."""

from datetime import date, timedelta

import polars as pl

from assets.dossiers.evidence import DETAILED_WEEKS, Evidence, Exhibit, Win
from assets.weeks import FIRST_WEEK

FINDING = "seed 1234567890123456789, certificate: reset raised ValueError"


def weeks(count: int) -> list[date]:
    return [FIRST_WEEK + timedelta(weeks=number) for number in range(count)]


def evidence(authors: int = 3, slots: int = 2, count: int = 2, source: str = "class Task:\n    ...\n") -> Evidence:
    """Authors a0, a1, …; the first slot of each week is rejected, the others are played, the later the harder."""
    played = weeks(count)
    names = [f"a{number}" for number in range(authors)]
    environments = pl.DataFrame(
        [
            _environment(week, author, slot, number)
            for number, week in enumerate(played)
            for author in names
            for slot in range(slots)
        ],
        infer_schema_length=None,
    )
    detailed = environments.filter(pl.col("week").is_in(played[-DETAILED_WEEKS:]))
    by_solver = pl.DataFrame(
        [
            {"environment_id": row["environment_id"], "solver": name, "unaided_share": 0.25, "hinted_share": 0.75}
            for row in detailed.filter("admitted").iter_rows(named=True)
            for name in names
            if name != row["author"]
        ],
        schema={
            "environment_id": pl.String,
            "solver": pl.String,
            "unaided_share": pl.Float64,
            "hinted_share": pl.Float64,
        },
    )
    findings = detailed.filter(~pl.col("admitted")).select(
        "environment_id", check_name=pl.lit("contract"), detail=pl.lit(FINDING)
    )
    wins = {
        name: Win("a1", 9, tuple("abcdefghi"))
        for name in detailed.filter("admitted").get_column("environment_id").to_list()
    }
    best = f"{played[-1]}/a1/env_002"
    exhibits = (
        Exhibit("hint gain", 0.5, best, "Best", "Press the first key.", source),
        Exhibit("discrimination", 0.8, best, "Best", "Press the first key.", source),
    )
    return Evidence(tuple(played), environments, by_solver, findings, wins, exhibits)


def _environment(week: date, author: str, slot: int, number: int) -> dict[str, object]:
    admitted = slot > 0
    return {
        "week": week,
        "environment_id": f"{week}/{author}/env_{slot + 1:03d}",
        "author": author,
        "domain": "optimization",
        "title": f"Task of {author}",
        "max_turns": 12,
        "admitted": admitted,
        "withdrawn": False,
        "pairs": 8 if admitted else 0,
        "unaided_share": 1 / (number + 2) if admitted else None,
        "hinted_share": 0.75 if admitted else None,
        "hint_gain": 0.75 - 1 / (number + 2) if admitted else None,
        "discrimination": 0.6 if admitted else None,
        "mean_turns": 6.0 if admitted else None,
        "verdict": "frontier" if admitted else "not admitted",
    }
