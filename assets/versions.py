"""Versions of an environment: as it was first written, and as its author hardened it after a probe.

The first has the id of its slot, `<week>/<author>/env_001`; the n-th hardened one adds `/harden_0n`. Of a slot's
versions the last one that is admitted plays.
"""

import polars as pl

_HARDENED = r"/harden_\d+$"

SLOT_ID = pl.col("environment_id").str.replace(_HARDENED, "")
"""An expression for the id of an environment's slot, which its versions share."""


def version_id(slot_id: str, version: int) -> str:
    """The id of a slot's version: 0 as first written, n as hardened in the n-th round."""
    return f"{slot_id}/harden_{version:02d}" if version else slot_id


def slot_id_of(environment_id: str) -> str:
    """The id of an environment's slot."""
    return "/".join(environment_id.split("/")[:3])
