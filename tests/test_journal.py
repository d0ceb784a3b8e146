"""The journal keeps what is finished, recovers from a torn line, and refuses what is not its own."""

import json
from datetime import date

import pytest

from assets.errors import OperatorError
from assets.journal import Journal, Journals

WEEK = date(2026, 11, 30)


def _journal(tmp_path, contestant="ada"):
    return Journals(tmp_path).open(WEEK, "solve_attempts", contestant)


def test_what_is_appended_is_read_again(tmp_path):
    _journal(tmp_path).append("k1", {"text": "naïve 三 \ud800", "n": 1})
    again = _journal(tmp_path)
    assert again.get("k1") == {"text": "naïve 三 \ud800", "n": 1}
    assert again.get("k2") is None
    assert len(again) == 1


def test_the_last_record_of_a_key_holds(tmp_path):
    journal = _journal(tmp_path)
    journal.append("k", {"status": "incomplete"})
    journal.append("k", {"status": "success"})
    assert _journal(tmp_path).get("k") == {"status": "success"}
    assert len(journal.path.read_text().splitlines()) == 2


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_torn_last_line_is_dropped_and_written_over(tmp_path, cut):
    journal = _journal(tmp_path)
    journal.append("k1", {"n": 1})
    journal.append("k2", {"n": 2})
    journal.path.write_bytes(journal.path.read_bytes()[:-cut])

    recovered = _journal(tmp_path)
    assert recovered.get("k1") == {"n": 1}
    assert recovered.get("k2") is None
    recovered.append("k2", {"n": 3})
    assert _journal(tmp_path).get("k2") == {"n": 3}
    assert all(json.loads(line) for line in journal.path.read_text().splitlines())


def test_a_damaged_line_in_the_middle_is_an_error_and_nothing_is_changed(tmp_path):
    journal = _journal(tmp_path)
    journal.append("k1", {"n": 1})
    before = b"{half a line\n" + journal.path.read_bytes()
    journal.path.write_bytes(before)
    with pytest.raises(OperatorError, match=r"ada\.jsonl line 1 is damaged"):
        _journal(tmp_path)
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize(("name", "value"), [("week", "2026-11-23"), ("step", "other"), ("contestant", "bob")])
def test_a_foreign_line_is_an_error_that_says_what_it_is(tmp_path, name, value):
    journal = _journal(tmp_path)
    journal.append("k1", {"n": 1})
    entry = json.loads(journal.path.read_text()) | {name: value}
    journal.path.write_text(json.dumps(entry) + "\n")
    with pytest.raises(OperatorError, match=f"line 1 belongs elsewhere \\({name} '{value}'\\)"):
        Journal(tmp_path, WEEK, "solve_attempts", "ada")


def test_a_held_journal_refuses_a_second_writer_until_it_is_let_go(tmp_path):
    journal, other = _journal(tmp_path), _journal(tmp_path)
    with journal.held():
        journal.append("k1", {"n": 1})
        with pytest.raises(OperatorError, match="is being written by another run"), other.held():
            pass
    with other.held():
        assert other.get("k1") == {"n": 1}
