"""The rows of `environment_designs`: one of each environment of the week, set against the whole season."""

import polars as pl
from warehouse.made_rows import row

from assets.design_convergence.designs import environment_designs
from assets.tables import ENVIRONMENT_DESIGNS
from design_convergence.made_designs import designs, source, week

COPIED, OTHER, ODD = source(range(8)), source(range(20, 28)), source([40])


def validations(frame: pl.DataFrame) -> pl.DataFrame:
    """What is read of them: the certificates."""
    won = [{"seed": 1, "actions": ["1", "2"]}, {"seed": 2, "actions": ["3"]}]
    names = frame.get_column("environment_id")
    found = [row("hint_validations", environment_id=name, check_name="winnable", certificates=won) for name in names]
    return pl.DataFrame(found)


def test_the_nearest_is_another_authors_of_this_or_an_earlier_week():
    frame = designs({(0, "bob"): [COPIED], (0, "ada"): [OTHER], (1, "ada"): [COPIED, OTHER], (1, "cyd"): [ODD]})
    found = environment_designs(week(1), frame, validations(frame))
    assert found.schema == ENVIRONMENT_DESIGNS.polars_schema
    assert found.get_column("environment_id").to_list() == [
        f"{week(1)}/ada/env_001",
        f"{week(1)}/ada/env_002",
        f"{week(1)}/cyd/env_001",
    ]
    copied = found.row(0, named=True)
    assert copied["nearest_environment_id"] == f"{week(0)}/bob/env_001"
    assert (copied["nearest_author"], copied["nearest_similarity"]) == ("bob", 1)
    assert (copied["action_space"], copied["actions"], copied["helpers"]) == ("number", 1.5, 8)
    # Its own of the week before is not looked at.
    assert found.get_column("nearest_similarity")[1] < 1


def test_of_equals_the_first_is_the_nearest():
    frame = designs({(0, "bob"): [COPIED], (0, "cyd"): [COPIED], (1, "ada"): [COPIED], (1, "bob"): [COPIED]})
    found = environment_designs(week(1), frame, validations(frame))
    nearest = f"{week(0)}/bob/env_001", f"{week(0)}/cyd/env_001"
    assert found.get_column("nearest_environment_id").to_list() == [*nearest]


def test_one_author_alone_has_no_nearest():
    frame = designs({(0, "ada"): [COPIED, OTHER]})
    found = environment_designs(week(0), frame, validations(frame))
    assert found.get_column("nearest_environment_id").null_count() == 2
    assert found.get_column("nearest_similarity").null_count() == 2


def test_a_week_in_which_nothing_was_admitted_is_empty():
    frame = designs({(0, "ada"): [COPIED]})
    assert environment_designs(week(1), frame, validations(frame)).equals(ENVIRONMENT_DESIGNS.frame([]))
    assert environment_designs(week(0), frame.clear(), validations(frame)).is_empty()


def test_the_order_in_which_a_week_was_written_changes_nothing():
    texts = {(0, "bob"): [COPIED, ODD], (0, "ada"): [OTHER], (1, "bob"): [ODD], (1, "ada"): [COPIED, OTHER]}
    frames = [designs(texts), designs(dict(reversed(texts.items())))]
    one, other = (environment_designs(week(1), frame, validations(frame)) for frame in frames)
    assert one.equals(other)
