"""A report's file is whole or not there."""

import pytest

from assets.errors import OperatorError
from assets.tournament_report.file import replace_file


def test_the_folder_is_made_and_nothing_else_is_left_in_it(tmp_path):
    path = tmp_path / "new" / "reports" / "week.html"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [found.name for found in path.parent.iterdir()] == ["week.html"]


def test_who_has_it_open_keeps_the_old_page(tmp_path):
    path = tmp_path / "week.html"
    replace_file(path, b"old")
    with path.open("rb") as reader:
        replace_file(path, b"new")
        assert reader.read() == b"old"


def test_a_file_that_can_not_be_written_leaves_the_old_one(tmp_path):
    path = tmp_path / "week.html"
    replace_file(path, b"old")
    (tmp_path / f".{path.name}.partial").mkdir()
    with pytest.raises(OperatorError, match=r"week\.html can't be written .*run again"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"


def test_a_folder_that_can_not_be_made_is_said_so(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OperatorError, match="make its folder writable"):
        replace_file(tmp_path / "file" / "week.html", b"new")
