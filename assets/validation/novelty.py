"""Novelty: whether an environment is another one than those before it."""

import time
from collections.abc import Sequence

from assets.contract import LARGEST_SIMILARITY
from assets.validation.report import Finding, verdict
from assets.validation.similarity import similarity


def judge_novelty(source: str, earlier: Sequence[tuple[str, str]]) -> Finding:
    """The finding of the check `novel`.

    Args:
        earlier: (environment_id, source) of those that it must not be a near copy of.
    """
    started = time.perf_counter()
    alike = {environment_id: similarity(source, other) for environment_id, other in earlier}
    copied = [
        f"a near copy of {name} (similarity {found:.2f})" for name, found in alike.items() if found > LARGEST_SIMILARITY
    ]
    closest = max(alike, key=lambda name: alike[name], default=None)
    seen = f"closest to {closest}, similarity {alike[closest]:.2f}" if closest else "nothing to compare with"
    return verdict("novel", copied, seen, time.perf_counter() - started)
