"""Environments made up for tests, on the sound source of the shared cases."""

from pathlib import Path

from made_weeks import WEEK

from assets.admitted import Environment
from assets.ports import EnvironmentCode
from assets.seeds import sha256

SOUND = (Path(__file__).parents[1] / "cases" / "environments" / "sound.py").read_text()
HINT = "  Halve the interval — “always”.\r\nTwo\ttabs, a nul \0, a lone \udc80 and 三.\n"


def environment(author: str, slot: int, note: str = "", hint: str = HINT) -> Environment:
    """A sound environment; `note` tells its source from others."""
    source = f"# {note} naïve\n{SOUND}"
    code = EnvironmentCode(source, "IntervalSearch", 12)
    name = f"{WEEK}/{author}/env_{slot:03d}"
    return Environment(name, author, "optimization", code, sha256(source), hint, sha256(hint))
