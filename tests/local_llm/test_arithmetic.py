"""The arithmetic environments are admitted as an author's would be; this needs no model."""

import pytest

from assets.seeds import seeds_of
from assets.validation.validator import validate
from local_llm.arithmetic import DRAFTS


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.class_name)
async def test_the_validator_admits_it(sandbox, draft):
    report = await validate(
        sandbox,
        draft,
        benchmark_seeds=seeds_of("s", "benchmark", 4),
        validation_seeds=seeds_of("s", "validation", 100),
        season_max_turns=24,
    )
    assert report.failed == []
