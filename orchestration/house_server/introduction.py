"""The introduction: what a server says when it starts, and how a season file asks it."""

from collections.abc import Sequence


def introduce(models: Sequence[str], url: str, key_variable: str | None) -> str:
    """Where which models are served, with the first one as an entry to copy into a season file."""
    entry = [
        f"  - name: {models[0]}",
        f"    model: openai/{models[0]}",
        f"    api_base: {url}",
        "    price: {input: 0, output: 0}",
    ]
    if key_variable:
        entry.append(f"    api_key_env: {key_variable}")
    return "\n".join(
        [f"House players on {url}: {', '.join(models)}", "Ctrl-C ends it. As a season file's contestant:", *entry]
    )
