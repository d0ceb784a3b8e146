"""`duels serve-house`: says where it listens, ends at Ctrl-C, and refuses what it can't do."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml
from typer.testing import CliRunner

from assets.contestant_entry import ContestantEntry
from orchestration.cli import app
from orchestration.house_server.serving import listen

from .asking import MESSAGES, send

KEY = "sk-house-4711"
DUELS = str(Path(sys.executable).parent / "duels")


@contextmanager
def command(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process of the real command on a free port, and what it says once it listens."""
    process = subprocess.Popen(
        [DUELS, "serve-house", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOUSE_KEY": KEY, "COLUMNS": "60"},
    )
    try:
        said = ""
        while "price:" not in said:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            said += line
        yield process, said
    finally:
        process.kill()
        process.communicate()


def test_it_serves_as_asked_and_ends_at_ctrl_c_without_a_trace(tmp_path):
    log = tmp_path / "log.jsonl"
    asked = ("--fault", "html=1@bruno", "--hang-after", "2", "--log", str(log), "--key-env", "HOUSE_KEY")
    with command(*asked) as (process, said):
        assert "ada, bruno, clara, dario, edda, farid" in said.splitlines()[0]
        url = re.search(r"http://127\.0\.0\.1:\d+/v1", said)[0]
        assert KEY not in said

        def post(model: str) -> httpx.Response:
            body = json.dumps({"model": model, "messages": MESSAGES}).encode()
            return send(url, body, {"Authorization": f"Bearer {KEY}"})

        assert post("ada").json()["choices"]
        assert "<html>" in post("bruno").text
        with ThreadPoolExecutor(1) as clients:
            hanging = clients.submit(post, "clara")
            with pytest.raises(TimeoutError):
                hanging.result(0.5)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=5)
            assert isinstance(hanging.exception(), httpx.RemoteProtocolError)
        assert (process.returncode, errors) == (0, "")
    assert [json.loads(line)["fault"] for line in log.read_text().splitlines()] == [None, "html", "hang"]


def test_what_it_says_is_a_contestant_of_a_season_file():
    with command("--key-env", "HOUSE_KEY") as (process, said):
        said += process.stdout.readline()
    [entry] = yaml.safe_load("\n".join(said.splitlines()[2:]))
    contestant = ContestantEntry.model_validate(entry)
    assert (contestant.name, contestant.model, contestant.api_key_env) == ("ada", "openai/ada", "HOUSE_KEY")
    assert contestant.api_base in said.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fault", "slow=1"], "known: unauthorized, forbidden, unknown_model, rate_limited"),
        (["--fault", "hang=2"], "a rate from 0 to 1"),
        (["--fault", "hang=1@nobody"], "served: ada, bruno"),
        (["--season", "nothing"], "unknown season 'nothing'"),
        (["--key-env", "NOT_SET_ANYWHERE"], "NOT_SET_ANYWHERE: set that environment variable"),
        (["--port", "70000"], "no port has that number"),
        (["--log", "/no/such/folder/log.jsonl"], "log file /no/such/folder/log.jsonl: No such file"),
    ],
)
def test_faulty_input_is_one_clear_line(arguments, says):
    refused(arguments, says)


def test_a_key_in_place_of_a_variables_name_is_not_repeated():
    assert KEY not in refused(["--key-env", KEY], "name an environment variable")


def test_a_port_in_use():
    with listen(0) as taken:
        refused(["--port", str(taken.getsockname()[1])], "Address already in use")


def refused(arguments: list[str], says: str) -> str:
    result = CliRunner().invoke(app, ["serve-house", *arguments])
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    assert line.startswith("duels: ")
    assert says in line
    return line
