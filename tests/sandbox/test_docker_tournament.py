"""A tournament in containers: killed in the middle it leaves none, and goes on where it stopped."""

import time

import docker
import pytest
from served.command import play, start
from tournament.small import WEEK, tables, write_season

from assets.season import load_season
from orchestration.resources.home import Home
from orchestration.resources.sandbox.docker.owner import LABEL, is_left_behind

from .engines import needs_docker

pytestmark = [
    needs_docker,
    pytest.mark.timeout(600),
]

SEEDS = 24


def _labels(engine: docker.DockerClient) -> list[str]:
    return [found["Labels"][LABEL] for found in engine.api.containers(all=True, filters={"label": LABEL})]


@pytest.mark.parametrize("at_once", [1, 2], ids=["one process", "a process a step"])
def test_a_killed_tournament_leaves_no_container_and_goes_on(tmp_path, at_once):
    season = load_season(write_season(tmp_path)).model_copy(
        update={"benchmark_seeds": SEEDS, "contestants_at_once": at_once}
    )
    home = Home(tmp_path / "home")
    engine = docker.from_env()
    try:
        running = start(season, home.root, tmp_path, "tournament", "--week", str(WEEK))
        deadline = time.monotonic() + 240
        journal = home.journal / str(WEEK) / "solve_attempts"
        while sum(len(path.read_bytes().splitlines()) for path in journal.glob("*.jsonl")) < 20:
            assert time.monotonic() < deadline
            assert running.poll() is None, running.communicate()[0]
            time.sleep(0.01)
        before = _labels(engine)
        running.kill()
        running.communicate()
        assert any(f"/{running.pid}/" in label or at_once > 1 for label in before)
        doctor = start(season, home.root, tmp_path, "doctor")
        output, _ = doctor.communicate(timeout=120)
        assert doctor.returncode == 0, output
        assert not any(is_left_behind(label) for label in _labels(engine))
        if at_once > 1:
            return
        play(season, home.root, tmp_path, WEEK)
        assert not any(is_left_behind(label) for label in _labels(engine))
    finally:
        engine.close()
    attempts = tables(home.snapshot.path)["solve_attempts"]
    assert attempts.height == 3 * 3 * SEEDS * 2
    assert set(attempts.get_column("status")) <= {"success", "failure"}
