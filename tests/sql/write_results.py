"""Writes the answers into docs/sql.md: plays the demo season's four weeks in a new home, or asks the one that is named.

python tests/sql/write_results.py [HOME]
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from demo import play_demo

from orchestration.resources.home import Home
from sql.page import PAGE, answered

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(sys.argv[1]).absolute()) if sys.argv[1:] else play_demo(Path(folder) / "demo")
        PAGE.write_text(answered(PAGE.read_text(encoding="utf-8"), home), encoding="utf-8")
