"""docs/sql.md taken apart: its questions, their queries, and the answers that the page shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

from orchestration.resources.home import Home

PAGE = Path(__file__).parents[2] / "docs" / "sql.md"

# A question, its query, and what the page shows as the answer.
_QUESTION = re.compile(r"^(### \d+\. .*?)\n\n```sql\n(.*?)```\n\n```text\n(.*?)```\n", re.MULTILINE | re.DOTALL)


def questions(page: str) -> list[tuple[str, str, str]]:
    """Each question's heading, query and shown answer."""
    return [match.groups() for match in _QUESTION.finditer(page)]


def answered(page: str, home: Home) -> str:
    """The page with the answers that a home gives."""
    return _QUESTION.sub(
        lambda match: f"{match[1]}\n\n```sql\n{match[2]}```\n\n```text\n{ask(home, match[2])}```\n", page
    )


def ask(home: Home, query: str) -> str:
    """What `duels sql` prints."""
    result = subprocess.run(
        [str(Path(sys.executable).parent / "duels"), "sql", "-"],
        env={**os.environ, "DUELS_HOME": str(home.root)},
        input=query,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{query}\n{result.stderr}"
    return result.stdout
