"""A season: who plays, and by which settings. Read from a YAML file, every field checked.

A season file is the operator's: whatever is wrong with it is an OperatorError that names the file and the field.
"""

from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import Field, ValidationError, field_validator, model_validator

from assets.contestant_entry import ContestantEntry, Strict
from assets.errors import OperatorError
from assets.sandbox_choice import SandboxChoice
from assets.tables import DOMAINS


class Season(Strict):
    """A season file."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$")]
    seed: Annotated[str, Field(min_length=1)]
    """The secret that all seeds are drawn from. Keep it to yourself: who knows it can prepare for the benchmark."""

    contestants: tuple[ContestantEntry, ...]
    domains: tuple[str, ...] = DOMAINS
    environments_per_author: Annotated[int, Field(ge=1, le=99)] = 3
    benchmark_seeds: Annotated[int, Field(ge=1, le=64)] = 4
    trials: Annotated[int, Field(ge=1, le=64)] = 1
    max_turns: Annotated[int, Field(ge=1, le=24)] = 24
    """The season's turn cap; an environment may set a smaller one."""

    repairs: Annotated[int, Field(ge=0, le=10)] = 2
    """How often a draft that fails validation goes back to its author."""

    harden_rounds: Annotated[int, Field(ge=0, le=9)] = 1
    """How often an author may harden an environment that passed its checks, after it was probed."""

    harden_panel: tuple[str, ...] | None = None
    """The solvers that probe an environment beside its author. By default the first two of this file."""

    dossier: Literal["none", "own", "public"] = "none"
    """What authors are shown of earlier weeks: nothing, how their own environments fared, or also how their rivals'
    did, with the source of the last week's best ones."""

    dossier_alternates: Literal["week", "author"] | None = None
    """Switch-back: by `week`, no author is shown a dossier in every second week; by `author`, every second author is
    shown none, and the week after the others. What the dossier does can then be told from what time does."""

    dossier_tokens: Annotated[int, Field(ge=500, le=32_000)] = 3000
    """The most that a dossier adds to an author's prompt, at four bytes of UTF-8 to a token."""

    usd_per_week: Annotated[float | None, Field(ge=0)] = None
    """What one week may cost over all contestants."""

    episodes_in_flight: Annotated[int, Field(ge=1, le=1024)] = 64
    """Of one contestant at once, or its `parallel` where that is fewer. Each holds an interpreter, 20 to 27 MB."""

    contestants_at_once: Annotated[int | None, Field(ge=1, le=64)] = None
    """How many play side by side, each in a process of its own; 1 has all steps in the run's process, one after
    another. By default all, where a language model is among them; house players wait for nobody, so 1."""

    sandbox: SandboxChoice = SandboxChoice()
    """Where authored code runs."""

    training_seeds: Annotated[int, Field(ge=1, le=4096)] = 16
    """Fresh seeds a curriculum row lists."""

    novel_within: Literal["week", "season"] | None = None
    """What an environment must not be a near copy of: the admitted ones of its week, or those of all weeks so far. By
    default of the season, unless a house player is among the authors: those know eighteen designs in all."""

    @field_validator("domains")
    @classmethod
    def _domains(cls, domains: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [domain for domain in domains if domain not in DOMAINS]
        if unknown or not domains or len(set(domains)) != len(domains):
            raise ValueError(f"domains must be distinct and among: {', '.join(DOMAINS)}")
        return domains

    @model_validator(mode="after")
    def _contestants(self) -> Self:
        names = [entry.name for entry in self.contestants]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise ValueError(f"contestants named twice: {', '.join(doubled)}")
        first = [entry for entry in self.contestants if entry.from_week is None]
        for role, noun in (("author", "an author"), ("solver", "a solver")):
            if not any(role in entry.roles for entry in first):
                raise ValueError(
                    f"the season has no {role} in its first week; give {noun}'s role to a contestant without from_week"
                )
        strangers = [name for name in self.harden_panel or () if name not in self.solvers]
        if strangers:
            raise ValueError(f"harden_panel: no solver of the season is called {', '.join(strangers)}")
        if self.dossier == "none" and self.dossier_alternates:
            raise ValueError("dossier_alternates: there is nothing to alternate; set dossier to own or public")
        return self

    def at(self, week: date) -> Self:
        """The season as it is in one week: without the contestants that join later."""
        present = tuple(entry for entry in self.contestants if entry.from_week is None or entry.from_week <= week)
        return self.model_copy(update={"contestants": present})

    @property
    def authors(self) -> list[str]:
        return [entry.name for entry in self.contestants if "author" in entry.roles]

    @property
    def solvers(self) -> list[str]:
        return [entry.name for entry in self.contestants if "solver" in entry.roles]

    @property
    def processes(self) -> int:
        """How many steps are played at once; 1 for the run's own process."""
        if self.contestants_at_once is not None:
            return self.contestants_at_once
        return 1 if all(entry.is_house for entry in self.contestants) else len(self.contestants)

    @property
    def looks_back(self) -> bool:
        """Whether an environment is compared with those of earlier weeks too (`novel_within`)."""
        if self.novel_within is not None:
            return self.novel_within == "season"
        return not any(self.entry(author).is_house for author in self.authors)

    def probers(self, author: str) -> list[str]:
        """Who probes an author's environments: itself, and the panel of those that take part in the week."""
        panel = self.solvers[:2] if self.harden_panel is None else self.harden_panel
        return list(dict.fromkeys([author, *(name for name in self.solvers if name in panel)]))

    def in_flight(self, contestant: str) -> int:
        """How many episodes of a contestant are played at once."""
        return min(self.episodes_in_flight, self.entry(contestant).limits.parallel)

    def entry(self, contestant: str) -> ContestantEntry:
        """The entry of a contestant of this season (KeyError if there is none)."""
        for entry in self.contestants:
            if entry.name == contestant:
                return entry
        raise KeyError(contestant)


class _Loader(yaml.SafeLoader):
    """Refuses a field that stands twice, where YAML's own loader lets the last one win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        fields = [key.value for key, _ in node.value]
        twice = [field for field in fields if fields.count(field) > 1]
        if twice:
            raise yaml.constructor.ConstructorError(None, None, f"the field {twice[0]!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


def load_season(path: Path) -> Season:
    """Read a season file.

    Raises:
        OperatorError: unreadable, not YAML, or a field that is unknown, missing or out of range; one line that names
            the file and every field at fault.
    """
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506 - a SafeLoader
    except OSError as error:
        raise OperatorError(f"season file {path}: {error.strerror or error}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        # A ValueError is text that is not UTF-8, or a date or number that can't be.
        mark = getattr(error, "problem_mark", None)
        place = f" line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())[:200]
        raise OperatorError(f"season file {path}{place}: not valid YAML ({problem})") from None
    if not isinstance(document, dict):
        raise OperatorError(f"season file {path}: expected fields such as 'name:' and 'contestants:' at the top level")
    try:
        return Season.model_validate(document)
    except ValidationError as error:
        raise OperatorError(f"season file {path}: " + "; ".join(_problems(error))) from None


def _problems(error: ValidationError) -> list[str]:
    problems = []
    for item in error.errors(include_url=False):
        where = ".".join(str(part) for part in item["loc"])
        text = item["msg"].removeprefix("Value error, ")
        problems.append(f"{where}: {text}" if where else text)
    return problems
