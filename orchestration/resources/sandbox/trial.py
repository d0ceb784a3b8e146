"""Tries a sandbox out: plays a tiny environment, then a hostile one that looks for a way out."""

import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from assets.errors import EnvironmentFault, SandboxError
from assets.ports import EnvironmentCode, Sandbox

_TINY = EnvironmentCode(
    source="class Tiny:\n"
    "    def __init__(self, max_turns=1): pass\n"
    "    def reset(self, seed): return f'seed {seed}', {}\n"
    "    def step(self, action): return action, 1.0, True, False, {}\n"
    "    def solution(self): return ['x']\n",
    class_name="Tiny",
    max_turns=1,
)

_HOSTILE = """
import os, socket

def outcome(look):
    try:
        return str(look())
    except BaseException as error:
        return type(error).__name__

class Hostile:
    def __init__(self, max_turns=1): pass

    def reset(self, seed):
        found = {{
            "read a file of this machine": outcome(lambda: open({path!r}).read()),
            "read an environment variable": outcome(lambda: os.environ.get({variable!r})),
            "connected to a port of this machine": outcome(lambda: socket.create_connection(("127.0.0.1", {port}), 2)),
            "started a process": outcome(lambda: os.fork() and "{secret}"),
            "wrote a file": outcome(lambda: open({path!r}, "w").write("x") and "{secret}"),
        }}
        reached = [what for what, result in found.items() if "{secret}" in result or "socket.socket" in result]
        return ", ".join(reached), {{}}

    def step(self, action):
        while True: pass

    def solution(self): return ["x"]
"""


async def try_out(sandbox: Sandbox) -> None:
    """Play both.

    Raises:
        SandboxError: a wrong answer, or the hostile environment got at something.
    """
    async with sandbox.episode(_TINY) as episode:
        if await episode.reset(7) != "seed 7":
            raise SandboxError("a tiny environment gave a wrong answer")
    with hostile() as code:
        await _try_hostile(sandbox, code)


@contextmanager
def hostile() -> Iterator[EnvironmentCode]:
    """The hostile environment, and what it looks for: a file, an environment variable and a port, while it is used."""
    secret, variable = secrets.token_hex(16), "DUELS_SANDBOX_TRIAL"
    with tempfile.NamedTemporaryFile("w") as file, socket.create_server(("127.0.0.1", 0)) as server:
        file.write(secret)
        file.flush()
        os.environ[variable] = secret
        try:
            port = server.getsockname()[1]
            source = _HOSTILE.format(path=file.name, variable=variable, port=port, secret=secret)
            yield EnvironmentCode(source, "Hostile", 1)
        finally:
            del os.environ[variable]


async def _try_hostile(sandbox: Sandbox, code: EnvironmentCode) -> None:
    async with sandbox.episode(code) as episode:
        if reached := await episode.reset(7):
            raise SandboxError(f"a hostile environment {reached}: don't play in this sandbox, and report this as a bug")
        try:
            await episode.step("x")
        except EnvironmentFault:
            return
    raise SandboxError("an endless loop came to an end: don't play in this sandbox, and report this as a bug")
