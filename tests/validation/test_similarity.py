"""Similarity: renaming makes no new environment, and what differs differs."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from assets.validation.similarity import near_copy, similarity

SOUND = (Path(__file__).parents[1] / "cases" / "environments" / "sound.py").read_text(encoding="utf-8")
WORDS = st.sampled_from(["x", "y", "+", "-", "(", ")", "if", "else", "1", "'a'", "=", ",", "\n", "for", "in"])
SOURCES = st.lists(WORDS, max_size=60).map(" ".join)


@given(SOURCES, SOURCES)
def test_symmetric_and_a_share(a, b):
    assert similarity(a, b) == similarity(b, a)
    assert 0 <= similarity(a, b) <= 1
    assert similarity(a, a) == 1


def test_names_numbers_texts_comments_and_blank_lines_do_not_count():
    renamed = SOUND.replace("secret", "goal").replace("1000", "5000").replace("higher", "up")
    assert similarity(SOUND, "# another one\n\n" + renamed) == 1


def test_another_program_is_no_near_copy():
    other = "import math\n\n\ndef area(r):\n    return math.pi * r ** 2 if r > 0 else [x for x in range(3)]\n"
    assert similarity(SOUND, other) < 0.2
    assert not near_copy(SOUND, other)
    assert near_copy(SOUND, SOUND)


def test_text_that_is_not_python_can_be_compared():
    assert similarity("class A(:\n  '''", SOUND) < 0.2
