"""A figure's image: a PNG small enough to be stored with the event that says the asset was made."""

import struct
import zlib
from collections.abc import Iterator

from assets.tournament_report.figure import Figure

LARGEST = 80_000
"""Bytes. Dagster reads all metadata of an event at once, and there are several images in one."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SCALES = (1.5, 1.25, 1, 0.75, 0.5)


def image(figure: Figure) -> bytes:
    """The plot, as sharp as LARGEST allows."""
    found = b""
    for scale in _SCALES:
        found = deflated(figure.png(scale))
        if len(found) <= LARGEST:
            break
    return found


def deflated(png: bytes) -> bytes:
    """The same picture with its data compressed as well as zlib can: the renderer hardly compresses."""
    chunks = list(_chunks(png))
    data = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    head, end = chunks[0], chunks[-1]
    return _SIGNATURE + b"".join(_chunk(*part) for part in (head, (b"IDAT", zlib.compress(data, 9)), end))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each chunk (PNG specification, section 5.3)."""
    place = len(_SIGNATURE)
    while place < len(png):
        size, kind = struct.unpack_from(">I4s", png, place)
        yield kind, png[place + 8 : place + 8 + size]
        place += size + 12


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", len(content), kind) + content + struct.pack(">I", zlib.crc32(kind + content))
