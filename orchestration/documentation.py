"""Documentation in the UI: each asset shows its section of the protocol, and leads to its code and to that section."""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dagster as dg

_ROOT = Path(__file__).parents[1]
_ASSETS = _ROOT / "assets"
PROTOCOL = _ROOT / "docs" / "protocol.md"

SECTIONS: Mapping[str, int] = {
    "contestants": 1,
    "dossiers": 2,
    "authored_environments": 2,
    "environment_probes": 2,
    "hint_validations": 3,
    "solve_attempts": 4,
    "pairwise_outcomes": 5,
    "duel_results": 5,
    "rankings": 5,
    "board_correlations": 5,
    "season_trends": 5,
    "dossier_effects": 5,
    "environment_designs": 3,
    "design_convergence": 5,
    "training_curriculum": 6,
    "training_exports": 6,
    "tournament_report": 5,
}
"""Which section of docs/protocol.md says what an asset is."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the protocol: its heading, the line that it begins on, and its whole text (markdown)."""

    heading: str
    line: int
    text: str


def documented(asset: dg.AssetsDefinition) -> dg.AssetsDefinition:
    """The asset with links to its code, and with the protocol's word for what it is."""
    with warnings.catch_warnings():
        # Code references are in beta; that they lead somewhere is tested.
        warnings.simplefilter("ignore", dg.BetaWarning)
        return asset.map_asset_specs(_documented)


def _documented(spec: dg.AssetSpec) -> dg.AssetSpec:
    name = spec.key.to_user_string()
    section = protocol()[SECTIONS[name]]
    references = dg.CodeReferencesMetadataValue(
        code_references=[
            _source(name),
            dg.LocalFileCodeReference(
                file_path=str(PROTOCOL), line_number=section.line, label=f"docs/protocol.md: {section.heading}"
            ),
        ]
    )
    # A metadata entry of this name is what the UI offers to open.
    return spec.merge_attributes(
        metadata={"dagster/code_references": references, "protocol": dg.MetadataValue.md(section.text)}
    )


def _source(name: str) -> dg.LocalFileCodeReference:
    """Where the asset is defined. Dagster's own look-up ends in the decorator that turns our errors into failures."""
    for path in sorted(_ASSETS.glob("*/asset.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.startswith(f"def {name}("):
                label = str(path.relative_to(_ROOT))
                return dg.LocalFileCodeReference(file_path=str(path), line_number=number, label=label)
    raise LookupError(f"no asset.py defines {name}")


@cache
def protocol() -> dict[int, Section]:
    """The protocol's sections by their numbers."""
    text = PROTOCOL.read_text(encoding="utf-8")
    starts = [(int(found[1]), found.start()) for found in re.finditer(r"^## (\d+)\. ", text, re.MULTILINE)]
    ends = [start for _, start in starts[1:]] + [len(text)]
    return {
        number: Section(
            heading=text[start:end].splitlines()[0].removeprefix("## "),
            line=text.count("\n", 0, start) + 1,
            text=text[start:end].strip(),
        )
        for (number, start), end in zip(starts, ends, strict=True)
    }
