"""CPython in WebAssembly, in worker processes: the embedded sandbox."""
