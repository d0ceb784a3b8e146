"""A drawn table: great_tables' markup, to be styled by the page."""

import re
from collections.abc import Mapping, Sequence

import polars as pl
from great_tables import GT, html
from markupsafe import Markup, escape

type Row = Mapping[str, str]
"""Cells by column, `Markup` where they hold markup; all other text is escaped."""

type Headings = Mapping[str, str]
"""Headings by column, in the table's order; the first column names the row."""

type Spanners = Mapping[str, Sequence[str]]
"""Common headings, and the columns below each."""


def drawn(
    name: str, rows: Sequence[Row], headings: Headings, spanners: Spanners | None = None, *, left: int = 1
) -> Markup:
    """A table without style of its own.

    Args:
        name: the table's id on the page.
        left: how many columns, from the first on, are words; the others are numbers and stand to the right.
    """
    columns = list(headings)
    cells = pl.DataFrame([{column: str(escape(row[column])) for column in columns} for row in rows])
    table = (
        GT(cells, id=name, rowname_col=columns[0])
        .tab_stubhead(html(escape(headings[columns[0]])))
        .cols_label({column: html(escape(label)) for column, label in headings.items()})
        .cols_align("left", columns[1:left])
        .cols_align("right", columns[left:])
        # All cells are escaped above, once.
        .fmt_passthrough(columns, escape=False)
    )
    for label, below in (spanners or {}).items():
        table = table.tab_spanner(html(escape(label)), list(below))
    # Its style sheet is light only, and not confined to the table: the page has its own for the same classes.
    body = re.sub(r"^.*?</style>|</div>\s*$", "", table.as_raw_html(), flags=re.DOTALL).strip()
    return Markup('<div class="wide" id="{}" tabindex="0">{}</div>').format(name, Markup(body))  # noqa: S704 - cells are escaped.


def stacked(above: str, below: str) -> Markup:
    """A cell of two lines: a number, and smaller what qualifies it."""
    return Markup("{}<small>{}</small>").format(above, below)
