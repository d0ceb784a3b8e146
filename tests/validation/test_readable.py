"""Readable: a secret is found however it is disguised, and not where it only seems to stand."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.validation.readable import reveals

SECRETS = st.text(st.characters(categories=["L", "N"], max_codepoint=0x24F), min_size=3, max_size=12)


@given(SECRETS)
def test_every_disguise_is_seen_through(secret):
    assert reveals(f"look: {secret}!", secret) == "plain"
    assert reveals(f"look: {secret[::-1]}!", secret) in ("reversed", "plain")
    assert reveals(f"look: {secret.encode().hex()}", secret) is not None
    assert reveals("look: " + base64.b64encode(secret.encode()).decode(), secret) is not None


@pytest.mark.parametrize("text", ["from 0 to 1000", "number 71003", "", "10 0"])
def test_a_number_is_not_read_inside_another(text):
    assert reveals(text, "100") is None


def test_case_does_not_matter():
    assert reveals("The word is Open.", "OPEN") == "plain"


def test_nothing_is_no_secret():
    assert reveals("anything", "") is None
