"""What environments are made of, and how alike their authors write them."""

from assets.schema import Column, ForeignKey, Table
from assets.tables.columns import AUTHOR, DOMAIN, ENVIRONMENT_ID, WEEK, count, share
from assets.tables.words import ACTION_SPACES, FEEDBACKS

ENVIRONMENT_DESIGNS = Table(
    "environment_designs",
    "What each admitted environment is made of, and which of the season's others it is like.",
    ("environment_id",),
    (
        WEEK,
        ENVIRONMENT_ID,
        AUTHOR,
        DOMAIN,
        Column("max_turns", "INTEGER", "The environment's own turn cap.", unit="turns", minimum=1),
        count("source_tokens", "Length of the source, comments and layout left out.", "tokens"),
        count("state_size", "Attributes of `self` that the source assigns."),
        count("branches", "Statements `if`, `for`, `while` and `match` in the source; an `elif` is an `if`."),
        count("helpers", "Functions and methods that the contract does not ask for."),
        Column(
            "action_space",
            "VARCHAR",
            "What the winning actions are: single letters, numbers, lists of numbers, other words without a space, or "
            "`text`, which is all else and what is mixed.",
            values=ACTION_SPACES,
        ),
        Column("actions", "DOUBLE", "Winning actions, a mean over the benchmark seeds.", unit="turns", minimum=0),
        Column(
            "feedback",
            "VARCHAR",
            "How `step` says what it has seen, read off the source: in fixed texts (with turns counted, at most), in "
            "texts that values are put into, or in such as can't be read off.",
            values=FEEDBACKS,
        ),
        Column(
            "nearest_environment_id",
            "VARCHAR",
            "Of other authors' admitted environments up to this week the most similar; of equals the first by id.",
            nullable=True,
        ),
        Column("nearest_author", "VARCHAR", "Who wrote that one.", nullable=True),
        share("nearest_similarity", "How similar it is: Jaccard index of 5-token shingles."),
        Column(
            "map_x",
            "DOUBLE",
            "Place on a map of the season so far (classical scaling of 1 − similarity); comparable within a week.",
        ),
        Column("map_y", "DOUBLE", "The same on the second axis, which tells less apart."),
    ),
    (ForeignKey(("environment_id", "author"), "authored_environments", ("environment_id", "author")),),
)


def _p(name: str, description: str) -> Column:
    return Column(name, "DOUBLE", description, nullable=True, minimum=0, maximum=1)


def _trend(name: str, of_what: str, family: str) -> tuple[Column, ...]:
    """How a weekly number changes over the weeks so far (`assets.design_convergence.trend`)."""
    return (
        count(f"{name}_weeks", f"Weeks so far in which {of_what} is known.", "weeks"),
        Column(f"{name}_slope", "DOUBLE", "Its change a week, from three weeks on.", nullable=True),
        Column(
            f"{name}_low",
            "DOUBLE",
            "Lower end of the slope's 95 % t interval; null where the weeks lie on a line.",
            nullable=True,
        ),
        Column(f"{name}_high", "DOUBLE", "Upper end.", nullable=True),
        _p(f"{name}_p", "One-sided permutation test over the weeks' order: it rises. From four weeks on."),
        _p(f"{name}_p_holm", f"Holm-adjusted over the week's {family} of authors; against `panel`, over its authors."),
    )


DESIGN_CONVERGENCE = Table(
    "design_convergence",
    "How alike each two authors' designs are, how closely one follows the other, and whether that grows.",
    ("author", "other_author"),
    (
        WEEK,
        Column("author", "VARCHAR", "An author; `panel` in both columns is the mean over all pairs."),
        Column("other_author", "VARCHAR", "The author that it is set against; `panel` for all others together."),
        count("environments", "The author's admitted environments of the week; the panel's are all."),
        count("other_environments", "The other author's, or all others'."),
        share("similarity", "Mean similarity of an environment of the one and one of the other, both of this week."),
        *_trend("similarity", "similarity", "unordered pairs"),
        share(
            "follows",
            "Mean over the author's environments of the highest similarity to one that the other author wrote in the "
            "week before: what a copier makes high.",
        ),
        *_trend("follows", "follows", "ordered pairs"),
        Column(
            "excess",
            "DOUBLE",
            "`follows` less the same with the two weeks exchanged, a mean over the weeks: near 0 for authors that are "
            "only alike, above 0 for one that follows.",
            nullable=True,
            minimum=-1,
            maximum=1,
        ),
        count("excess_weeks", "Weeks that it rests on.", "weeks"),
        _p("excess_p", "One-sided permutation test that exchanges the two weeks: it is above 0. From five of them on."),
        _p("excess_p_holm", "Holm-adjusted, as `follows_p_holm`."),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
)
