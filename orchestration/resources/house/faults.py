"""The faults of sloppy first drafts: each is real, and each is found by the validator."""

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What an author hands in."""

    title: str
    hint: str
    source: str

    def text(self) -> str:
        """In the form that the author's prompt asks for."""
        return f"Title: {self.title}\n<hint>{self.hint}</hint>\n```python\n{self.source}```\n"


def forgets_the_hint(manuscript: Manuscript) -> str:
    """No hint at all."""
    return f"Title: {manuscript.title}\n```python\n{manuscript.source}```\n"


def leaves_the_fence_open(manuscript: Manuscript) -> str:
    """The code block is opened and never closed."""
    return manuscript.text().rstrip().removesuffix("```")


def raises_on_odd_text(manuscript: Manuscript) -> str:
    """An action without its box makes step raise."""
    head = "    def step(self, action):\n"
    check = '        if not action.startswith("\\\\boxed{"):\n            raise ValueError("an action must be boxed")\n'
    return _edited(manuscript, head, head + check)


def pays_with_true(manuscript: Manuscript) -> str:
    """The reward is a bool, not a number."""
    return _edited(manuscript, "1.0, True, False", "True, True, False")


def draws_without_the_seed(manuscript: Manuscript) -> str:
    """The task comes from the module-level random state: another one at each reset."""
    return _edited(manuscript, "random.Random(seed)", "random.Random(random.random())")


FAULTS: tuple[Callable[[Manuscript], str], ...] = (
    forgets_the_hint,
    leaves_the_fence_open,
    raises_on_odd_text,
    pays_with_true,
    draws_without_the_seed,
)


def _edited(manuscript: Manuscript, sound: str, faulty: str) -> str:
    return replace(manuscript, source=manuscript.source.replace(sound, faulty)).text()
