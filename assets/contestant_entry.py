"""An entry: one contestant of a season file, with its settings, limits and prices."""

import json
import re
from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

HOUSE_PLAYER = "house/player"
PANEL = "panel"
"""A name no contestant may have: in tables it stands for all of them together."""

CONTESTANT_NAME = r"[a-z0-9][a-z0-9_.-]{0,62}"
VARIABLE_NAME = r"[A-Z_][A-Z0-9_]{0,63}"
"""Of an environment variable: narrow, so that a key is not taken for one."""

_FOR_MODELS = {"api_key_env", "api_base", "limits", "price", "examples", "extra_body"}

Share = Annotated[float, Field(ge=0, le=1)]


class Strict(BaseModel):
    """Unknown fields are refused: a misspelt one would otherwise be a setting silently not set."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class HouseSkills(Strict):
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

    learning: Literal["none", "slow", "fast", "copies"] = "none"
    """What it makes of a dossier: nothing; it moves its difficulty and its hints by how they fared, slowly or fast; or
    it copies the last week's best environments, where it is shown them."""

    hardening: Annotated[float, Field(ge=0, le=1)] = 0.0
    """How far it goes, where it may harden an environment, toward what the probe of it calls for; 0 leaves it be."""


class Sampling(Strict):
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


class Price(Strict):
    """What a model's tokens cost, in USD a million. A local model costs 0, and the season says so."""

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]


class Limits(Strict):
    """How hard a contestant's provider may be asked, and how much may be spent on it."""

    requests_per_minute: Annotated[float | None, Field(gt=0)] = None
    """Requests are spaced evenly, a repeated one included; None for no limit."""

    parallel: Annotated[int, Field(ge=1, le=1024)] = 64
    """Requests in flight at once."""

    usd_per_week: Annotated[float | None, Field(ge=0)] = None
    """What one week may cost; a contestant that reached it is asked no more."""


class ContestantEntry(Strict):
    """One contestant of the season file."""

    name: str
    model: str
    """`house/player`, or a LiteLLM model name."""

    roles: tuple[Literal["author", "solver"], ...] = ("author", "solver")
    from_week: date | None = None
    """The Monday of the first week that it takes part in; earlier ones can be played again without it."""

    api_key_env: str | None = None
    """The *name* of the environment variable that holds the key."""

    api_base: str | None = None
    sampling: Sampling = Sampling()
    limits: Limits = Limits()
    price: Price | None = None
    """Instead of LiteLLM's price map, or where that does not know the model."""

    examples: Annotated[int, Field(ge=0, le=4)] = 0
    """Worked examples in the solver's prompt, for small models."""

    extra_body: dict[str, Any] = {}
    """Fields that the request carries besides, such as a server's own switches for thinking. Never a secret."""

    skills: HouseSkills | None = None
    """House players only."""

    @field_validator("name")
    @classmethod
    def _name(cls, name: str) -> str:
        if not re.fullmatch(CONTESTANT_NAME, name):
            raise ValueError(f"a contestant's name must match {CONTESTANT_NAME}")
        if name == PANEL:
            raise ValueError(f"'{PANEL}' is taken: tables use it for all contestants together")
        return name

    @field_validator("roles")
    @classmethod
    def _roles(cls, roles: tuple[str, ...]) -> tuple[str, ...]:
        if not roles or len(set(roles)) != len(roles):
            raise ValueError("roles are 'author', 'solver' or both, each once")
        return roles

    @field_validator("from_week")
    @classmethod
    def _monday(cls, value: date | None) -> date | None:
        if value is not None and value.weekday() != 0:
            raise ValueError("a week is named by its Monday")
        return value

    @field_validator("api_key_env")
    @classmethod
    def _key_name(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(VARIABLE_NAME, value):
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
        others = _FOR_MODELS & self.model_fields_set
        if self.is_house and others:
            raise ValueError(f"{', '.join(sorted(others))}: for language models, not for house players")
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
    def asking_json(self) -> str:
        """What defines its answer to given messages: not the limits that its roles are held to."""
        return self._json("timeout_s", "tries", "max_tokens", "author_max_tokens", "context_tokens", "examples")

    @property
    def authoring_json(self) -> str:
        """What defines its drafts, part of each draft's identity: not how long or how often a provider is asked."""
        return self._json("timeout_s", "tries", "max_tokens", "examples")

    @property
    def solving_json(self) -> str:
        """What defines its play, part of each attempt's identity: not how long or how often a provider is asked."""
        return self._json("timeout_s", "tries", "author_max_tokens")

    def _json(self, *left_out: str) -> str:
        settings: dict[str, object] = {"model": self.model, **self.sampling.model_dump()}
        # Only where they are set: what came later must not change the identity of what was played before.
        if self.skills is not None:
            later = {"learning", "hardening"}
            settings["skills"] = self.skills.model_dump(exclude=later) | self.skills.model_dump(
                include=later, exclude_defaults=True
            )
        if self.examples:
            settings["examples"] = self.examples
        if self.extra_body:
            settings["extra_body"] = self.extra_body
        return json.dumps({name: value for name, value in settings.items() if name not in left_out}, sort_keys=True)
