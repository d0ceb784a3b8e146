"""The published EnvDuels loader's rules, written down again: what an export of format version 1 must satisfy.

It executes the source in this process, which is fine for the sources that the tests bring along, and only for them.
"""

import hashlib
import json
import math
from pathlib import Path
from typing import Any


class BadExport(ValueError):
    """The loader refuses the export."""


class BoundEnvironment:
    """An environment bound to one of its seeds."""

    def __init__(self, instance: Any, seed: int, max_turns: int) -> None:
        self.instance, self.seed, self.max_turns, self.turns = instance, seed, max_turns, 0

    def reset(self, seed: int) -> str:
        if seed != self.seed:
            raise BadExport(f"bound to seed {self.seed}, asked for {seed}")
        return self.instance.reset(seed)[0]

    def step(self, action: str) -> tuple[str, float, bool]:
        observation, reward, terminated, truncated, _ = self.instance.step(f"\\boxed{{{action}}}")
        if not math.isfinite(reward):
            raise BadExport("non-finite reward")
        self.turns += 1
        done = terminated or truncated or self.turns >= self.max_turns
        return observation, 1.0 if terminated and reward > 0 else 0.0, done


class Export:
    """A loaded export: entries and hints by environment id."""

    def __init__(self, root: Path) -> None:
        self.root = root
        manifest = json.loads((root / "manifest.json").read_text())
        if manifest["format_version"] != 1:
            raise BadExport(f"format version {manifest['format_version']}")
        self.entries = {entry["id"]: entry for entry in manifest["environments"]}
        if len(self.entries) != len(manifest["environments"]):
            raise BadExport("an id stands twice")
        self.hints = {name: self._hints(entry) for name, entry in self.entries.items()}
        self.seeds = {name: self._seeds(entry) for name, entry in self.entries.items()}

    def bind(self, name: str, seed: int) -> BoundEnvironment:
        entry = self.entries[name]
        source = self._read(entry["source"])
        if hashlib.sha256(source).hexdigest() != entry["source_sha256"]:
            raise BadExport(f"{name}: the source is not the one that was hashed")
        namespace: dict[str, Any] = {"__name__": "authored"}
        exec(compile(source, entry["source"], "exec"), namespace)
        return BoundEnvironment(namespace[entry["class_name"]](max_turns=entry["max_turns"]), seed, entry["max_turns"])

    def _read(self, relative: str) -> bytes:
        path = (self.root / relative).resolve()
        if Path(relative).is_absolute() or not path.is_relative_to(self.root.resolve()):
            raise BadExport(f"{relative} lies outside the export")
        return path.read_bytes()

    def _seeds(self, entry: dict[str, Any]) -> list[int]:
        seeds = json.loads(self._read(entry["metadata"]))["benchmark_seeds"]
        if not all(type(seed) is int and 0 <= seed < 2**63 for seed in seeds):
            raise BadExport(f"{entry['id']}: benchmark seeds must be integers in [0, 2^63)")
        return seeds

    def _hints(self, entry: dict[str, Any]) -> dict[str, str]:
        privileged = json.loads(self._read(entry["privileged"]))
        if privileged["environment_id"] != entry["id"]:
            raise BadExport(f"{entry['id']}: the privileged file belongs to {privileged['environment_id']}")
        hints = privileged["hints"]
        if set(hints) not in ({"hint"}, {"hint_1", "hint_2"}) or not all(hint.strip() for hint in hints.values()):
            raise BadExport(f"{entry['id']}: hints must be 'hint', or 'hint_1' and 'hint_2', none blank")
        return hints
