"""Foreign text: what models and environments wrote, made harmless for a terminal."""

import re

# C0 and C1 controls but tab and newline: with an escape character a text could repaint the terminal, or type into it.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """The text with every control character shown as a replacement character."""
    return _CONTROLS.sub("�", text)
