"""Coins: the house players' chance, drawn from what they were asked and from nothing else."""

import hashlib
import random

_SPAN = 2**64


def _bits(player: str, purpose: str, *parts: object) -> int:
    message = "\0".join([purpose, *map(str, parts)]).encode("utf-8", "surrogatepass")
    key = hashlib.blake2b(player.encode(), digest_size=32).digest()
    return int.from_bytes(hashlib.blake2b(message, key=key, digest_size=8).digest(), "big")


def draw(player: str, purpose: str, *parts: object) -> float:
    """A number in [0, 1), uniform over `parts`; equal arguments give equal numbers."""
    return _bits(player, purpose, *parts) / _SPAN


def generator(player: str, purpose: str, *parts: object) -> random.Random:
    """A generator of its own for what `parts` name."""
    return random.Random(_bits(player, purpose, *parts))
