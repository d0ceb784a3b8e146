"""The desk: an author is asked for an environment, and asked to mend it until it passes or its repairs are used up."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from assets.authored_environments.prompt import KEEP, repair_prompt
from assets.bill import NO_BILL, Bill
from assets.draft import Draft, UnreadableDraft, read_draft
from assets.environment_seeds import draft_seeds, validation_seeds
from assets.errors import BudgetReached, NoAnswer, ProviderError
from assets.journal import Journal, Record
from assets.ports import Contestant, Message, Sandbox
from assets.protocol import PROTOCOL_VERSION
from assets.season import Season
from assets.seeds import digest, seed_of, sha256
from assets.thoughts import without_thoughts
from assets.validation.validator import validate

_ANSWER_FIELDS = {"prompt_sha256", "completion", "finish_reason", *asdict(NO_BILL)}

KEPT = "the author left the version before it as it is"
"""The error of a version that its author chose not to write."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What an author's work needs: the contestant, the validator's sandbox, the journal."""

    contestant: Contestant
    sandbox: Sandbox
    journal: Journal
    season: Season
    author: str

    async def write(self, environment_id: str, opening: Sequence[Message], *, may_keep: bool = False) -> Record:
        """Write one version: draft, findings, repair; the row's outcome columns.

        Every answer is journalled before it is read, so that no paid draft is lost or asked for twice.

        Args:
            opening: the conversation up to the first draft.
            may_keep: whether the author may leave the version before it as it is.
        """
        conversation = opening
        drafts: list[dict[str, Any]] = []
        best: Draft | None = None
        stopped: NoAnswer | None = None
        for number in range(1, self.season.repairs + 2):
            try:
                answer = await self._ask(environment_id, number, conversation)
            except NoAnswer as error:
                stopped = error
                break
            if may_keep and _keeps(answer["completion"]):
                drafts.append({"draft": number, **answer, "findings": []})
                return _outcome(None, drafts, None, self.season.max_turns, kept=True)
            draft, findings = await self._examine(environment_id, answer["completion"])
            drafts.append({"draft": number, **answer, "findings": findings})
            best = draft or best
            if not findings:
                break
            conversation = repair_prompt(conversation, answer["completion"], findings)
        return _outcome(best, drafts, stopped, self.season.max_turns)

    async def _ask(self, environment_id: str, number: int, conversation: Sequence[Message]) -> Record:
        prompt_sha256 = sha256_of(conversation)
        entry = self.season.entry(self.author)
        key = digest("draft", environment_id, number, prompt_sha256, entry.authoring_json, PROTOCOL_VERSION)
        known = self.journal.get(key)
        if known is not None and known.keys() == _ANSWER_FIELDS:
            return known
        seed = seed_of(self.season.seed, "request", environment_id, number)
        completion = await self.contestant.complete(
            conversation, seed=seed, max_tokens=entry.sampling.author_max_tokens
        )
        record = {
            "prompt_sha256": prompt_sha256,
            "completion": completion.text,
            "finish_reason": completion.finish_reason,
            **asdict(completion.bill),
        }
        self.journal.append(key, record)
        return record

    async def _examine(self, environment_id: str, completion: str | None) -> tuple[Draft | None, list[str]]:
        """Read and validate an answer. Its findings go back to the author, so the benchmark seeds must not be in them:
        drafts are tried on seeds of another stream."""
        try:
            draft = read_draft(completion)
        except UnreadableDraft as fault:
            return None, [f"parses: {fault}"]
        report = await validate(
            self.sandbox,
            draft,
            benchmark_seeds=draft_seeds(self.season, environment_id),
            validation_seeds=validation_seeds(self.season, environment_id),
            season_max_turns=self.season.max_turns,
        )
        return draft, [f"{finding.check_name}: {finding.detail}" for finding in report.failed]


def sha256_of(conversation: Sequence[Message]) -> str:
    """SHA-256 of a conversation as JSON, in hexadecimal."""
    return sha256(json.dumps(conversation))


def stands(record: Record | None) -> bool:
    """Whether a journalled outcome is an answer, which is not asked for again."""
    # One that lacks a field was written by an earlier version of this program; what it paid for is in the ledger.
    return record is not None and record.keys() >= _OUTCOME_FIELDS and record["status"] in _ANSWERED


def passed(record: Record) -> bool:
    """Whether a version's last draft passed all checks of drafts."""
    return record["status"] == "written" and not record["drafts"][-1]["findings"]


def outcome_without_answer(status: str, error: str, max_turns: int) -> Record:
    """The outcome columns of a version for which nobody was asked."""
    return {**_outcome(None, [], None, max_turns), "status": status, "error": error}


def _keeps(completion: str | None) -> bool:
    return without_thoughts(completion or "").strip(" \n\t.*`\"'").upper() == KEEP


def _status(best: Draft | None, drafts: list[dict[str, Any]], stopped: NoAnswer | None) -> tuple[str, str | None]:
    """The version's status and its reason. Where no answer came it stays open; a full context is the author's own
    limit, and what it has written so far is what there is."""
    if isinstance(stopped, BudgetReached):
        return "budget_reached", str(stopped)
    if isinstance(stopped, ProviderError):
        return "incomplete", str(stopped)
    if best:
        return "written", None
    return "unreadable", "; ".join(drafts[-1]["findings"]) if drafts else str(stopped)


def _outcome(
    best: Draft | None,
    drafts: list[dict[str, Any]],
    stopped: NoAnswer | None,
    max_turns: int,
    *,
    kept: bool = False,
) -> Record:
    status, error = ("kept", KEPT) if kept else _status(best, drafts, stopped)
    bill = sum(map(Bill.of_record, drafts), stopped.bill if stopped else NO_BILL)
    return {
        "status": status,
        "title": best.title if best else None,
        "class_name": best.class_name if best else None,
        "source": best.source if best else None,
        "source_sha256": sha256(best.source) if best else None,
        "hint": best.hint if best else None,
        "hint_sha256": sha256(best.hint) if best else None,
        "max_turns": best.max_turns(max_turns) if best else max_turns,
        "tries": len(drafts),
        **asdict(bill),
        "error": error,
        "drafts": drafts,
    }


_ANSWERED = ("written", "unreadable", "kept")
_OUTCOME_FIELDS = _outcome(best=None, drafts=[], stopped=None, max_turns=0).keys()
