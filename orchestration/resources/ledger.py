"""The ledger: every answer that was paid for in a contestant's week, on disk before it counts, and what was spent.

``journal/<week>/answers/<contestant>.jsonl``. A run that was killed in the middle of an episode plays it again with the
answers it has, and asks only for the next. Answers that were of no use (see `language_model.answer`) are booked too,
under the question that they were to answer: what they cost stands beside the cost of the answer that came in the end.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date

from assets.bill import Bill, total
from assets.contestant_entry import ContestantEntry
from assets.errors import BudgetReached
from assets.journal import Journal, Journals, Record
from assets.ports import Completion, Message
from assets.season import Season
from assets.seeds import digest
from orchestration.resources.spending import Spending

STEP = "answers"
_OF_NO_USE = "of no use"


class Ledger:
    """One contestant's answers of one week, and the season's limits on spending.

    Args:
        others: what the season's other contestants spend meanwhile; only looked at where the season has a limit.
    """

    def __init__(
        self, entry: ContestantEntry, journal: Journal, season_limit: float | None, others: Sequence[Spending]
    ) -> None:
        self._entry = entry
        self._journal = journal
        self._season_limit = season_limit
        self._spent = Spending(journal).total()
        self._others = others
        self._waiting: dict[str, Record] = {}
        self._writing = asyncio.Lock()
        self._useless: dict[str, list[Completion]] = {}
        for key, record in journal.records():
            if key.startswith(_OF_NO_USE):
                question = key.removeprefix(_OF_NO_USE).split()[0]
                self._useless.setdefault(question, []).append(Completion(**record))

    def key(self, messages: Sequence[Message], seed: int, max_tokens: int) -> str:
        """What an answer is known by: all that it was an answer to."""
        return digest("answer", self._entry.asking_json, json.dumps(messages), seed, max_tokens)

    def known(self, key: str) -> Completion | None:
        """The answer that was paid for before, if there is one."""
        record = self._journal.get(key)
        return None if record is None else Completion(**record)

    def wasted(self, key: str) -> Bill:
        """What answers of no use to a question cost."""
        useless = self._useless.get(key, [])
        prices = useless[-1].prices if useless else None
        return Bill(faults_cost_usd=total(*(answer.cost_usd for answer in useless)), prices=prices)

    def require_budget(self) -> None:
        """Find that one more request may be paid for. Answers under way are not counted.

        Raises:
            BudgetReached: what the season allows for the week, for this contestant or for all, is spent.
        """
        limits = (
            ("its", self._entry.limits.usd_per_week, self._spent),
            ("the season's", self._season_limit, self._spent + sum(other.total() for other in self._others)),
        )
        for whose, limit, spent in limits:
            if limit is not None and spent >= limit:
                raise BudgetReached(
                    f"{self._entry.name}: {whose} usd_per_week of {limit:,.2f} USD is reached; "
                    "raise it in the season file and run the week again to go on"
                )

    async def keep(self, key: str, answer: Completion) -> None:
        """Book an answer and wait until it is on disk.

        Answers that come while others are being written are written together: a disk is asked once for many.
        """
        self._spent += answer.cost_usd or 0.0
        self._waiting[key] = asdict(answer)
        async with self._writing:
            if key not in self._waiting:
                return
            batch, self._waiting = self._waiting, {}
            try:
                await asyncio.to_thread(self._journal.append_all, batch)
            except BaseException:
                self._waiting = batch | self._waiting
                raise

    async def keep_useless(self, messages: Sequence[Message], seed: int, max_tokens: int, answer: Completion) -> None:
        """Book an answer to a question that was paid for and is of no use, and wait until it is on disk."""
        key = self.key(messages, seed, max_tokens)
        useless = self._useless.setdefault(key, [])
        useless.append(answer)
        await self.keep(f"{_OF_NO_USE} {key} {len(useless)}", answer)

    def flush(self) -> None:
        """Write what is booked and not written yet."""
        if self._waiting:
            self._journal.append_all(self._waiting)
            self._waiting = {}


@contextmanager
def open_ledger(season: Season, week: date, contestant: str, journals: Journals) -> Iterator[Ledger]:
    """The ledger of a contestant's week, for one process at a time.

    Raises:
        OperatorError: another process is asking for the same contestant, or a ledger is damaged.
    """
    journal = journals.open(week, STEP, contestant)
    others: list[Spending] = []
    if season.usd_per_week is not None:
        names = (entry.name for entry in season.contestants if entry.name != contestant)
        others = [Spending(journals.open(week, STEP, name)) for name in names]
    with journal.held():
        ledger = Ledger(season.entry(contestant), journal, season.usd_per_week, others)
        try:
            yield ledger
        finally:
            ledger.flush()
