"""The EnvDuels export, format version 1: the week's environments as the published loader reads them."""

import json
from collections.abc import Mapping, Sequence

from assets.admitted import Environment

FORMAT_VERSION = 1


def export_id(environment: Environment) -> str:
    """The environment's name in an export, also its folder: `environments/<author>/<slot>`."""
    return f"environments/{environment.author}/{environment.environment_id.rpartition('/')[2]}"


def envduels_files(
    environments: Sequence[Environment],
    splits: Mapping[str, str],
    benchmark_seeds: Mapping[str, Sequence[int]],
) -> dict[str, bytes]:
    """The files of the export by path relative to its root: `manifest.json` and three files an environment.

    The source is written as the bytes that its SHA-256 was taken of; the hint stands in a JSON string that decodes to
    it to the byte. The privileged file is apart, so that a solver's data loader need not open it.

    Args:
        splits: by environment_id; also benchmark_seeds, integers in [0, 2^63).
    """
    files: dict[str, bytes] = {}
    entries: list[dict[str, object]] = []
    for environment in sorted(environments, key=export_id):
        name = export_id(environment)
        source, metadata, privileged = f"{name}/environment.py", f"{name}/metadata.json", f"{name}/privileged.json"
        files[source] = environment.code.source.encode("utf-8", "surrogatepass")
        files[metadata] = as_json({"benchmark_seeds": list(benchmark_seeds[environment.environment_id])})
        files[privileged] = as_json({"environment_id": name, "hints": {"hint": environment.hint}})
        entries.append(
            {
                "id": name,
                "author": environment.author,
                "domain": environment.domain,
                "split": splits[environment.environment_id],
                "source": source,
                "source_sha256": environment.source_sha256,
                "class_name": environment.code.class_name,
                "max_turns": environment.code.max_turns,
                "metadata": metadata,
                "privileged": privileged,
            }
        )
    files["manifest.json"] = as_json({"format_version": FORMAT_VERSION, "environments": entries})
    return files


def as_json(document: object) -> bytes:
    """A document as indented ASCII JSON with a last line end."""
    return (json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n").encode("ascii")
