"""Messages between the host and a worker process: four bytes of length, most significant first, and so many bytes."""

import socket
import struct

_LENGTH = struct.Struct(">I")


def send(connection: socket.socket, message: bytes) -> None:
    """Send one message.

    Raises:
        OSError: the other side is gone, or does not read.
    """
    connection.sendall(_LENGTH.pack(len(message)) + message)


def receive(connection: socket.socket) -> bytes | None:
    """The next message; None when the other side is gone.

    Raises:
        TimeoutError: nothing came within the connection's timeout.
    """
    header = _exactly(connection, _LENGTH.size)
    return None if header is None else _exactly(connection, _LENGTH.unpack(header)[0])


def _exactly(connection: socket.socket, size: int) -> bytes | None:
    received = bytearray()
    while len(received) < size:
        part = connection.recv(min(size - len(received), 1 << 20))
        if not part:
            return None
        received += part
    return bytes(received)
