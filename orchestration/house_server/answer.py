"""Answers in the form of OpenAI's API: a chat completion, an error, the list of models."""

import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.responses import Response

from assets.ports import Completion


def json_response(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON in ASCII, so that any text can be sent, lone surrogates too."""
    return Response(json.dumps(body).encode(), status, headers, media_type="application/json")


def completion_body(identity: str, model: str, completion: Completion) -> dict[str, Any]:
    """A chat completion."""
    return {
        "id": f"chatcmpl-{identity}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": completion.text},
                "finish_reason": completion.finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": completion.tokens_in,
            "completion_tokens": completion.tokens_out,
            "total_tokens": completion.tokens_in + completion.tokens_out,
        },
    }


def error_response(
    status: int,
    message: str,
    code: str | None = None,
    *,
    error_type: str = "invalid_request_error",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error; `code` and `error_type` are OpenAI's words."""
    error = {"message": message, "type": error_type, "param": None, "code": code}
    return json_response({"error": error}, status, headers)


def wrong_key() -> Response:
    """What a client without the key is told."""
    return error_response(401, "Incorrect API key provided.", "invalid_api_key")


def unknown_model() -> Response:
    """What a client is told that asks for a model which is not served."""
    return error_response(404, "The model does not exist or you do not have access to it.", "model_not_found")


def models_body(models: Iterable[str]) -> dict[str, Any]:
    """The list of models."""
    return {
        "object": "list",
        "data": [{"id": model, "object": "model", "created": 0, "owned_by": "house"} for model in models],
    }
