"""Seeds: every random number of a tournament, from a keyed hash of the season's secret seed.

One stream a purpose; streams of different names are independent, and without the key none can be foretold.
"""

import hashlib
from typing import Literal

Stream = Literal["benchmark", "validation", "probe", "training", "request", "examples", "split", "bootstrap"]


def seed_of(season_seed: str, stream: Stream, *parts: object) -> int:
    """A seed in [0, 2^63): the first 63 bits of BLAKE2b keyed with the season's secret seed.

    Args:
        season_seed: the season's secret, any text.
        stream: what the seed is for.
        parts: what it belongs to; joined by NUL, so ("a", "bc") and ("ab", "c") differ.
    """
    key = hashlib.blake2b(season_seed.encode(), digest_size=32).digest()
    message = "\0".join([stream, *map(str, parts)]).encode()
    digest = hashlib.blake2b(message, key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def seeds_of(season_seed: str, stream: Stream, count: int, *parts: object) -> list[int]:
    """`count` seeds of one stream, in order: seed i does not depend on `count`."""
    return [seed_of(season_seed, stream, *parts, index) for index in range(count)]


def digest(*parts: object) -> str:
    """A stable 32-digit hexadecimal name for what `parts` say; NUL-joined."""
    return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest()


def sha256(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes (lone surrogates kept), in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
