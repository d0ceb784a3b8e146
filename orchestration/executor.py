"""The executor: what a run's steps are played in, and that what is valid is published when they are done.

House players wait for nobody: their steps are played in the run's process, one after another. Language models do, each
for another provider: their season's steps are played side by side, each in a process of its own. Those are forked from
one that has imported what all of them need, so a step starts in a fraction of the seconds that the imports take.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import dagster as dg
from dagster._core.execution.context.system import PlanOrchestrationContext
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode

from assets.season import Season
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.snapshot import publish

_SHARED_IMPORTS = (
    "orchestration.wiring",
    "orchestration.resources.language_model.opening",
    "great_expectations",
    # Of what dagster-dbt imports only when it is used, for the definitions, the slowest.
    "dbt.graph",
)


def season_executor(season: Season, warehouse: Warehouse, snapshot: Path) -> dg.ExecutorDefinition:
    """The executor of a season's runs, in a terminal, the UI and the schedule alike."""
    config: dict[str, object] = {"retries": {"enabled": {}}}
    stock = dg.in_process_executor
    if season.processes > 1:
        stock = dg.multiprocess_executor
        config["max_concurrent"] = season.processes
        config["start_method"] = {"forkserver": {"preload_modules": list(_SHARED_IMPORTS)}}
    create = stock.executor_creation_fn
    assert create is not None, "the stock executors can be created"  # noqa: S101 - Dagster's type allows for none

    @dg.executor(name=stock.name, requirements=stock.get_requirements(config))
    def publishing(context: dg.InitExecutorContext) -> dg.Executor:
        configured = dg.InitExecutorContext(context.job, stock, config, context.instance)
        return _Publishing(create(configured), warehouse, snapshot, keeps_open=season.processes == 1)

    return publishing


class _Publishing(dg.Executor):
    """Executes as another executor does; afterwards, whatever the outcome, publishes what is valid.

    Args:
        keeps_open: whether the warehouse is kept open meanwhile, since all steps are played in this process.
    """

    def __init__(self, executor: dg.Executor, warehouse: Warehouse, snapshot: Path, *, keeps_open: bool) -> None:
        self._executor = executor
        self._warehouse = warehouse
        self._snapshot = snapshot
        self._keeps_open = keeps_open

    @property
    def retries(self) -> RetryMode:
        return self._executor.retries

    def execute(
        self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan
    ) -> Iterator[dg.DagsterEvent]:
        try:
            with self._warehouse.kept_open() if self._keeps_open else nullcontext():
                yield from self._executor.execute(plan_context, execution_plan)
        finally:
            publish(self._warehouse, self._snapshot)
