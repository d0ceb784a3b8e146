"""What a solver is told: the rules, the hint where the condition shows it, then observation after observation."""

from collections.abc import Sequence

from assets.boxed import boxed
from assets.ports import Message
from assets.solve_attempts.examples import Example

SYSTEM = (
    "You are playing an interactive environment. Read each observation, reason about it, and play exactly one valid "
    "action a turn. Put the action in \\boxed{}: the last box of your answer is what you play."
)

REMINDER = "Reason, then give one action in \\boxed{}."

FORMAT_ERROR = "No action was found in your answer, and the turn is used up. Give one action in \\boxed{}."


def opening(observation: str, hint: str | None, examples: Sequence[Example] = ()) -> list[Message]:
    """The messages of the first turn. The hint stands before the first observation, here and in every export.

    Examples stand before it as turns that were played: as text in the system message they taught a small model less.
    """
    shown = f"<hint>\n{hint}\n</hint>\n\n" if hint is not None else ""
    return [
        {"role": "system", "content": SYSTEM},
        *(message for example in examples for message in _turn(example)),
        {"role": "user", "content": f"{shown}{observation}\n\n{REMINDER}"},
    ]


def _turn(example: Example) -> list[Message]:
    return [
        {"role": "user", "content": f"{example.observation}\n\n{REMINDER}"},
        {"role": "assistant", "content": f"{example.reasoning} {boxed(example.action)}"},
    ]
