"""A house player: a program behind the question that a language model is asked."""

from collections.abc import Sequence

from assets.contestant_entry import ContestantEntry, HouseSkills
from assets.ports import Completion, Message
from orchestration.resources.house.author import read_task, write
from orchestration.resources.house.solver import play

_CHARACTERS_A_TOKEN = 4


class HousePlayer:
    """One house player with its declared skills (`assets.ports.Contestant`).

    An answer is a function of the entry, the messages and the seed. It costs nothing and never fails.
    """

    def __init__(self, entry: ContestantEntry) -> None:
        self._name = entry.name
        self._skills = entry.skills or HouseSkills()

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """Write the environment that an author's prompt asks for, or play the next turn of a solver's game.

        Tokens are counted roughly, four characters each; an answer longer than `max_tokens` is cut off.
        """
        task = read_task(messages)
        if task is not None:
            text = write(self._name, self._skills, task, seed)
        else:
            text = play(self._name, self._skills, messages, seed)
        cut = len(text) > max_tokens * _CHARACTERS_A_TOKEN
        text = text[: max_tokens * _CHARACTERS_A_TOKEN]
        return Completion(
            text=text,
            tokens_in=_tokens("".join(message["content"] for message in messages)),
            tokens_out=_tokens(text),
            cost_usd=0.0,
            finish_reason="length" if cut else "stop",
        )


def _tokens(text: str) -> int:
    return len(text) // _CHARACTERS_A_TOKEN
