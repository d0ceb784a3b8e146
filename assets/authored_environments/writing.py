"""Writing: an author fills the slots of its week with first versions."""

from datetime import date

from assets.authored_environments.desk import Desk, sha256_of, stands
from assets.authored_environments.prompt import author_prompt
from assets.authored_environments.slots import Slot, slots
from assets.concurrently import run_all
from assets.errors import OperatorError
from assets.journal import Journal, OnProgress, Record
from assets.ports import Message
from assets.protocol import PROTOCOL_VERSION
from assets.season import Season
from assets.seeds import digest


def opening_of(season: Season, slot: Slot, dossier: str | None) -> list[Message]:
    """The conversation that opens a slot."""
    return author_prompt(slot.domain, season.max_turns, dossier)


async def write_week(desk: Desk, week: date, dossier: str | None, on_progress: OnProgress) -> None:
    """Fill the author's slots that the journal does not hold; a slot whose provider failed is asked for again."""
    owed = slots(desk.season, week, desk.author)
    missing = [slot for slot in owed if not stands(desk.journal.get(_key(desk.season, slot, dossier)))]
    done = len(owed) - len(missing)
    on_progress(done, len(owed))

    async def fill(slot: Slot) -> None:
        nonlocal done
        written = await desk.write(slot.environment_id, opening_of(desk.season, slot, dossier))
        desk.journal.append(_key(desk.season, slot, dossier), written)
        done += 1
        on_progress(done, len(owed))

    await run_all((fill(slot) for slot in missing), at_once=desk.season.in_flight(desk.author))


def first_version(season: Season, slot: Slot, dossier: str | None, journal: Journal) -> Record:
    """The outcome columns of a slot's first version, as its author wrote it with this dossier.

    Raises:
        OperatorError: the journal lacks it: the step that writes it has not been run.
    """
    record = journal.get(_key(season, slot, dossier))
    if record is None:
        raise OperatorError(
            f"journal {journal.path} lacks {slot.environment_id}; materialize authored_environments as a whole"
        )
    return record


def _key(season: Season, slot: Slot, dossier: str | None) -> str:
    prompt = sha256_of(opening_of(season, slot, dossier))
    settings = season.entry(slot.author).authoring_json
    return digest("slot", slot.environment_id, prompt, settings, season.repairs, PROTOCOL_VERSION)
