"""A week's validations: who is admitted, who is a copy of whom, and what the probe says."""

from contextlib import asynccontextmanager
from datetime import date, timedelta

import dagster as dg
import polars as pl
import pytest
from players import Scripted
from written import HINT, source

from assets.admitted import admitted_ids, no_designs, played_designs
from assets.contestant_entry import ContestantEntry
from assets.environment_seeds import benchmark_seeds, probe_seeds
from assets.errors import ProviderError
from assets.hint_validations.asset import run_checks
from assets.hint_validations.validations import validate_week
from assets.journal import Journals
from assets.progress import Unwatched
from assets.season import Season
from assets.seeds import sha256
from assets.tables import AUTHORED_ENVIRONMENTS, CHECKS, HINT_VALIDATIONS

WEEK = date(2026, 11, 30)
LAST_WEEK = WEEK - timedelta(weeks=1)
SEASON = Season(
    name="tests",
    seed="secret",
    contestants=tuple(ContestantEntry(name=name, model="openai/none") for name in ("ada", "bruno")),
)


def authored(*environments: tuple[str, str, str | None], week: date = WEEK) -> pl.DataFrame:
    """Rows of `authored_environments`: (author, status, published environment or None)."""
    rows = []
    for number, (author, status, case) in enumerate(environments, start=1):
        text = source(case) if case else None
        rows.append(
            {
                **dict.fromkeys(AUTHORED_ENVIRONMENTS.column_names),
                "week": week,
                "environment_id": f"{week}/{author}/env_{number:03d}",
                "author": author,
                "domain": "optimization",
                "status": status,
                "title": case,
                "class_name": text.split("class ")[1].split(":")[0] if text else None,
                "source": text,
                "source_sha256": sha256(text) if text else None,
                "hint": HINT if text else None,
                "hint_sha256": sha256(HINT) if text else None,
                "max_turns": 6,
                "error": {"unreadable": "parses: no hint", "incomplete": "ada: 503"}.get(status),
            }
        )
    return AUTHORED_ENVIRONMENTS.frame(rows)


class OneRoster:
    """The same scripted contestant under every name."""

    def __init__(self, contestant: Scripted) -> None:
        self.contestant = contestant

    @asynccontextmanager
    async def open(self, contestant, week):
        yield self.contestant


async def validations(tmp_path, sandbox, contestant, *environments, earlier=None) -> pl.DataFrame:
    frame = authored(*environments)
    roster, journals = OneRoster(contestant), Journals(tmp_path)
    progress: list[tuple[int, int]] = []
    before = no_designs() if earlier is None else earlier
    rows = await validate_week(
        WEEK, frame, before, SEASON, roster, sandbox, journals, lambda done, total: progress.append((done, total))
    )
    assert progress == [(done, len(environments)) for done in range(len(environments) + 1)]
    return HINT_VALIDATIONS.frame(rows)


def verdicts(frame: pl.DataFrame, check: str) -> list[bool | None]:
    return frame.filter(check_name=check).sort("environment_id").get_column("passed").to_list()


def follows_the_hint(messages) -> str:
    """Halves the interval where the hint says so, else guesses 0."""
    opening = messages[1]["content"]
    if "<hint>" not in opening:
        return "\\boxed{0}"
    low, high, guess = 0, 999, 500
    for message in messages[2:]:
        if message["role"] == "assistant":
            guess = int(message["content"].split("{")[1].rstrip("}"))
        elif "higher" in message["content"]:
            low = guess + 1
        else:
            high = guess - 1
    return f"\\boxed{{{(low + high) // 2}}}"


async def test_every_environment_has_a_row_a_check(tmp_path, sandbox):
    frame = await validations(
        tmp_path,
        sandbox,
        Scripted(follows_the_hint),
        ("ada", "written", "sound"),
        ("ada", "written", "free_win"),
        ("ada", "unreadable", None),
        ("ada", "incomplete", None),
    )
    assert frame.height == 4 * len(CHECKS)
    assert admitted_ids(frame).get_column("environment_id").to_list() == [f"{WEEK}/ada/env_001"]
    assert verdicts(frame, "parses") == [True, True, False, None]
    assert verdicts(frame, "winnable") == [True, True, None, None]
    assert verdicts(frame, "hint_probe")[1:] == [None, None, None]
    details = dict(frame.filter(check_name="parses").select("environment_id", "detail").iter_rows())
    assert details[f"{WEEK}/ada/env_003"] == "no hint"
    assert details[f"{WEEK}/ada/env_004"] == "not judged: ada: 503"


async def test_certificates_stand_on_the_winnable_row_for_every_benchmark_seed(tmp_path, sandbox):
    frame = await validations(tmp_path, sandbox, Scripted(follows_the_hint), ("ada", "written", "sound"))
    [certificates] = frame.filter(check_name="winnable").get_column("certificates").to_list()
    assert [c["seed"] for c in certificates] == benchmark_seeds(SEASON, f"{WEEK}/ada/env_001")
    assert frame.filter(pl.col("check_name") != "winnable").get_column("certificates").null_count() == len(CHECKS) - 1


async def test_a_copy_is_measured_against_the_admitted_ones_before_it(tmp_path, sandbox):
    frame = await validations(
        tmp_path,
        sandbox,
        Scripted(follows_the_hint),
        ("ada", "written", "unwinnable"),
        ("ada", "written", "sound"),
        ("bruno", "written", "near_copy"),
    )
    assert verdicts(frame, "novel") == [True, True, False]
    assert admitted_ids(frame).height == 1
    [detail] = frame.filter(check_name="novel", author="bruno").get_column("detail").to_list()
    assert detail == f"a near copy of {WEEK}/ada/env_002 (similarity 1.00)"


class Written:
    """A history of one earlier week: what was written then, and which of it was admitted."""

    def __init__(self, *environments: tuple[str, bool]) -> None:
        self.asked: list[date] = []
        frame = authored(*(("bruno", "written", case) for case, _ in environments), week=LAST_WEEK)
        admitted = pl.DataFrame({"passed": [passed for _, passed in environments]})
        findings = pl.concat([frame.select("environment_id"), admitted], how="horizontal")
        self.designs = played_designs(frame, findings.with_columns(gating=pl.lit(value=True)))

    def played_before(self, week: date) -> pl.DataFrame:
        self.asked.append(week)
        return self.designs


async def test_a_copy_of_an_earlier_week_is_refused_and_the_earlier_one_named(tmp_path, sandbox):
    frame = await validations(
        tmp_path,
        sandbox,
        Scripted(follows_the_hint),
        ("ada", "written", "near_copy"),
        earlier=Written(("sound", True)).designs,
    )
    [detail] = frame.filter(check_name="novel").get_column("detail").to_list()
    assert detail == f"a near copy of {LAST_WEEK}/bruno/env_001 (similarity 1.00)"
    assert admitted_ids(frame).is_empty()


async def test_an_earlier_environment_that_was_rejected_does_not_count(tmp_path, sandbox):
    frame = await validations(
        tmp_path,
        sandbox,
        Scripted(follows_the_hint),
        ("ada", "written", "near_copy"),
        earlier=Written(("sound", False), ("partial_pay", True)).designs,
    )
    assert admitted_ids(frame).height == 1
    [detail] = frame.filter(check_name="novel").get_column("detail").to_list()
    assert detail.startswith(f"closest to {LAST_WEEK}/bruno/env_002, similarity 0.")


@pytest.mark.parametrize("within", ["week", "season"])
def test_the_season_says_how_far_an_environment_must_be_new(tmp_path, sandbox, within):
    history = Written(("sound", True))
    with dg.build_op_context(
        partition_key=str(WEEK),
        resources={
            "season": SEASON.model_copy(update={"novel_within": within}),
            "roster": OneRoster(Scripted(follows_the_hint)),
            "sandbox": sandbox,
            "journals": Journals(tmp_path),
            "progress": Unwatched(),
            "history": history,
        },
    ) as context:
        rows = run_checks(context, authored(("ada", "written", "near_copy")))
    assert verdicts(HINT_VALIDATIONS.frame(rows), "novel") == [within == "week"]
    assert history.asked == ([] if within == "week" else [WEEK])


async def test_the_probe_plays_both_conditions_once(tmp_path, sandbox):
    author = Scripted(follows_the_hint)
    frame = await validations(tmp_path, sandbox, author, ("ada", "written", "sound"))
    [finding] = frame.filter(check_name="hint_probe").to_dicts()
    assert (finding["passed"], finding["gating"]) == (True, False)
    assert "of 2 without its hint" in finding["detail"]
    journal = Journals(tmp_path).open(WEEK, "hint_validations", "ada")
    assert len(journal) == 4
    assert not set(probe_seeds(SEASON, f"{WEEK}/ada/env_001")) & set(benchmark_seeds(SEASON, f"{WEEK}/ada/env_001"))
    silent = Scripted([])
    again = await validations(tmp_path, sandbox, silent, ("ada", "written", "sound"))
    assert again.drop("seconds").equals(frame.drop("seconds"))
    assert silent.asked == []


async def test_a_provider_fault_leaves_the_probe_unjudged_and_gates_nothing(tmp_path, sandbox):
    frame = await validations(tmp_path, sandbox, Scripted(lambda _: ProviderError("503")), ("ada", "written", "sound"))
    assert verdicts(frame, "hint_probe") == [None]
    assert admitted_ids(frame).height == 1


@pytest.mark.parametrize("case", ["memory_hog", "endless_step", "exits"])
async def test_a_hostile_environment_hurts_no_other(tmp_path, sandbox, case):
    frame = await validations(
        tmp_path, sandbox, Scripted(follows_the_hint), ("ada", "written", case), ("bruno", "written", "sound")
    )
    assert admitted_ids(frame).get_column("environment_id").to_list() == [f"{WEEK}/bruno/env_002"]
