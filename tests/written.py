"""Authors' answers for tests: drafts made of the published environments, sound and faulty."""

import json
from pathlib import Path

CASES = Path(__file__).parent / "cases"
HINT = json.loads((CASES / "environments.json").read_text(encoding="utf-8"))["cases"][0]["hint"]


def source(case: str) -> str:
    """The source of a published environment, such as `sound`."""
    return (CASES / "environments" / f"{case}.py").read_text(encoding="utf-8")


def draft(case: str = "sound", hint: str = HINT) -> str:
    """An author's whole answer around a published environment."""
    return f"Title: {case}\n<hint>{hint}</hint>\n```python\n{source(case)}```\n"
