"""What comes out of a sandbox: one letter, which says whose it is, and a text."""

from assets.errors import EnvironmentFault, SandboxError


def runners_reply(answer: str) -> str:
    """The runner's reply, as it came: a claim by the environment's author, to be read strictly (`reply.py`).

    Raises:
        EnvironmentFault: the author's code broke its contract (letter ``C``) or a limit (``L``).
        SandboxError: we failed (``E``, or no answer that we know).
    """
    letter, text = answer[:1], answer[1:]
    if letter == "R":
        return text
    if letter == "C":
        raise EnvironmentFault(f"the environment {text}")
    if letter == "L":
        raise EnvironmentFault(f"the environment {text}", "limit")
    raise SandboxError(f"the sandbox failed: {text}")
