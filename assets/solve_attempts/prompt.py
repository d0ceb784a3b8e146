"""What a solver is told: the rules, the hint where the condition shows it, then observation after observation."""

from assets.ports import Message

SYSTEM = (
    "You are playing an interactive environment. Read each observation, reason about it, and play exactly one valid "
    "action a turn. Put the action in \\boxed{}: the last box of your answer is what you play."
)

REMINDER = "Reason, then give one action in \\boxed{}."

FORMAT_ERROR = "No action was found in your answer, and the turn is used up. Give one action in \\boxed{}."


def opening(observation: str, hint: str | None) -> list[Message]:
    """The messages of the first turn. The hint stands before the first observation, here and in every export."""
    shown = f"<hint>\n{hint}\n</hint>\n\n" if hint is not None else ""
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": f"{shown}{observation}\n\n{REMINDER}"},
    ]
