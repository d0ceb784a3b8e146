"""Readable: whether a text gives a secret away, as it stands or in a disguise that anybody would try."""

import base64
import re


def reveals(text: str, secret: str) -> str | None:
    """How `secret` can be read in `text`: ``plain``, ``reversed``, ``hex`` or ``base64``; None where it can't.

    Case doesn't matter. As it stands and reversed, the secret must be a word of its own: 100 is not read in 1000.
    """
    if not secret:
        return None
    for disguise, shown in (("plain", secret), ("reversed", secret[::-1])):
        if re.search(rf"(?<![^\W_]){re.escape(shown.casefold())}(?![^\W_])", text.casefold()):
            return disguise
    raw = secret.encode("utf-8", "surrogatepass")
    if raw.hex() in text.casefold():
        return "hex"
    if base64.b64encode(raw).decode().rstrip("=") in text:
        return "base64"
    return None
