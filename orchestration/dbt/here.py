"""dbt in a folder: `python -m orchestration.dbt.here FOLDER …`, and what follows is for dbt.

The profile names the warehouse relative to the folder, so that it is the same in every home and dbt takes what set-up
parsed: with another path it would parse the whole project anew.
"""

import os
import sys

from dbt.cli.main import cli

if __name__ == "__main__":
    os.chdir(sys.argv.pop(1))
    cli()
