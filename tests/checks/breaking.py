"""Ways to break a frame: each changes the rows that an expression picks, and leaves the others as they are."""

from collections.abc import Callable

import polars as pl

type Break = Callable[[pl.DataFrame], pl.DataFrame]
FIRST = pl.int_range(pl.len()) == 0


def put(column: str, value: object, where: pl.Expr = FIRST) -> Break:
    """Set a column of the first row, or of the rows that `where` picks."""
    return lambda frame: frame.with_columns(
        pl.when(where).then(pl.lit(value, frame.schema[column])).otherwise(column).alias(column)
    )


def drop(where: pl.Expr = FIRST) -> Break:
    return lambda frame: frame.filter(~where)


def double(where: pl.Expr = FIRST) -> Break:
    return lambda frame: pl.concat([frame, frame.filter(where)])


def within(column: str, field: str | None, value: object, where: pl.Expr = FIRST) -> Break:
    """Set a field of every struct (or every item) of a list in the rows that `where` picks."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        kind = frame.schema[column].inner  # type: ignore[attr-defined]
        item = pl.element().struct.with_fields(pl.lit(value).alias(field)) if field else pl.lit(value, kind)
        changed = pl.col(column).list.eval(item).cast(frame.schema[column])
        return frame.with_columns(pl.when(where).then(changed).otherwise(column).alias(column))

    return change


def both(*changes: Break) -> Break:
    def change(frame: pl.DataFrame) -> pl.DataFrame:
        for each in changes:
            frame = each(frame)
        return frame

    return change


def shifted(board: str, points: float) -> Break:
    """Move all values of a board, and their intervals with them."""
    on_board = pl.col("board") == board
    return lambda frame: frame.with_columns(
        pl.when(on_board).then(pl.col(name) + points).otherwise(name).alias(name)
        for name in ("value", "ci_low", "ci_high")
    )
