"""A season: who plays, and by which settings. Read from a YAML file, every field checked.

A season file is the operator's: whatever is wrong with it is an OperatorError that names the file and the field.
"""

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from assets.errors import OperatorError
from assets.tables import DOMAINS

HOUSE_PLAYER = "house/player"
CONTESTANT_NAME = r"[a-z0-9][a-z0-9_.-]{0,62}"

Share = Annotated[float, Field(ge=0, le=1)]


class _Strict(BaseModel):
    """Unknown fields are refused: a misspelt one would otherwise be a setting silently not set."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class HouseSkills(_Strict):
    """The declared truth about a house player: what a perfect ranking would find out."""

    author_difficulty: Share = 0.5
    """How hard its environments are (0 easy, 1 as hard as the family gets)."""

    hint_quality: Share = 0.9
    """Share of its hints that tell the whole recipe; the others are true and vague."""

    solving: Share = 0.5
    """Chance that it sees through an environment unaided (by family: scaled by the environment's difficulty)."""

    hint_following: Share = 0.9
    """Chance that it can put a complete hint into practice."""

    sloppiness: Share = 0.0
    """Chance that its first draft of an environment has a fault that the validator must find."""

    repertoire: Annotated[int, Field(ge=0)] = 0
    """Which families of environments it writes; six authors with 0 to 5 write different ones in every week,
    equal ones write near copies."""


class Sampling(_Strict):
    """Request settings of one contestant."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.8
    top_p: Annotated[float, Field(gt=0, le=1)] = 0.95
    max_tokens: Annotated[int, Field(gt=0)] = 1024
    """Completion tokens a turn."""

    author_max_tokens: Annotated[int, Field(gt=0)] = 8192
    """Completion tokens a draft."""

    context_tokens: Annotated[int, Field(gt=0)] = 16384
    timeout_s: Annotated[float, Field(gt=0)] = 120
    tries: Annotated[int, Field(ge=1)] = 3


class ContestantEntry(_Strict):
    """One contestant of the season file."""

    name: str
    model: str
    """`house/player`, or a LiteLLM model name."""

    roles: tuple[Literal["author", "solver"], ...] = ("author", "solver")
    api_key_env: str | None = None
    """The *name* of the environment variable that holds the key."""

    api_base: str | None = None
    sampling: Sampling = Sampling()
    skills: HouseSkills | None = None
    """House players only."""

    @field_validator("name")
    @classmethod
    def _name(cls, name: str) -> str:
        if not re.fullmatch(CONTESTANT_NAME, name):
            raise ValueError(f"a contestant's name must match {CONTESTANT_NAME}")
        if name == "panel":
            raise ValueError("'panel' is taken: the curriculum uses it for all contestants together")
        return name

    @field_validator("roles")
    @classmethod
    def _roles(cls, roles: tuple[str, ...]) -> tuple[str, ...]:
        if not roles or len(set(roles)) != len(roles):
            raise ValueError("roles are 'author', 'solver' or both, each once")
        return roles

    @field_validator("api_key_env")
    @classmethod
    def _key_name(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"[A-Z_][A-Z0-9_]{0,63}", value):
            raise ValueError("name an environment variable (capitals, digits, _); the key itself never stands here")
        return value

    @model_validator(mode="after")
    def _house(self) -> Self:
        if self.is_house and self.model != HOUSE_PLAYER:
            raise ValueError(f"unknown house player {self.model!r}; there is one, {HOUSE_PLAYER!r}")
        if self.is_house and self.skills is None:
            raise ValueError("a house player needs its declared skills")
        if not self.is_house and self.skills is not None:
            raise ValueError("skills are declared for house players only")
        return self

    @property
    def is_house(self) -> bool:
        """A house player is a program of this project, not a language model."""
        return self.model.startswith("house/")

    @property
    def settings_json(self) -> str:
        """All settings as one canonical line of JSON, without secrets or addresses."""
        return self._json()

    @property
    def authoring_json(self) -> str:
        """What defines its drafts, part of each draft's identity: not how long or how often a provider is asked."""
        return self._json("timeout_s", "tries", "max_tokens")

    @property
    def solving_json(self) -> str:
        """What defines its play, part of each attempt's identity: not how long or how often a provider is asked."""
        return self._json("timeout_s", "tries", "author_max_tokens")

    def _json(self, *left_out: str) -> str:
        settings: dict[str, object] = {"model": self.model, **self.sampling.model_dump(exclude=set(left_out))}
        if self.skills is not None:
            settings["skills"] = self.skills.model_dump()
        return json.dumps(settings, sort_keys=True)


class Season(_Strict):
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

    episodes_in_flight: Annotated[int, Field(ge=1, le=1024)] = 64
    training_seeds: Annotated[int, Field(ge=1, le=4096)] = 16
    """Fresh seeds a curriculum row lists."""

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
        for role, noun in (("author", "an author"), ("solver", "a solver")):
            if not any(role in entry.roles for entry in self.contestants):
                raise ValueError(f"the season has no {role}; give at least one contestant the role of {noun}")
        return self

    @property
    def authors(self) -> list[str]:
        return [entry.name for entry in self.contestants if "author" in entry.roles]

    @property
    def solvers(self) -> list[str]:
        return [entry.name for entry in self.contestants if "solver" in entry.roles]

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
