"""What a learner is trained on."""

from assets.schema import Column, ForeignKey, Table
from assets.tables.columns import AUTHOR, DOMAIN, ENVIRONMENT_ID, WEEK

TRAINING_CURRICULUM = Table(
    "training_curriculum",
    "The environments worth training a learner on, in order.",
    ("learner", "environment_id"),
    (
        WEEK,
        Column("learner", "VARCHAR", "A contestant, or `panel` for all of them together."),
        ENVIRONMENT_ID,
        AUTHOR,
        DOMAIN,
        Column("position", "INTEGER", "1, 2, … from high unaided success to low.", minimum=1),
        Column("stage", "INTEGER", "1 to 3: easy, middle, hard third of the learner's order.", minimum=1, maximum=3),
        Column(
            "split", "VARCHAR", "By environment, the same for every learner.", values=("train", "validation", "test")
        ),
        Column(
            "weight", "DOUBLE", "Sampling weight; a learner's weights add up to 1 within a split.", minimum=0, maximum=1
        ),
        Column("hint_level", "INTEGER", "Level to start from: 1 the author's hint, 0 none.", minimum=0, maximum=1),
        Column("success_without_hint", "DOUBLE", "Expected reward unaided.", minimum=0, maximum=1),
        Column("success_with_hint", "DOUBLE", "Expected reward with the hint.", minimum=0, maximum=1),
        Column("hint_gain", "DOUBLE", "The difference.", minimum=-1, maximum=1),
        Column("training_seeds", "BIGINT[]", "Fresh seeds, disjoint from the benchmark and validation seeds."),
    ),
    (ForeignKey(("environment_id",), "authored_environments", ("environment_id",)),),
)
