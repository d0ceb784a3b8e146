"""Thoughts: what a reasoning model thought aloud inside its answer is not part of what it answers."""


def without_thoughts(answer: str) -> str:
    """What follows the last thought (`</think>`); nothing where the answer ended in the middle of one."""
    answer = answer.rpartition("</think>")[2]
    return "" if answer.lstrip().startswith("<think>") else answer
