"""A JSON object in the body of a request or an answer."""

import json
from typing import Any


def read_object(body: bytes) -> dict[str, Any] | None:
    """The object's fields; None where the body is no JSON, or no object."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None
