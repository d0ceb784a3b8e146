"""Whose container it is: a label names the process, so that what a killed one left is told from what is in use."""

import os
import platform
import secrets
from contextlib import suppress
from pathlib import Path

LABEL = "environment-duels.owner"
"""On every container of ours."""

_MACHINE, _OURSELVES = platform.node(), secrets.token_hex(8)


def owner() -> str:
    """The label's value for this process."""
    return f"{_MACHINE}/{os.getpid()}/{_OURSELVES}"


def is_left_behind(label: str) -> bool:
    """Whether the process that a label names was one of this machine and is no more."""
    machine, _, rest = label.partition("/")
    pid, _, _ = rest.partition("/")
    if machine != _MACHINE or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return label != owner()
    return not _is_alive(int(pid))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # another user's
    with suppress(OSError):
        # Dead, but its parent has not asked for its status yet; Linux only.
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] not in "ZX"
    return True
