"""The sandbox as the steps of a run share it; its worker processes end with the run."""

from collections.abc import Iterator
from contextlib import closing

import dagster as dg

from orchestration.resources.sandbox.wasm import WasmSandbox


@dg.resource(description="CPython in WebAssembly, in worker processes: authored code runs nowhere else.")
def wasm_sandbox(context: dg.InitResourceContext) -> Iterator[WasmSandbox]:
    """The embedded sandbox; nothing is started before a step first plays in it."""
    with closing(WasmSandbox()) as sandbox:
        yield sandbox
