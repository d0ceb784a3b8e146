"""Foreign text: what models and environments wrote, made harmless for a terminal or a page."""

import re

# C0 and C1 controls but tab and newline: with an escape character a text could repaint the terminal, or type into it.
# Marks, embeddings, overrides and isolates of writing direction: a text could show its words in another order.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """The text with every character that controls, and shows nothing itself, as a replacement character."""
    return _CONTROLS.sub("�", text)
