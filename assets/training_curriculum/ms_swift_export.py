"""The ms-swift export: rows of training data, one an environment and seed, that point into the EnvDuels export."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence

import polars as pl

from assets.admitted import Environment
from assets.training_curriculum.envduels_export import export_id

MASTER = "42"
"""The published rows' master seed, a text."""

EXPORT_DIR = "envduels"
"""Where the rows look for the EnvDuels export: beside `ms_swift`, so training is launched from the week's folder."""

RESET = "<envduels-reset>"


def published_seeds(name: str, count: int, used: Collection[int]) -> list[int]:
    """The first `count` seeds of the published rule that are not `used`.

    Seed i is the first 8 bytes, big-endian, of SHA-256(master NUL name NUL i), modulo 2^63. Anybody can compute them,
    which is harmless for training; that none is a benchmark or validation seed is made sure of here.

    Args:
        name: the environment's name in the export.
        used: the environment's benchmark and validation seeds.
    """
    drawn = (_published_seed(name, index) for index in range(count + len(used)))
    return [seed for seed in drawn if seed not in used][:count]


def ms_swift_files(
    environments: Sequence[Environment],
    splits: Mapping[str, str],
    curriculum: pl.DataFrame,
    seeds: Mapping[str, Sequence[int]],
) -> dict[str, bytes]:
    """The files of the export by path relative to its root: JSON lines, one row an environment and seed.

    `<split>.jsonl` has every environment of the split, by id; `curriculum/<learner>/<split>.jsonl` what the curriculum
    chose for the learner, in its order. A file without a row is left out: dataset loaders refuse empty ones.

    Args:
        splits: by environment_id; also seeds (those of `published_seeds`).
        curriculum: rows of `training_curriculum`.
    """
    names = {environment.environment_id: export_id(environment) for environment in environments}
    chosen = [(f"{splits[environment_id]}.jsonl", environment_id) for environment_id in sorted(names)]
    ordered = curriculum.sort("learner", "position").select("learner", "split", "environment_id")
    chosen += [
        (f"curriculum/{learner}/{split}.jsonl", environment_id)
        for learner, split, environment_id in ordered.iter_rows()
    ]
    files: dict[str, bytes] = {}
    for path, environment_id in chosen:
        rows = "".join(_row(names[environment_id], seed) for seed in seeds[environment_id])
        files[path] = files.get(path, b"") + rows.encode("ascii")
    return files


def _row(name: str, seed: int) -> str:
    row = {
        "messages": [{"role": "user", "content": RESET}],
        "env_config": {"name": "envduels", "export_dir": EXPORT_DIR, "env_id": name, "seed": seed},
        "env_id": name,
        "seed": seed,
    }
    return json.dumps(row) + "\n"


def _published_seed(name: str, index: int) -> int:
    drawn = hashlib.sha256(f"{MASTER}\0{name}\0{index}".encode()).digest()
    return int.from_bytes(drawn[:8], "big") % 2**63
