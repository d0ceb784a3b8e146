"""Versions of an environment: as it was first written, and as its author hardened it after a probe.

The first has the id of its slot, `<week>/<author>/env_001`; the n-th hardened one adds `/harden_0n`. Of a slot's
versions the last one that is admitted plays.
"""

import polars as pl

_HARDENED = r"/harden_\d+$"

SLOT_ID = pl.col("environment_id").str.replace(_HARDENED, "")
"""An expression for the id of an environment's slot, which its versions share."""


def hardened_id(slot_id: str, round_number: int) -> str:
    """The id of the version that a round of hardening (1, 2, …) makes."""
    return f"{slot_id}/harden_{round_number:02d}"


def slot_id_of(environment_id: str) -> str:
    """The id of an environment's slot."""
    return "/".join(environment_id.split("/")[:3])
