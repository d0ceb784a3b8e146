"""Writing: an author is asked for an environment, and asked to mend it until it passes or its repairs are used up."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from assets.authored_environments.prompt import author_prompt, repair_prompt
from assets.authored_environments.slots import Slot, slots
from assets.bill import NO_BILL, Bill
from assets.concurrently import run_all
from assets.draft import Draft, UnreadableDraft, read_draft
from assets.environment_seeds import draft_seeds, validation_seeds
from assets.errors import BudgetReached, NoAnswer, OperatorError, ProviderError
from assets.journal import Journal, OnProgress, Record
from assets.ports import Contestant, Message, Sandbox
from assets.protocol import PROTOCOL_VERSION
from assets.season import Season
from assets.seeds import digest, seed_of, sha256
from assets.validation.validator import validate

_ANSWER_FIELDS = {"prompt_sha256", "completion", "finish_reason", *asdict(NO_BILL)}


@dataclass(frozen=True, slots=True)
class Desk:
    """What an author's week of writing needs: the contestant, the validator's sandbox, the journal, its dossier."""

    contestant: Contestant
    sandbox: Sandbox
    journal: Journal
    season: Season
    author: str
    dossier: str | None = None

    async def write(self, slot: Slot) -> Record:
        """Fill one slot: draft, findings, repair; the row's outcome columns.

        Every answer is journalled before it is read, so that no paid draft is lost or asked for twice.
        """
        conversation = author_prompt(slot.domain, self.season.max_turns, self.dossier)
        drafts: list[dict[str, Any]] = []
        best: Draft | None = None
        stopped: NoAnswer | None = None
        for number in range(1, self.season.repairs + 2):
            try:
                answer = await self._ask(slot, number, conversation)
            except NoAnswer as error:
                stopped = error
                break
            draft, findings = await self._examine(slot, answer["completion"])
            drafts.append({"draft": number, **answer, "findings": findings})
            best = draft or best
            if not findings:
                break
            conversation = repair_prompt(conversation, answer["completion"], findings)
        return _outcome(best, drafts, stopped, self.season.max_turns)

    async def _ask(self, slot: Slot, number: int, conversation: Sequence[Message]) -> Record:
        prompt_sha256 = _sha256(conversation)
        entry = self.season.entry(self.author)
        key = digest("draft", slot.environment_id, number, prompt_sha256, entry.authoring_json, PROTOCOL_VERSION)
        known = self.journal.get(key)
        if known is not None and known.keys() == _ANSWER_FIELDS:
            return known
        seed = seed_of(self.season.seed, "request", slot.environment_id, number)
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

    async def _examine(self, slot: Slot, completion: str | None) -> tuple[Draft | None, list[str]]:
        """Read and validate an answer. Its findings go back to the author, so the benchmark seeds must not be in them:
        drafts are tried on seeds of another stream."""
        try:
            draft = read_draft(completion)
        except UnreadableDraft as fault:
            return None, [f"parses: {fault}"]
        report = await validate(
            self.sandbox,
            draft,
            benchmark_seeds=draft_seeds(self.season, slot.environment_id),
            validation_seeds=validation_seeds(self.season, slot.environment_id),
            season_max_turns=self.season.max_turns,
        )
        return draft, [f"{finding.check_name}: {finding.detail}" for finding in report.failed]


async def write_week(desk: Desk, week: date, on_progress: OnProgress) -> None:
    """Fill the author's slots that the journal does not hold; a slot whose provider failed is asked for again."""
    owed = slots(desk.season, week, desk.author)
    missing = [slot for slot in owed if not _stands(desk.journal.get(_slot_key(desk.season, slot, desk.dossier)))]
    done = len(owed) - len(missing)
    on_progress(done, len(owed))

    async def fill(slot: Slot) -> None:
        nonlocal done
        desk.journal.append(_slot_key(desk.season, slot, desk.dossier), await desk.write(slot))
        done += 1
        on_progress(done, len(owed))

    await run_all((fill(slot) for slot in missing), at_once=desk.season.in_flight(desk.author))


def environment_rows(
    season: Season, week: date, author: str, journal: Journal, dossier: str | None = None
) -> Iterator[dict[str, object]]:
    """The author's rows of `authored_environments`, from its journal: those that it wrote with this dossier.

    Raises:
        OperatorError: the journal lacks a slot: the step that writes it has not been run.
    """
    for slot in slots(season, week, author):
        record = journal.get(_slot_key(season, slot, dossier))
        if record is None:
            raise OperatorError(
                f"journal {journal.path} lacks {slot.environment_id}; materialize authored_environments as a whole"
            )
        own = {"week": week, "environment_id": slot.environment_id, "author": author}
        [*_, task] = opening = author_prompt(slot.domain, season.max_turns, dossier)
        asked = {"prompt": task["content"], "prompt_sha256": _sha256(opening)}
        yield {**own, "slot": slot.name, "domain": slot.domain, **asked, **record}


def _slot_key(season: Season, slot: Slot, dossier: str | None) -> str:
    prompt = _sha256(author_prompt(slot.domain, season.max_turns, dossier))
    settings = season.entry(slot.author).authoring_json
    return digest("slot", slot.environment_id, prompt, settings, season.repairs, PROTOCOL_VERSION)


def _sha256(conversation: Sequence[Message]) -> str:
    return sha256(json.dumps(conversation))


def _stands(record: Record | None) -> bool:
    # One that lacks a field was written by an earlier version of this program; what it paid for is in the ledger.
    return record is not None and record.keys() == _OUTCOME_FIELDS and record["status"] in ("written", "unreadable")


def _status(best: Draft | None, drafts: list[dict[str, Any]], stopped: NoAnswer | None) -> tuple[str, str | None]:
    """The slot's status and its reason. Where no answer came the slot stays open; a full context is the author's own
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
) -> Record:
    status, error = _status(best, drafts, stopped)
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


_OUTCOME_FIELDS = _outcome(best=None, drafts=[], stopped=None, max_turns=0).keys()
