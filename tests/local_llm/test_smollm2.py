"""SmolLM2-135M, a real language model and a very small one, as a solver and as an author (`make test-local-llm`).

What it can do is little, and printed. What is tested is that each of its failures is told apart and stored rightly.
"""

import pytest
from served.command import play
from tournament.small import WEEK, tables

from assets.contestant_entry import ContestantEntry, HouseSkills, Limits, Price, Sampling
from assets.journal import Journals
from assets.season import Season
from assets.solve_attempts.plan import plan
from assets.solve_attempts.tournament import play_all
from local_llm.arithmetic import ENVIRONMENTS
from local_llm.server import CONTEXT_TOKENS
from orchestration.resources.home import Home
from orchestration.resources.roster import SeasonRoster

pytestmark = [
    pytest.mark.local_llm,
    pytest.mark.timeout(3600),
    # LiteLLM's own types, met by pydantic when it first answers.
    pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning"),
]

ITS_OWN_DOING = {"terminated", "truncated", "max_turns", "context_length"}


def small_model(url: str, examples: int, temperature: float = 0.8) -> ContestantEntry:
    return ContestantEntry(
        name="smollm2",
        model="openai/smollm2",
        api_base=url,
        price=Price(input=0, output=0),
        limits=Limits(parallel=1),
        sampling=Sampling(
            temperature=temperature, max_tokens=128, author_max_tokens=1024, context_tokens=CONTEXT_TOKENS
        ),
        examples=examples,
    )


def season(*contestants: ContestantEntry, environments: int) -> Season:
    # One at a time: the server keeps the last conversation, and has only its new turns to read.
    return Season(
        name="small-model",
        seed="arithmetic",
        contestants=contestants,
        environments_per_author=environments,
        benchmark_seeds=4,
        episodes_in_flight=1,
    )


async def solve(url, sandbox, folder, **settings) -> list[dict]:
    """What the model made of the arithmetic environments: 6 of them, 4 seeds, both conditions."""
    played = season(small_model(url, **settings), environments=1)
    journals = Journals(folder)
    attempts = plan(played, "smollm2", ENVIRONMENTS)
    journal = journals.open(WEEK, "solve_attempts", "smollm2")
    async with SeasonRoster(played, journals).open("smollm2", WEEK) as contestant:
        await play_all(attempts, contestant, sandbox, journal, played, lambda done, total: None)
    return [attempt.row(WEEK) | journal.get(attempt.attempt_id) for attempt in attempts]


def actions(records: list[dict]) -> int:
    """Answers that held an action."""
    return sum(turn["action"] is not None for record in records for turn in record["transcript"])


async def test_it_adds_and_subtracts(smollm2, sandbox, tmp_path, tell):
    played = {
        (examples, temperature): await solve(
            smollm2, sandbox, tmp_path / f"{examples}-{temperature}", examples=examples, temperature=temperature
        )
        for temperature in (0.8, 0.0)
        for examples in (0, 2)
    }
    for (examples, temperature), records in played.items():
        assert len(records) == len(ENVIRONMENTS) * 4 * 2
        assert {record["status"] for record in records} <= {"success", "failure"}
        assert {record["stop_reason"] for record in records} <= ITS_OWN_DOING
        assert all(record["tokens_in"] > 0 < record["tokens_out"] for record in records)
        assert {(record["cost_usd"], record["prices"]) for record in records} == {(0.0, "season")}
        for record in records:
            for turn in record["transcript"]:
                assert turn["format_error"] is (turn["action"] is None)
        solved = [record for record in records if record["success"]]
        hinted = sum(record["condition"] == "with_hint" for record in solved)
        tell(
            f"examples {examples}, temperature {temperature}: of {len(records)} answers {actions(records)} held an "
            f"action, {len(solved)} were right, {hinted} of those with the hint; "
            f"{sum(record['seconds'] for record in records) / len(records):.2f} s each"
        )
    for temperature in (0.8, 0.0):
        assert actions(played[2, temperature]) > actions(played[0, temperature])


async def test_what_it_answered_is_not_asked_again(smollm2, sandbox, tmp_path):
    first = await solve(smollm2, sandbox, tmp_path, examples=2)
    # No server stands there any more.
    again = await solve("http://127.0.0.1:9/v1", sandbox, tmp_path, examples=2)
    assert again == first


def test_it_duels_with_two_house_players(smollm2, tmp_path, tell):
    house = [
        ContestantEntry(
            name=name,
            model="house/player",
            skills=HouseSkills(author_difficulty=0.2, hint_quality=1.0, repertoire=repertoire),
        )
        for repertoire, name in enumerate(("ada", "bruno"))
    ]
    home = Home(tmp_path / "home")
    played = season(small_model(smollm2, examples=2), *house, environments=2)
    play(played, home.root, tmp_path, WEEK, timeout_s=3000)
    found = tables(home.snapshot.path)

    written = found["authored_environments"].filter(author="smollm2").to_dicts()
    assert len(written) == 2
    for row in written:
        assert row["status"] in {"written", "unreadable"}
        assert row["drafts"]
        for draft in row["drafts"]:
            assert draft["findings"]
            assert draft["tokens_out"] > 0
            tell(f"{row['environment_id']}, draft {draft['draft']}, {draft['finish_reason']}: {draft['findings'][0]}")
        tell(f"{row['environment_id']}: {row['status']}: {row['error']}")
    validations = found["hint_validations"].filter(author="smollm2")
    assert set(validations["environment_id"]) == {row["environment_id"] for row in written}

    attempts = found["solve_attempts"]
    assert set(attempts["author"]) == {"ada", "bruno"}
    its = attempts.filter(solver="smollm2")
    assert its.height == 4 * 4 * 2
    assert set(its["status"]) <= {"success", "failure"}
    assert set(its["stop_reason"]) <= ITS_OWN_DOING
    for row in its.group_by("author", "condition", "stop_reason").len().sort("author", "condition").to_dicts():
        tell(f"smollm2 on {row['author']}'s, {row['condition']}, {row['stop_reason']}: {row['len']}")
