"""The home: the directory in which one season's warehouse, journals, exports and Dagster's storage live."""

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.errors import OperatorError
from assets.season import Season
from assets.seeds import digest
from orchestration.resources.warehouse.warehouse import Warehouse

HOME_FORMAT = 1
"""Raised when a home of this version can't be used by an older one."""

_RESULTS = ("warehouse.duckdb", "duels.duckdb", "journal")
_WAY_OUT = "set DUELS_HOME to another directory"


class _Marker(BaseModel):
    """`home.json`: whose home this is."""

    model_config = ConfigDict(extra="ignore", strict=True)

    format: int = Field(ge=1)
    season: str
    seed_fingerprint: str
    """A hash of the season's secret seed: tells two seeds apart and gives neither away."""


@dataclass(frozen=True, slots=True)
class Home:
    """The paths of a home, and the claim of a season on it."""

    root: Path

    @classmethod
    def from_environment(cls) -> "Home":
        """The directory that DUELS_HOME names; by default `.duels` in the project, or here where it is installed.

        Raises:
            OperatorError: DUELS_HOME names no directory that could exist.
        """
        named = os.environ.get("DUELS_HOME")
        if named:
            try:
                named.encode()
                return cls(Path(named).expanduser().absolute())
            except (RuntimeError, UnicodeEncodeError):
                raise OperatorError(f"DUELS_HOME {named!r} names no usable directory; set it to another one") from None
        project = Path(__file__).parents[2]
        return cls((project if (project / "pyproject.toml").exists() else Path.cwd()) / ".duels")

    @property
    def snapshot(self) -> Warehouse:
        """The published results, for readers."""
        return Warehouse(self.root / "duels.duckdb")

    @property
    def journal(self) -> Path:
        return self.root / "journal"

    @property
    def exports(self) -> Path:
        return self.root / "exports"

    @property
    def reports(self) -> Path:
        return self.root / "reports"

    @property
    def progress(self) -> Path:
        """How far the steps of the run in progress are."""
        return self.root / "progress"

    @property
    def dbt(self) -> Path:
        """What dbt compiled last, and what it remembers of the project it parsed."""
        return self.root / "dbt"

    @property
    def dagster(self) -> Path:
        """Dagster's own storage."""
        return self.root / "dagster"

    def warehouse(self, season: Season) -> Warehouse:
        """The working file, which only the steps of a tournament open."""
        return Warehouse(self.root / "warehouse.duckdb", season.name)

    def claim(self, season: Season) -> None:
        """Make this the season's home, or find that it is already.

        Raises:
            OperatorError: the directory can't be written, holds another season (or the same one with another seed), was
                written by a newer version, or its marker can't be read. Nothing in it is changed.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            # Looked for in this order: whoever writes results has written the marker before.
            results = [name for name in _RESULTS if (self.root / name).exists()]
            if not self._marker_path.exists():
                if results:
                    raise OperatorError(
                        f"home {self.root} holds {', '.join(results)} but no home.json that says whose they are; "
                        f"put the file back or {_WAY_OUT}"
                    )
                self._write_marker(season)
            with tempfile.TemporaryFile(dir=self.root):
                pass
        except OSError as error:
            raise OperatorError(f"home {self.root} can't be written ({error.strerror or error}); {_WAY_OUT}") from None
        self._compare(self._read_marker(), season)

    def examine(self, season: Season) -> None:
        """Find out whether the season could claim this home, and change nothing.

        Raises:
            OperatorError: as `claim`.
        """
        if self._marker_path.exists():
            self.claim(season)
            return
        existing = next(folder for folder in (self.root, *self.root.parents) if folder.exists())
        try:
            with tempfile.TemporaryFile(dir=existing):
                pass
        except OSError as error:
            raise OperatorError(f"home {self.root} can't be written ({error.strerror or error}); {_WAY_OUT}") from None

    @property
    def _marker_path(self) -> Path:
        return self.root / "home.json"

    def _write_marker(self, season: Season) -> None:
        marker = _Marker(format=HOME_FORMAT, season=season.name, seed_fingerprint=_fingerprint(season))
        descriptor, temporary = tempfile.mkstemp(dir=self.root, prefix=".home-")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(json.dumps(marker.model_dump(), indent=2) + "\n")
                file.flush()
                os.fsync(file.fileno())
            # A link appears whole or not at all, and never replaces the marker of a process that was faster.
            os.link(temporary, self._marker_path)
        except FileExistsError:
            pass
        finally:
            Path(temporary).unlink()

    def _read_marker(self) -> _Marker:
        try:
            marker = _Marker.model_validate_json(self._marker_path.read_bytes())
        except (OSError, ValidationError):
            raise OperatorError(
                f"{self._marker_path} can't be read as a home's marker; restore it or {_WAY_OUT}"
            ) from None
        if marker.format > HOME_FORMAT:
            raise OperatorError(
                f"home {self.root} was written by a newer version (format {marker.format}, this one knows "
                f"{HOME_FORMAT}); update Environment Duels or {_WAY_OUT}"
            )
        return marker

    def _compare(self, marker: _Marker, season: Season) -> None:
        if marker.season != season.name:
            raise OperatorError(
                f"home {self.root} holds season {marker.season!r}, not {season.name!r}; play that season or {_WAY_OUT}"
            )
        if marker.seed_fingerprint != _fingerprint(season):
            raise OperatorError(
                f"home {self.root} holds season {season.name!r} with another seed; restore its seed or {_WAY_OUT}"
            )


def _fingerprint(season: Season) -> str:
    return digest("home", season.name, season.seed)
