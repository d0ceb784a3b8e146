"""The key that the server may ask its clients for, as a Bearer token."""

import os
import re
import secrets

from starlette.datastructures import Headers

from assets.contestant_entry import VARIABLE_NAME
from assets.errors import OperatorError


def read_key(variable: str | None) -> str | None:
    """The key in an environment variable; None where none is named.

    Raises:
        OperatorError: that is no variable's name (perhaps the key itself), or it is not set.
    """
    if variable is None:
        return None
    if not re.fullmatch(VARIABLE_NAME, variable):
        raise OperatorError("--key-env: name an environment variable (capitals, digits, _), never the key itself")
    key = os.environ.get(variable)
    if not key:
        raise OperatorError(f"--key-env {variable}: set that environment variable to the key that clients must send")
    return key


def may_ask(headers: Headers, key: str | None) -> bool:
    """Whether a request carries the key, or none is asked for."""
    given = headers.get("authorization", "")
    return key is None or secrets.compare_digest(given.encode(), f"Bearer {key}".encode())
