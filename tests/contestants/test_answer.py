"""Answers read strictly: what is the model's own doing, and what is its provider's fault."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.resources.language_model.answer import read_answer
from orchestration.resources.language_model.fault import Fault, FaultKind

USAGE = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}


def body(content: object = "7", reason: object = "stop", **fields: object) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}], "usage": USAGE, **fields}


@pytest.mark.parametrize(
    ("content", "reason", "text"),
    [
        ("\\boxed{7}", "stop", "\\boxed{7}"),
        ("\\boxed{7", "length", "\\boxed{7"),
        (None, "length", None),
        (None, "stop", None),
        ("", "stop", None),
        ("text without a reason", None, "text without a reason"),
        (
            [{"type": "thinking", "thinking": "\\boxed{1}"}, {"type": "text", "text": "\\boxed{7}"}],
            "stop",
            "\\boxed{7}",
        ),
        ([{"type": "thinking", "thinking": "hm"}], "length", None),
    ],
)
def test_what_the_model_did_itself_is_an_answer(content, reason, text):
    answer = read_answer(body(content, reason))
    assert (answer.text, answer.tokens_in, answer.tokens_out) == (text, 11, 3)
    assert answer.finish_reason == (reason or "unknown")


def test_thoughts_beside_the_content_are_not_part_of_it():
    answered = body(None, "length")
    answered["choices"][0]["message"]["reasoning_content"] = "\\boxed{7}"
    assert read_answer(answered).text is None


@pytest.mark.parametrize(
    ("answered", "kind", "billed"),
    [
        (body(choices=[]), FaultKind.EMPTY, 3),
        (body(None, None), FaultKind.EMPTY, 3),
        ({"choices": [{"message": {"role": "assistant"}}], "usage": USAGE}, FaultKind.EMPTY, 3),
        (body(None, "content_filter"), FaultKind.FILTERED, 3),
        (body("half an ans", "content_filter"), FaultKind.FILTERED, 3),
        (body("half an ans", "error"), FaultKind.SERVER_ERROR, 3),
        (body("x" * 1_000_001), FaultKind.TOO_LONG, 3),
        (body(usage=None), FaultKind.UNREADABLE, None),
        (body(usage={"prompt_tokens": "many", "completion_tokens": 3}), FaultKind.UNREADABLE, None),
        (body(usage={"prompt_tokens": -1, "completion_tokens": 3}), FaultKind.UNREADABLE, None),
        (body(usage={"prompt_tokens": 1}), FaultKind.UNREADABLE, None),
        (body({"text": "7"}), FaultKind.UNREADABLE, None),
        (body(choices=None), FaultKind.UNREADABLE, None),
        (body(choices=[None]), FaultKind.UNREADABLE, None),
        ({"error": {"message": "overloaded"}}, FaultKind.SERVER_ERROR, None),
        ({}, FaultKind.UNREADABLE, None),
    ],
)
def test_what_the_provider_did_is_a_fault(answered, kind, billed):
    with pytest.raises(Fault) as fault:
        read_answer(answered)
    assert fault.value.kind == kind
    assert (fault.value.billed and fault.value.billed.tokens_out) == billed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*USAGE, "message", "content"]), inner),
)


@given(st.dictionaries(st.sampled_from(["choices", "usage", "error"]), JSON | st.just(USAGE)))
def test_any_json_is_an_answer_or_a_fault(answered):
    try:
        read_answer(answered)
    except Fault as fault:
        told = str(fault)
    else:
        return
    assert ": " in told
