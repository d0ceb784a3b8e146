"""What comes of a week: cells, duels, boards, and how boards agree."""

from assets.schema import Column, ForeignKey, Table
from assets.tables.columns import AUTHOR, SOLVER, WEEK, count, share
from assets.tables.words import BOARDS, CORRELATIONS, SCOPES

PAIRWISE_OUTCOMES = Table(
    "pairwise_outcomes",
    "What one solver made of one author's environments, over matched pairs of attempts.",
    ("author", "solver"),
    (
        WEEK,
        AUTHOR,
        SOLVER,
        count("environments", "Environments with at least one matched pair."),
        count("pairs", "Matched pairs: both conditions terminal at one (environment, seed, trial)."),
        count("solved", "Pairs with an unaided success: the solver's point."),
        count("taught", "Pairs with an unaided failure and a hinted success: the author's point."),
        count("stumped", "Pairs with a failure under both conditions: nobody's point."),
        count("harmed", "Pairs with an unaided success and a hinted failure; part of `solved`."),
        Column("hint_gain", "DOUBLE", "Mean of hinted minus unaided success.", nullable=True, minimum=-1, maximum=1),
        share("rescue", "Hinted successes among unaided failures."),
        share("harm", "Hinted failures among unaided successes."),
    ),
    (
        ForeignKey(("author",), "contestants", ("contestant",)),
        ForeignKey(("solver",), "contestants", ("contestant",)),
    ),
)

DUEL_RESULTS = Table(
    "duel_results",
    "The duel of each two contestants: each plays the other's environments.",
    ("contestant_a", "contestant_b"),
    (
        WEEK,
        Column("contestant_a", "VARCHAR", "The one whose name sorts first."),
        Column("contestant_b", "VARCHAR", "The other."),
        count("environments_a", "Environments of a that count."),
        count("environments_b", "Environments of b that count."),
        share("score_a", "Half of what a taught b plus half of what a solved of b's, per matched pair."),
        share("score_b", "The same for b."),
        Column("margin", "DOUBLE", "score_a − score_b.", nullable=True, minimum=-1, maximum=1),
        Column(
            "ci_low", "DOUBLE", "Lower end of the margin's 95 % interval (Welch's t over environments).", nullable=True
        ),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column(
            "p_value", "DOUBLE", "Two-sided permutation test over environments.", nullable=True, minimum=0, maximum=1
        ),
        Column("p_holm", "DOUBLE", "Holm-adjusted over the week's duels.", nullable=True, minimum=0, maximum=1),
        Column("family_size", "INTEGER", "Duels that the adjustment covers.", unit="count", minimum=0),
        Column("result", "VARCHAR", "Who won.", values=("a", "b", "draw", "no_contest")),
        Column("reason", "VARCHAR", "Why the result is what it is, in words."),
    ),
    (
        ForeignKey(("contestant_a",), "contestants", ("contestant",)),
        ForeignKey(("contestant_b",), "contestants", ("contestant",)),
    ),
)

RANKINGS = Table(
    "rankings",
    "Where each contestant stands on each board, in the week and over the season so far.",
    ("scope", "board", "contestant"),
    (
        WEEK,
        Column("scope", "VARCHAR", "Attempts of this week, or of the season up to and with it.", values=SCOPES),
        Column("board", "VARCHAR", "The score (protocol section 5).", values=BOARDS),
        Column("contestant", "VARCHAR", "The contestant."),
        Column(
            "value",
            "DOUBLE",
            "The score: a share or a difference of shares, on the rating boards Elo points with mean 1,000. Null where "
            "there is nothing to go by.",
            nullable=True,
        ),
        Column("std_error", "DOUBLE", "Standard error, environments being the unit.", nullable=True, minimum=0),
        Column("ci_low", "DOUBLE", "Lower end of the 95 % interval.", nullable=True),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column(
            "p_value",
            "DOUBLE",
            "Two-sided sign-flip test over environments that the score is 0; on the hint boards only.",
            nullable=True,
            minimum=0,
            maximum=1,
        ),
        Column("rank", "INTEGER", "1 is best; ties share the smaller rank.", nullable=True, minimum=1),
        Column(
            "rank_low",
            "INTEGER",
            "Best rank in 95 % of 1,000 resamples of the environments.",
            nullable=True,
            minimum=1,
        ),
        Column("rank_high", "INTEGER", "Worst rank in 95 % of them.", nullable=True, minimum=1),
        share("p_first", "Share of the resamples in which it is first; ties share."),
        Column("n", "INTEGER", "Environments that the score rests on.", unit="count", minimum=0),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
    (ForeignKey(("contestant",), "contestants", ("contestant",)),),
)

BOARD_CORRELATIONS = Table(
    "board_correlations",
    "How two boards of a week agree, and how a board agrees with that of the week before.",
    ("scope", "board", "other_board", "other_week", "statistic"),
    (
        WEEK,
        Column("scope", "VARCHAR", "Scope of both boards.", values=SCOPES),
        Column("board", "VARCHAR", "A board of this week.", values=BOARDS),
        Column("other_board", "VARCHAR", "The board it is set against.", values=BOARDS),
        Column("other_week", "DATE", "The other board's week: this one, or the one played before it."),
        Column(
            "statistic",
            "VARCHAR",
            "Pearson's r of the values, the same freed of the boards' noise, or Kendall's τ-b of the ranks.",
            values=CORRELATIONS,
        ),
        Column("value", "DOUBLE", "The correlation.", nullable=True, minimum=-1, maximum=1),
        Column(
            "ci_low",
            "DOUBLE",
            "Lower end of its 95 % interval: percentiles over 1,000 resamples of the environments.",
            nullable=True,
            minimum=-1,
            maximum=1,
        ),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True, minimum=-1, maximum=1),
        Column(
            "p_value",
            "DOUBLE",
            "Two-sided, of boards that have nothing to do with each other; the contestants are the sample.",
            nullable=True,
            minimum=0,
            maximum=1,
        ),
        Column("n", "INTEGER", "Contestants on both boards.", unit="count", minimum=0),
        Column("note", "VARCHAR", "What must be known of this row.", nullable=True),
    ),
)
