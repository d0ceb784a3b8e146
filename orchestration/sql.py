"""SQL for people: one query on the published results, its answer in one of DuckDB's own formats."""

import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import duckdb

from assets.errors import OperatorError
from assets.foreign_text import harmless
from orchestration.interruptible import interruptible
from orchestration.outlets import standard_output, whole_file
from orchestration.resources.home import Home

FORMATS = ("table", "csv", "json", "parquet")

_COPY_OPTIONS = {
    "csv": "FORMAT csv, HEADER true, USE_TMP_FILE false",
    "json": "FORMAT json, ARRAY true, USE_TMP_FILE false",
    "parquet": "FORMAT parquet, USE_TMP_FILE false",
}
_ROWS_ON_A_TERMINAL = 40
# DuckDB draws no more than 10,000; below that its last line says how many there are and how many are shown.
_ROWS_ELSEWHERE = 5_000
_UNCUT = 2**31


def answer(home: Home, query: str, form: str | None = None, output: Path | None = None) -> None:
    """Write the answer to one query to standard output, or to a file, whole or not at all.

    Args:
        home: whose published results are asked. They are opened read-only, and a tournament that ends meanwhile puts
            new ones beside them: neither waits for the other.
        query: one statement that reads.
        form: one of FORMATS; by default what the output's name ends with, else `table`.
        output: the file; None for standard output.

    Raises:
        OperatorError: nothing is published yet; the format, the file or the query can't be used.
        BrokenPipeError: whoever reads standard output has read enough.
        KeyboardInterrupt: at Ctrl-C or SIGTERM. The query goes on until the process is ended; no file is left.
    """
    form = form or _called(output)
    if form not in FORMATS:
        raise OperatorError(f"unknown format {form[:100]!r}; formats: {', '.join(FORMATS)}")
    if form == "parquet" and output is None and sys.stdout.isatty():
        raise OperatorError("parquet is not for a terminal; write it to a file: --output answer.parquet")
    if output and output.resolve().is_relative_to(home.root.resolve()):
        raise OperatorError(f"{output} lies among the tournament's own files in {home.root}; name a file elsewhere")
    with whole_file(output) if output else standard_output() as path:
        # In a thread: not every call into DuckDB heeds an interruption.
        interruptible(lambda: _write(home, query, form, path, fitted=output is None and sys.stdout.isatty()))


def _write(home: Home, query: str, form: str, path: Path, *, fitted: bool) -> None:
    with home.snapshot.open(read_only=True) as connection, _clear_errors():
        _require_one_that_reads(connection, query)
        relation = connection.sql(query)
        if form == "table":
            path.write_text(_draw(relation, fitted=fitted), encoding="utf-8")
        else:
            _copy(connection, relation, form, path)


def _called(output: Path | None) -> str:
    ending = output.suffix.removeprefix(".") if output else ""
    return ending if ending in FORMATS else "table"


def _require_one_that_reads(connection: duckdb.DuckDBPyConnection, query: str) -> None:
    try:
        query.encode()
    except UnicodeEncodeError:
        raise OperatorError("the query is not UTF-8 text") from None
    statements = connection.extract_statements(query)
    # DuckDB itself turns a PIVOT whose columns follow from the rows into two: a type of its own, and the SELECT.
    written = [statement for statement in statements if statement.query]
    if not statements:
        raise OperatorError("the query is empty; write a SELECT")
    if len(written) > 1:
        raise OperatorError(f"one query at a time, not {len(written)}; for more open the shell: duels sql")
    if statements[-1].type != duckdb.StatementType.SELECT:
        kind = statements[-1].type.name
        raise OperatorError(f"only a query that reads is answered (SELECT, FROM, DESCRIBE, SUMMARIZE, …), not {kind}")


def _copy(connection: duckdb.DuckDBPyConnection, relation: duckdb.DuckDBPyRelation, form: str, path: Path) -> None:
    """DuckDB's own writer, piece by piece."""
    columns = _exact_columns(relation) if form == "parquet" else "*"
    target = str(path).replace("'", "''")
    connection.execute(f"COPY (SELECT {columns} FROM relation) TO '{target}' ({_COPY_OPTIONS[form]})")


def _exact_columns(relation: duckdb.DuckDBPyRelation) -> str:
    """All columns, integers of 128 bits as decimals: parquet has none, and DuckDB would make inexact doubles of them.

    Every SUM of integers is one.
    """
    types = {
        f'"{name.replace('"', '""')}"': str(kind) for name, kind in zip(relation.columns, relation.types, strict=True)
    }
    casts = [
        f"{name}::{kind.replace('HUGEINT', 'DECIMAL(38, 0)')} AS {name}"
        for name, kind in types.items()
        if "HUGEINT" in kind
    ]
    return f"* REPLACE ({', '.join(casts)})" if casts else "*"


def _draw(relation: duckdb.DuckDBPyRelation, *, fitted: bool) -> str:
    """DuckDB's box: cut to the terminal, or with every column whole."""
    box = io.StringIO()
    with redirect_stdout(box):
        if fitted:
            # DuckDB's box is one wider than it is told.
            relation.show(max_width=shutil.get_terminal_size().columns - 1, max_rows=_ROWS_ON_A_TERMINAL)
        else:
            relation.show(max_width=_UNCUT, max_col_width=_UNCUT, max_rows=_ROWS_ELSEWHERE)
    return harmless(box.getvalue().rstrip("\n")) + "\n"


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Turn DuckDB's refusal of a query into the operator's, without the lines that point into the query."""
    try:
        yield
    except (duckdb.FatalException, duckdb.InternalException):
        # The file is damaged: whoever opened it says so.
        raise
    except duckdb.Error as error:
        raise OperatorError(str(error).split("\n\nLINE ")[0]) from None
