"""An environment gives the same answers to the same seeds and actions in every sandbox."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.playing import code_of
from validation.test_validator import CASES, PUBLISHED, report_on

from assets.boxed import boxed
from assets.ports import Play
from orchestration.resources.house.families import VARIANTS
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

from .engines import needs_docker
from .sources import SOUND

pytestmark = [
    needs_docker,
    pytest.mark.timeout(600),
]

SEQUENCES = 200
CODES = {"sound": SOUND} | {
    f"{variant.name}-{difficulty}": code_of(variant, difficulty) for variant in VARIANTS for difficulty in (0.0, 1.0)
}


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[WasmSandbox, DockerSandbox]]:
    wasm, docker = WasmSandbox(), DockerSandbox(chosen())
    yield wasm, docker
    wasm.close()
    docker.close()


def _sequences(name: str) -> list[Play]:
    """Random actions: numbers, words of the alphabets that environments use, and any text."""
    rng = random.Random(f"sequences of {name}")

    def action() -> str:
        kind = rng.randrange(5)
        if kind == 0:
            return boxed(str(rng.randrange(10 ** rng.randint(1, 4))))
        if kind == 1:
            return boxed(rng.choice(("north", "south", "east", "west", "yes", "no", "open", "take 2", "red blue")))
        if kind == 2:
            return boxed("".join(rng.choices("abcdefABCDEF0123456789 ,.-", k=rng.randrange(12))))
        if kind == 3:
            return boxed(" ".join(str(rng.randrange(20)) for _ in range(rng.randint(1, 6))))
        return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) for _ in range(rng.randrange(30)))

    return [
        {"seed": rng.randrange(2**63), "actions": [action() for _ in range(rng.randint(1, 24))]}
        for _ in range(SEQUENCES)
    ]


@pytest.mark.parametrize("name", CODES)
async def test_random_actions_get_the_same_answers(both, name):
    wasm, docker = both
    plays = [*_sequences(name), *({"seed": seed, "actions": "certificate"} for seed in range(20))]
    for first in range(0, len(plays), 40):
        part = plays[first : first + 40]
        there = await wasm.play(CODES[name], part, full=True)
        here = await docker.play(CODES[name], part, full=True)
        assert here == there
        assert all(trace.turns and trace.fault is None for trace in here)


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: Path(case["file"]).stem)
async def test_published_cases_are_judged_alike(both, case):
    source = (CASES / case["file"]).read_text(encoding="utf-8")
    reports = [await report_on(sandbox, source, case["hint"], case["max_turns"]) for sandbox in both]
    there, here = ([(found.check_name, found.passed) for found in report.findings] for report in reports)
    assert here == there
