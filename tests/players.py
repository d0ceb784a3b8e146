"""Scripted contestants for tests: they answer from a list, and can fail as a provider does."""

from collections.abc import Callable, Sequence

from assets.errors import DuelsError
from assets.ports import Completion, Message

type Answer = str | DuelsError | None


class Scripted:
    """Answers turn t of a conversation with what `script` says for it, and remembers what it was asked."""

    def __init__(self, script: Sequence[Answer] | Callable[[Sequence[Message]], Answer], cost: float | None = 0.25):
        self.script = script
        self.cost = cost
        self.asked: list[list[Message]] = []
        self.seeds: list[int] = []

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        self.asked.append(list(messages))
        self.seeds.append(seed)
        turn = sum(message["role"] == "assistant" for message in messages)
        answer = self.script(messages) if callable(self.script) else self.script[turn]
        if isinstance(answer, DuelsError):
            raise answer
        return Completion(answer, tokens_in=10, tokens_out=5, cost_usd=self.cost, finish_reason="stop")
