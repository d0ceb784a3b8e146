"""What a house author reads in its prompts: the dossier (written by `assets.dossiers.dossier`) and what a probe showed
(`assets.environment_probes.telling`)."""

import json
import re
from dataclasses import dataclass

_WEEK = re.compile(r"^week (\d{4}-\d\d-\d\d): .*; unaided ([\d.]+), hinted ([\d.]+), hint gain", re.MULTILINE)
_PROBE = re.compile(r"^All of them: unaided ([\d.]+), hinted ([\d.]+)\.$", re.MULTILINE)
_EXHIBIT = re.compile(
    r"^The best environment of week \S+ by .*:\n(?P<id>\S+) (?P<title>\".*\")\nits hint: (?P<hint>\".*\")\n"
    r"(?P<fence>`{3,})python\n(?P<source>.*?)\n(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Week:
    """How environments fared: mean shares of attempts that succeeded."""

    unaided: float
    hinted: float


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One of the last week's best environments, as its author wrote it."""

    author: str
    title: str
    hint: str
    source: str


def read_record(prompt: str) -> list[Week]:
    """The author's own weeks, oldest first; those in which nothing of its was played are left out."""
    lines = sorted(match.groups() for match in _WEEK.finditer(prompt))
    return [Week(float(unaided), float(hinted)) for _, unaided, hinted in lines]


def read_probe(text: str) -> Week | None:
    """How an environment fared that may be hardened; None where the text tells of no probe."""
    found = _PROBE.search(text)
    return Week(float(found[1]), float(found[2])) if found else None


def read_exhibits(prompt: str) -> list[Exhibit]:
    """The last week's best environments, in the dossier's order."""
    return [
        Exhibit(
            match["id"].split("/")[1], json.loads(match["title"]), json.loads(match["hint"]), match["source"] + "\n"
        )
        for match in _EXHIBIT.finditer(prompt)
    ]
