"""The sandbox as the steps of a run share it; what it runs ends with the run."""

from collections.abc import Iterator
from contextlib import closing

import dagster as dg

from assets.ports import Sandbox
from assets.sandbox_choice import SandboxChoice
from orchestration.resources.sandbox.choice import chosen, open_sandbox


def shared_sandbox(season: SandboxChoice) -> dg.ResourceDefinition:
    """The sandbox that the environment names, else the season; nothing is started before a step first plays in it."""

    @dg.resource(description="Where authored code runs, and nowhere else.")
    def sandbox(context: dg.InitResourceContext) -> Iterator[Sandbox]:
        with closing(open_sandbox(chosen(season))) as opened:
            yield opened

    return sandbox
