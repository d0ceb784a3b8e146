"""The boxed action: the last balanced ``\\boxed{…}`` of a completion is what a solver plays."""

from assets.thoughts import without_thoughts

_OPENING = "\\boxed{"


def boxed(action: str) -> str:
    """An action in the form in which environments receive it."""
    return _OPENING + action + "}"


def read_action(completion: str | None) -> str | None:
    """The text inside the last ``\\boxed{…}`` of a completion, nested braces kept, blanks around it dropped.

    Of boxes inside each other the last one to open is read. None is a format error: there is no box, it is blank, or
    the last one is not closed (an answer that was cut off while it gave its action is not read as an earlier thought).
    Boxes in a reasoning model's thoughts are not its answer. Linear in the completion's length.
    """
    if completion is None:
        return None
    completion = without_thoughts(completion)
    start = completion.rfind(_OPENING)
    if start < 0:
        return None
    depth = 0
    for place in range(start + len(_OPENING), len(completion)):
        if completion[place] == "{":
            depth += 1
        elif completion[place] == "}":
            if depth == 0:
                return completion[start + len(_OPENING) : place].strip() or None
            depth -= 1
    return None
