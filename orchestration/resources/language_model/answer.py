"""An answer: a chat completion as OpenAI's API writes it, read strictly.

The line between the provider's faults and the model's own doing: an answer whose finish_reason is `stop` or `length` is
the model's, with text, with cut text or with none (it thought until its budget was gone). One without a finish_reason
and without text, one that a filter held back, and one whose tokens can't be counted are the provider's.
"""

from typing import Any

from assets.ports import Completion
from orchestration.resources.language_model.fault import Fault, FaultKind

_MAX_TEXT = 1_000_000


def read_answer(body: dict[str, Any]) -> Completion:
    """The answer, without its cost.

    Raises:
        Fault: it can't be read, or says that the provider failed.
    """
    if isinstance(body.get("error"), dict) and not body.get("choices"):
        raise Fault(FaultKind.SERVER_ERROR, "an error in place of an answer")
    choices = body.get("choices")
    if not isinstance(choices, list):
        raise Fault(FaultKind.UNREADABLE, "an answer without choices")
    tokens_in, tokens_out = _tokens(body.get("usage"))
    if not choices:
        raise Fault(FaultKind.EMPTY, "an empty list of choices", billed=_completion(None, tokens_in, tokens_out, ""))
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise Fault(FaultKind.UNREADABLE, "a choice without a message")
    reason = choice.get("finish_reason")
    answer = _completion(_text(message.get("content")), tokens_in, tokens_out, str(reason or "unknown"))
    _judge(answer, reason)
    return answer


def _judge(answer: Completion, reason: object) -> None:
    if reason == "content_filter":
        raise Fault(FaultKind.FILTERED, "the provider's filter held the answer back", billed=answer)
    if reason == "error":
        raise Fault(FaultKind.SERVER_ERROR, "the answer broke off with an error", billed=answer)
    if answer.text is None and reason not in ("stop", "length"):
        raise Fault(FaultKind.EMPTY, "no text and no finish_reason that says why", billed=answer)
    if answer.text is not None and len(answer.text) > _MAX_TEXT:
        raise Fault(FaultKind.TOO_LONG, f"an answer of {len(answer.text):,} characters", billed=answer)


def _completion(text: str | None, tokens_in: int, tokens_out: int, reason: str) -> Completion:
    return Completion(text=text, tokens_in=tokens_in, tokens_out=tokens_out, cost_usd=None, finish_reason=reason)


def _text(content: object) -> str | None:
    """A message's content: text, or blocks of which those of text count and those of thinking do not."""
    if content is None or isinstance(content, str):
        return content or None
    if not isinstance(content, list):
        raise Fault(FaultKind.UNREADABLE, "a message whose content is no text")
    texts = [block.get("text") for block in content if isinstance(block, dict) and block.get("type") == "text"]
    return "".join(text for text in texts if isinstance(text, str)) or None


def _tokens(usage: object) -> tuple[int, int]:
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(usage, dict) else []
    match counts:
        case [int(tokens_in), int(tokens_out)] if tokens_in >= 0 and tokens_out >= 0:
            return tokens_in, tokens_out
        case _:
            raise Fault(FaultKind.UNREADABLE, "a usage block that can't be read")
