"""Paper: a text of bounded length, written section by section."""

from collections.abc import Sequence


def length(text: str) -> int:
    """Bytes in UTF-8: the most tokens that any byte-level tokenizer can make of a text."""
    return len(text.encode("utf-8", "replace"))


class Paper:
    """A text that never grows beyond `most` bytes."""

    def __init__(self, most: int) -> None:
        self.text = ""
        self._most = most

    def add(self, title: str, blocks: Sequence[str], *, up_to: float = 1.0, left_out: str = "") -> None:
        """Add a section: its title and, from the first on, as many blocks as fit.

        Args:
            up_to: the share of the whole paper that may be full afterwards.
            left_out: what to say, with their number, of the blocks that did not fit.
        """
        room = int(self._most * up_to) - length(self.text)
        for count in range(len(blocks), 0, -1):
            missing = len(blocks) - count
            note = f"\n({left_out.format(missing)})" if missing and left_out else ""
            section = f"{title}\n" + "\n".join(blocks[:count]) + note + "\n\n"
            if length(section) <= room:
                self.text += section
                return
