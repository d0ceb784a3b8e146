"""Hardening: a version that passed is probed, its author is told how it fared, and may hand in a harder one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from assets.admitted import Environment
from assets.authored_environments.desk import Desk, outcome_without_answer, passed, sha256_of, stands
from assets.authored_environments.prompt import harden_prompt
from assets.authored_environments.slots import Slot, slots
from assets.authored_environments.writing import first_version, opening_of
from assets.concurrently import run_all
from assets.environment_probes.probing import probe_plan
from assets.environment_probes.telling import told
from assets.errors import OperatorError
from assets.journal import Journal, Journals, OnProgress, Record
from assets.ports import Message, Roster, Sandbox
from assets.protocol import PROTOCOL_VERSION
from assets.season import Season
from assets.seeds import digest
from assets.solve_attempts.plan import by_solver
from assets.solve_attempts.tournament import play_side_by_side
from assets.tables import AUTHORED_ENVIRONMENTS, ENVIRONMENT_PROBES
from assets.versions import version_id

STEP, PROBES = AUTHORED_ENVIRONMENTS.name, ENVIRONMENT_PROBES.name

NO_PROBE = "nobody's probe came to an end under both conditions, so the author was not asked"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a slot's environment that its author has answered for, or failed to.

    Attributes:
        number: 0 as first written, n as hardened in the n-th round.
        conversation: what opened it, down to the task; None where nobody was asked.
        record: its outcome columns.
    """

    slot: Slot
    number: int
    conversation: Sequence[Message] | None
    record: Record

    @property
    def environment_id(self) -> str:
        return version_id(self.slot.environment_id, self.number)

    @property
    def may_be_hardened(self) -> bool:
        return passed(self.record)

    @property
    def environment(self) -> Environment:
        """The version as it is played; of a written one."""
        return Environment.of_row({**self.record, **self._names})

    @property
    def row(self) -> dict[str, object]:
        """Its row of `authored_environments`."""
        task = self.conversation[-1]["content"] if self.conversation else None
        return {
            **self._names,
            "week": self.slot.week,
            "slot": self.slot.name,
            "version": self.number,
            "prompt": task,
            "prompt_sha256": sha256_of(self.conversation) if self.conversation else None,
            **self.record,
        }

    def offer(self, probe: str) -> list[Message]:
        """The conversation that offers to harden it."""
        return harden_prompt(self.conversation or [], self.record["drafts"][-1]["completion"], probe)

    @property
    def _names(self) -> dict[str, object]:
        return {"environment_id": self.environment_id, "author": self.slot.author, "domain": self.slot.domain}


@dataclass(frozen=True, slots=True)
class Hardening:
    """A week's hardening, of all its authors.

    Attributes:
        season: as it is in the week.
        dossiers: by author, what it was shown when it wrote.
    """

    week: date
    season: Season
    dossiers: dict[str, str | None]
    roster: Roster
    sandbox: Sandbox
    journals: Journals

    async def run(self, on_progress: Callable[[str, str], OnProgress]) -> None:
        """Play the rounds, as far as the journals lack them.

        Args:
            on_progress: for a step and a contestant, what is told how far it has come.
        """
        for number in range(1, self.season.harden_rounds + 1):
            due = {author: [*self._due(author, number)] for author in self.dossiers}
            probed = [version for versions in due.values() for version in versions]
            await self._probe(probed, on_progress)
            await run_all(self._ask(author, versions, on_progress) for author, versions in due.items() if versions)

    def _due(self, author: str, number: int) -> Iterator[Version]:
        """The author's versions that the journal has no answer about in the n-th round."""
        journal = self.journals.open(self.week, STEP, author)
        for slot in slots(self.season, self.week, author):
            versions = versions_of(self.season, slot, self.dossiers[author], journal)
            before = next((version for version in versions if version.number == number - 1), None)
            if before and before.may_be_hardened:
                found = journal.get(_key(self.season, before))
                if found is None or not stands(found["outcome"]):
                    yield before

    async def _probe(self, versions: Sequence[Version], on_progress: Callable[[str, str], OnProgress]) -> None:
        await play_side_by_side(
            self.week,
            PROBES,
            [attempt for version in versions for attempt in probe_plan(self.season, version.environment)],
            self.season,
            self.roster,
            self.sandbox,
            self.journals,
            lambda prober: on_progress(PROBES, prober),
        )

    async def _ask(
        self, author: str, versions: Sequence[Version], on_progress: Callable[[str, str], OnProgress]
    ) -> None:
        """Offer the author to harden its versions; each answer is journalled with the probe that it rests on."""
        journal = self.journals.open(self.week, STEP, author)
        report = on_progress("hardening", author)
        done = 0
        report(done, len(versions))
        with journal.held():
            async with self.roster.open(author, self.week) as contestant:
                desk = Desk(contestant, self.sandbox, journal, self.season, author)

                async def offer(version: Version) -> None:
                    nonlocal done
                    journal.append(_key(self.season, version), await self._answer(desk, version))
                    done += 1
                    report(done, len(versions))

                await run_all((offer(v) for v in versions), at_once=self.season.in_flight(author))

    async def _answer(self, desk: Desk, version: Version) -> Record:
        probe = self._told(desk.journal, version)
        if probe is None:
            nobody = outcome_without_answer("incomplete", NO_PROBE, self.season.max_turns)
            return {"probe": None, "outcome": nobody}
        next_id = version_id(version.slot.environment_id, version.number + 1)
        outcome = await desk.write(next_id, version.offer(probe), may_keep=True)
        return {"probe": probe, "outcome": outcome}

    def _told(self, journal: Journal, version: Version) -> str | None:
        """What the author is told; the same in every run once it was told, so that no answer is asked for twice."""
        key = digest("told", _key(self.season, version))
        known = journal.get(key)
        if known is not None:
            return str(known["probe"])
        attempts = probe_plan(self.season, version.environment)
        probe = told(
            attempts, {prober: self.journals.open(self.week, PROBES, prober) for prober in by_solver(attempts)}
        )
        if probe is not None:
            journal.append(key, {"probe": probe})
        return probe


def versions_of(season: Season, slot: Slot, dossier: str | None, journal: Journal) -> list[Version]:
    """A slot's versions in the journal, the first one first.

    Raises:
        OperatorError: the journal lacks the first one.
    """
    first = first_version(season, slot, dossier, journal)
    versions = [Version(slot, 0, opening_of(season, slot, dossier), first)]
    while versions[-1].number < season.harden_rounds and versions[-1].may_be_hardened:
        before = versions[-1]
        found = journal.get(_key(season, before))
        if found is None:
            break
        conversation = None if found["probe"] is None else before.offer(found["probe"])
        versions.append(Version(slot, before.number + 1, conversation, found["outcome"]))
    return versions


def environment_rows(
    season: Season, week: date, author: str, journal: Journal, dossier: str | None
) -> Iterator[dict[str, object]]:
    """The author's rows of `authored_environments`, from its journal: those that it wrote with this dossier.

    Raises:
        OperatorError: the journal lacks a version: the step that writes it has not been run.
    """
    for slot in slots(season, week, author):
        versions = versions_of(season, slot, dossier, journal)
        last = versions[-1]
        if last.number < season.harden_rounds and last.may_be_hardened:
            raise OperatorError(
                f"journal {journal.path} lacks {version_id(slot.environment_id, last.number + 1)}; "
                "materialize authored_environments as a whole"
            )
        yield from (version.row for version in versions)


def _key(season: Season, before: Version) -> str:
    """The journal's key for what becomes of a version: all that the author's offer is made of, but for the probe."""
    settings = season.entry(before.slot.author).authoring_json
    design = before.record["source_sha256"], before.record["hint_sha256"]
    return digest("harden", before.environment_id, *design, settings, season.repairs, PROTOCOL_VERSION)
