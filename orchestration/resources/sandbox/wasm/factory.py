"""Builds the interpreters that episodes are cloned from, once a machine, and keeps them in a cache directory.

A factory is a snapshot of CPython in WebAssembly with the allowed modules imported and the runner loaded. Building one
takes about 12 s, loading it 0.2 s. It is machine code: whoever can write the cache directory can run code as its user.
"""

import hashlib
import inspect
import os
import platform
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assets.contract import ALLOWED_IMPORTS
from assets.errors import OperatorError, SandboxError, SandboxUnavailable
from orchestration.resources.sandbox.runner_sandbox import VARIANTS
from sandbox_images.python_env import runner

CACHE_VARIABLE = "DUELS_SANDBOX_CACHE"

_BUILDS = 4  # how often a variant is built before its hash seed is given up on; each build draws 32 random bits

_SETUP = """
import types
__runner = types.ModuleType("duels_runner")
exec(compile({source!r}, "runner.py", "exec"), vars(__runner))
__variant = {variant}
"""


def default_cache() -> Path:
    """`DUELS_SANDBOX_CACHE`, or `environment-duels` in the user's cache directory: all homes share the factories."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "environment-duels"


def ensure_factories(cache: Path) -> tuple[Path, ...]:
    """The files of all variants, each a snapshot with its hash seed frozen; built where missing or damaged.

    Raises:
        SandboxUnavailable: the interpreter is not installed.
        OperatorError: the cache directory can't be written.
        SandboxError: an interpreter can't be built.
    """
    try:
        import eryx
    except ImportError as error:
        raise SandboxUnavailable(
            f"no sandbox: the package pyeryx can't be imported ({error}); "
            "run `pip install pyeryx` under Python 3.12 or newer"
        ) from None
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        stored = [_stored(cache, variant) for variant in range(VARIANTS)]
        if all(stored):
            return tuple(path for path in stored if path)
        with ThreadPoolExecutor(VARIANTS) as builders:
            paths = list(builders.map(lambda variant: stored[variant] or _build(cache, variant), range(VARIANTS)))
        for _ in range(_BUILDS):
            if _text_hash(paths[0]) != _text_hash(paths[1]):
                return tuple(paths)
            paths[1].unlink(missing_ok=True)
            paths[1] = _build(cache, 1)
    except OSError as error:
        raise OperatorError(
            f"sandbox cache {cache}: {error.strerror or error}; set {CACHE_VARIABLE} to a folder that can be written"
        ) from None
    except eryx.EryxError as error:
        raise SandboxError(f"the sandbox's interpreter can't be built: {first_line(error)}") from None
    raise SandboxError("the sandbox's two interpreters keep getting the same hash seed; report this as a bug")


def first_line(error: BaseException) -> str:
    """The first line of an error's text: what follows it are backtraces."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _stem(variant: int) -> str:
    """A name that changes with everything that a factory is made of."""
    import eryx

    made_of = (inspect.getsource(runner), _SETUP, *ALLOWED_IMPORTS, eryx.__version__, sys.platform, platform.machine())
    return f"factory-{hashlib.sha256(chr(0).join(made_of).encode()).hexdigest()[:16]}-{variant}"


def _stored(cache: Path, variant: int) -> Path | None:
    """A whole cached file. Its name holds its digest: loading damaged machine code could crash the process."""
    for path in sorted(cache.glob(f"{_stem(variant)}-*.bin")):
        if path.name == _name(variant, path):
            return path
        path.unlink(missing_ok=True)
    return None


def _name(variant: int, content: Path) -> str:
    with content.open("rb") as stream:
        return f"{_stem(variant)}-{hashlib.file_digest(stream, 'sha256').hexdigest()[:32]}.bin"


def _build(cache: Path, variant: int) -> Path:
    import eryx

    setup = _SETUP.format(source=inspect.getsource(runner), variant=variant)
    factory = eryx.SandboxFactory(imports=list(ALLOWED_IMPORTS), setup_code=setup)
    with tempfile.TemporaryDirectory(dir=cache, prefix="building-") as folder:
        unfinished = Path(folder) / "factory.bin"
        factory.save(unfinished)
        path = cache / _name(variant, unfinished)
        unfinished.replace(path)  # atomic: another process may build the same variant at this moment
    return path


def _text_hash(path: Path) -> int:
    """hash('abc') in the interpreter: equal only where the hash seeds are."""
    import eryx

    factory: eryx.SandboxFactory = eryx.SandboxFactory.load(path)
    session = factory.create_session(result_variable="reply")
    return int(session.execute("reply = hash('abc')").result)
