"""Messages between the host and a worker process: four bytes of length, most significant first, and so many bytes."""

import socket
import struct

_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16


def send(connection: socket.socket, message: bytes) -> None:
    """Send one message.

    Raises:
        OSError: the other side is gone, or does not read.
    """
    connection.sendall(_LENGTH.pack(len(message)) + message)


def receive(connection: socket.socket) -> bytes | None:
    """The next message; None when the other side is gone. Nothing may follow it before it is answered.

    Raises:
        TimeoutError: nothing came within the connection's timeout.
    """
    received = bytearray()
    size = _LENGTH.size
    while len(received) < size:
        part = connection.recv(_CHUNK)
        if not part:
            return None
        if len(received) < _LENGTH.size <= len(received) + len(part):
            size += _LENGTH.unpack_from(received + part)[0]
        received += part
    return bytes(received[_LENGTH.size :])
