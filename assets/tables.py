"""Every table of the warehouse, declared once: columns, types, meaning, and what makes a row valid.

The I/O manager creates and guards tables by these declarations, the quality checks test them, the assets show them
in Dagster's catalog, and the docs are read from them.
"""

from assets.schema import Column, ForeignKey, Table

SCHEMA_VERSION = 5
"""Raised with every change to a declaration below that an existing warehouse can't be read under."""

CONDITIONS = ("without_hint", "with_hint")
STATUSES = ("success", "failure", "incomplete")
STOP_REASONS = (
    "terminated",
    "truncated",
    "max_turns",
    "context_length",
    "provider_error",
    "budget_reached",
    "sandbox_error",
    "environment_error",
)
DOMAINS = (
    "pattern recognition",
    "logical deduction",
    "mathematical reasoning",
    "spatial reasoning",
    "strategic planning",
    "causal inference",
    "memory recall",
    "optimization",
    "language understanding",
)
CHECKS = (
    "parses",
    "allowed_source",
    "contract",
    "deterministic",
    "seed_sensitive",
    "winnable",
    "ends",
    "no_free_win",
    "no_answer_in_observation",
    "hint_is_not_an_answer_key",
    "within_limits",
    "novel",
    "hint_probe",
)
GATING_CHECKS = tuple(name for name in CHECKS if name != "hint_probe")
SHARE_BOARDS = {
    "canonical_solve": 0.0,
    "common_panel_solve": 0.0,
    "design": 0.0,
    "hint_authoring": -1.0,
    "hint_gain": -1.0,
}
"""Boards whose value is a share or a difference of shares: the lowest it can be; the highest is 1."""

RATING_BOARDS = ("solver", "author", "author_difficulty", "composite", "duel")
"""Boards whose value is a rating on the Elo scale, with mean 1,000."""

BOARDS = (*SHARE_BOARDS, *RATING_BOARDS)
SCOPES = ("week", "season")
DOSSIERS_SHOWN = ("none", "own", "public")
ACTION_SPACES = ("letter", "word", "number", "numbers", "text")
FEEDBACKS = ("constant", "computed", "formatted")
CORRELATIONS = ("pearson", "pearson_disattenuated", "kendall_tau_b")
CHANGES = ("rises", "falls", "level")
DOSSIER_OUTCOMES = ("discrimination", "hint_gain", "unaided_share", "admitted_share")
"""What an author's environments are measured by, with and without a dossier."""


def _share(name: str, description: str) -> Column:
    return Column(name, "DOUBLE", description, nullable=True, minimum=0, maximum=1)


def _count(name: str, description: str, unit: str = "count") -> Column:
    return Column(name, "INTEGER", description, unit=unit, minimum=0)


def _seconds(description: str) -> Column:
    return Column("seconds", "DOUBLE", description, unit="s", minimum=0, clock=True)


def _prices() -> Column:
    return Column(
        "prices",
        "VARCHAR",
        "Whose prices the costs were reckoned by: LiteLLM's map with its version, or `season`. Null for house players.",
        nullable=True,
    )


def _bill(of_what: str) -> tuple[Column, ...]:
    """What answers took and cost (`assets.bill.Bill`), but for whose prices it was reckoned by."""
    faults = (
        "What was billed beside it for answers of no use (empty ones, or held back by a filter): a provider's fault, "
        "never in a score. Null where the model has no price."
    )
    cost = f"Cost of {of_what}; null where the model has no price."
    return (
        Column("tokens_in", "BIGINT", f"Prompt tokens of {of_what}.", unit="tokens", minimum=0),
        Column("tokens_out", "BIGINT", f"Completion tokens of {of_what}.", unit="tokens", minimum=0),
        Column("cost_usd", "DOUBLE", cost, nullable=True, unit="USD", minimum=0),
        Column("faults_cost_usd", "DOUBLE", faults, nullable=True, unit="USD", minimum=0),
    )


WEEK = Column("week", "DATE", "The Monday that the tournament belongs to.")
ENVIRONMENT_ID = Column("environment_id", "VARCHAR", "`<week>/<author>/<slot>`.")
AUTHOR = Column("author", "VARCHAR", "The contestant that wrote the environment.")
SOLVER = Column("solver", "VARCHAR", "The contestant that plays the environment.")
DOMAIN = Column("domain", "VARCHAR", "The kind of reasoning that the environment asks for.", values=DOMAINS)

CONTESTANTS = Table(
    "contestants",
    "Who takes part in the week, in which roles, and with which settings.",
    ("contestant",),
    (
        WEEK,
        Column("contestant", "VARCHAR", "The contestant's name in the season file."),
        Column("model", "VARCHAR", "A LiteLLM model name, or `house/…` for a house player, which is a program."),
        Column("roles", "VARCHAR[]", "`author`, `solver` or both."),
        Column("settings", "VARCHAR", "Request settings and declared skills as JSON; never a secret."),
        Column("season", "VARCHAR", "The season's name."),
    ),
)

DOSSIERS = Table(
    "dossiers",
    "What each author is shown of the weeks before, from the second week on, where the season allows it.",
    ("author",),
    (
        WEEK,
        AUTHOR,
        Column(
            "dossier",
            "VARCHAR",
            "How its `own` environments fared, or also its rivals' (`public`); `none` where it is shown nothing.",
            values=DOSSIERS_SHOWN,
        ),
        _count("weeks", "Earlier weeks that it rests on."),
        Column("text", "VARCHAR", "What stands in the author's prompt, to the byte.", nullable=True),
        Column("text_sha256", "VARCHAR", "SHA-256 of the text, hexadecimal.", nullable=True),
        _count("bytes", "Length of the text in UTF-8.", "bytes"),
    ),
    (ForeignKey(("author",), "contestants", ("contestant",)),),
)

AUTHORED_ENVIRONMENTS = Table(
    "authored_environments",
    "What authors wrote: the last valid draft of each slot, or the last readable one, with all drafts.",
    ("environment_id",),
    (
        WEEK,
        ENVIRONMENT_ID,
        AUTHOR,
        Column("slot", "VARCHAR", "`env_001`, `env_002`, …"),
        DOMAIN,
        Column(
            "status",
            "VARCHAR",
            "`written`; `unreadable` where no draft could be read; `incomplete` where the provider failed; "
            "`budget_reached` where no more was to be spent.",
            values=("written", "unreadable", "incomplete", "budget_reached"),
        ),
        Column("title", "VARCHAR", "The author's title.", nullable=True),
        Column("class_name", "VARCHAR", "The environment's public class.", nullable=True),
        Column("source", "VARCHAR", "The Python source. Model-written code: run it in a sandbox only.", nullable=True),
        Column("source_sha256", "VARCHAR", "SHA-256 of the source, hexadecimal.", nullable=True),
        Column("hint", "VARCHAR", "The hint, kept to the byte.", nullable=True),
        Column("hint_sha256", "VARCHAR", "SHA-256 of the hint, hexadecimal.", nullable=True),
        Column("max_turns", "INTEGER", "The environment's own turn cap.", unit="turns", minimum=1),
        Column("tries", "INTEGER", "Drafts asked for, repairs included.", unit="count", minimum=0),
        *_bill("all drafts"),
        _prices(),
        Column("error", "VARCHAR", "Why the status is not `written`.", nullable=True),
        Column("prompt", "VARCHAR", "The task as its author was given it, with the dossier."),
        Column(
            "prompt_sha256", "VARCHAR", "SHA-256 of the whole conversation that opens with it; the first draft's too."
        ),
        Column(
            "drafts",
            "LIST",
            "Every draft in order: what was answered and what the validator found.",
            fields=(
                Column("draft", "INTEGER", "1, 2, …"),
                Column("prompt_sha256", "VARCHAR", "SHA-256 of the conversation that was sent."),
                Column("completion", "VARCHAR", "The whole answer.", nullable=True),
                Column("findings", "VARCHAR[]", "`check: detail` for every gating check that failed."),
                Column("finish_reason", "VARCHAR", "The provider's word for why the answer ended."),
                *_bill("the draft"),
                _prices(),
            ),
        ),
    ),
    (ForeignKey(("author",), "dossiers", ("author",)),),
)

HINT_VALIDATIONS = Table(
    "hint_validations",
    "The validator's findings: an environment is admitted when every gating check passes.",
    ("environment_id", "check_name"),
    (
        WEEK,
        ENVIRONMENT_ID,
        AUTHOR,
        Column("check_name", "VARCHAR", "The check (protocol section 3).", values=CHECKS),
        Column("gating", "BOOLEAN", "Whether the check must pass for the environment to be admitted."),
        Column("passed", "BOOLEAN", "Null where an earlier finding left nothing to judge.", nullable=True),
        Column("detail", "VARCHAR", "What was found, in words."),
        _seconds("Wall time since the check before it. Checks share the episodes that were played for them."),
        *_bill("the author's own attempts for `hint_probe` (0 on other rows)"),
        _prices(),
        Column(
            "certificates",
            "LIST",
            "On the `winnable` row: the actions that were seen to win each benchmark seed. Null on other rows.",
            nullable=True,
            fields=(
                Column("seed", "BIGINT", "The benchmark seed."),
                Column("actions", "VARCHAR[]", "The certificate, without boxes."),
            ),
        ),
    ),
    (ForeignKey(("environment_id",), "authored_environments", ("environment_id",)),),
)

SOLVE_ATTEMPTS = Table(
    "solve_attempts",
    "Every attempt: one solver, one environment, one seed, one condition, one trial.",
    ("attempt_id",),
    (
        WEEK,
        Column("attempt_id", "VARCHAR", "Stable hash of all that defines the attempt."),
        ENVIRONMENT_ID,
        AUTHOR,
        SOLVER,
        Column("self_play", "BOOLEAN", "The solver wrote this environment itself."),
        DOMAIN,
        Column("seed", "BIGINT", "Benchmark seed.", minimum=0),
        Column("condition", "VARCHAR", "Whether the hint was shown.", values=CONDITIONS),
        Column("trial", "INTEGER", "0, 1, … for repeated plays of one seed.", minimum=0),
        Column(
            "status",
            "VARCHAR",
            "`incomplete` is no doing of the solver's (see `stop_reason`), never a failure.",
            values=STATUSES,
        ),
        Column("stop_reason", "VARCHAR", "Why the attempt ended.", values=STOP_REASONS),
        Column("success", "BOOLEAN", "Null unless the attempt is terminal (success or failure).", nullable=True),
        _count("turns", "Turns used, format errors included.", "turns"),
        Column("reward", "DOUBLE", "The last step's reward; null where no step was made.", nullable=True),
        *_bill("the attempt"),
        _prices(),
        _seconds("Wall time of the attempt."),
        Column("error", "VARCHAR", "What went wrong in an incomplete attempt.", nullable=True),
        Column("settings", "VARCHAR", "Request settings as JSON."),
        Column("final_observation", "VARCHAR", "What the environment said last.", nullable=True),
        Column(
            "transcript",
            "LIST",
            "The conversation, a struct a turn.",
            fields=(
                Column("turn", "INTEGER", "1, 2, …", minimum=1),
                Column("observation", "VARCHAR", "What the solver was shown before it answered."),
                Column("completion", "VARCHAR", "What it answered.", nullable=True),
                Column(
                    "action", "VARCHAR", "The boxed action, without the box; null for a format error.", nullable=True
                ),
                Column("reward", "DOUBLE", "The step's reward; null for a format error.", nullable=True),
                Column("terminated", "BOOLEAN", "The environment said that the task is over."),
                Column("truncated", "BOOLEAN", "The environment said that time is up."),
                Column("format_error", "BOOLEAN", "No action could be read; the environment was not called."),
                Column("finish_reason", "VARCHAR", "The provider's word for why the answer ended."),
                *_bill("the turn's answer"),
            ),
        ),
    ),
    (
        ForeignKey(("environment_id", "author"), "authored_environments", ("environment_id", "author")),
        ForeignKey(("solver",), "contestants", ("contestant",)),
    ),
)

PAIRWISE_OUTCOMES = Table(
    "pairwise_outcomes",
    "What one solver made of one author's environments, over matched pairs of attempts.",
    ("author", "solver"),
    (
        WEEK,
        AUTHOR,
        SOLVER,
        _count("environments", "Environments with at least one matched pair."),
        _count("pairs", "Matched pairs: both conditions terminal at one (environment, seed, trial)."),
        _count("solved", "Pairs with an unaided success: the solver's point."),
        _count("taught", "Pairs with an unaided failure and a hinted success: the author's point."),
        _count("stumped", "Pairs with a failure under both conditions: nobody's point."),
        _count("harmed", "Pairs with an unaided success and a hinted failure; part of `solved`."),
        Column("hint_gain", "DOUBLE", "Mean of hinted minus unaided success.", nullable=True, minimum=-1, maximum=1),
        _share("rescue", "Hinted successes among unaided failures."),
        _share("harm", "Hinted failures among unaided successes."),
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
        _count("environments_a", "Environments of a that count."),
        _count("environments_b", "Environments of b that count."),
        _share("score_a", "Half of what a taught b plus half of what a solved of b's, per matched pair."),
        _share("score_b", "The same for b."),
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
        _share("p_first", "Share of the resamples in which it is first; ties share."),
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

SEASON_TRENDS = Table(
    "season_trends",
    "Who rises and who falls on each board over the season's weeks so far. Ratings are relative, with mean 1,000 every "
    "week: who stands still falls while others rise. The other boards are shares of their own week's environments and "
    "panel: a solver that stands still falls there, too, when authors write harder environments.",
    ("board", "contestant"),
    (
        WEEK,
        Column("board", "VARCHAR", "The score (protocol section 5), that of each week alone.", values=BOARDS),
        Column("contestant", "VARCHAR", "A contestant of this week."),
        _count("weeks", "Weeks so far in which it has a value on the board.", "weeks"),
        Column("first_week", "DATE", "The first of them.", nullable=True),
        Column(
            "slope",
            "DOUBLE",
            "Change per calendar week, by least squares; a share, or Elo points on the rating boards. Null below 3 "
            "weeks.",
            nullable=True,
        ),
        Column("std_error", "DOUBLE", "Standard error of the slope, weeks being the unit.", nullable=True, minimum=0),
        Column("ci_low", "DOUBLE", "Lower end of its 95 % interval (t with weeks − 2 degrees).", nullable=True),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column("p_value", "DOUBLE", "Two-sided t test that the slope is 0.", nullable=True, minimum=0, maximum=1),
        Column(
            "p_holm", "DOUBLE", "Holm-adjusted over the contestants of the board.", nullable=True, minimum=0, maximum=1
        ),
        Column(
            "change",
            "VARCHAR",
            "What the interval of the slope says: above 0, below 0, or `level`: it holds 0, no change is shown, which "
            "is not to say that there is none. Null without an interval.",
            nullable=True,
            values=CHANGES,
        ),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
    (ForeignKey(("contestant",), "contestants", ("contestant",)),),
)

DOSSIER_EFFECTS = Table(
    "dossier_effects",
    "What being shown a dossier does to an author's environments, over the season's weeks so far. Needs a season that "
    "takes dossiers away again (`dossier_alternates`): each author's weeks with one are compared with its weeks "
    "without, freed of the author's own linear trend.",
    ("outcome",),
    (
        WEEK,
        Column(
            "outcome",
            "VARCHAR",
            "Mean over an author's environments of a week: discrimination, hint gain, share of unaided attempts that "
            "succeed, or the share of environments that are admitted.",
            values=DOSSIER_OUTCOMES,
        ),
        _count("authors", "Authors that the effect rests on: those whose dossier was taken away again.", "authors"),
        _count("weeks_with", "Their weeks with a dossier, each author's counted.", "author-weeks"),
        _count("weeks_without", "Their weeks without one.", "author-weeks"),
        Column("effect", "DOUBLE", "Mean over the authors of with minus without; a share.", nullable=True),
        Column("std_error", "DOUBLE", "Its standard error, authors being the unit.", nullable=True, minimum=0),
        Column("ci_low", "DOUBLE", "Lower end of its 95 % interval (t with authors − 1 degrees).", nullable=True),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column(
            "p_value",
            "DOUBLE",
            "Two-sided sign-flip test over authors that the effect is 0; of one outcome, not adjusted for there being "
            "four.",
            nullable=True,
            minimum=0,
            maximum=1,
        ),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
)

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
        _count("source_tokens", "Length of the source, comments and layout left out.", "tokens"),
        _count("state_size", "Attributes of `self` that the source assigns."),
        _count("branches", "Statements `if`, `for`, `while` and `match` in the source; an `elif` is an `if`."),
        _count("helpers", "Functions and methods that the contract does not ask for."),
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
        _share("nearest_similarity", "How similar it is: Jaccard index of 5-token shingles."),
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
        _count(f"{name}_weeks", f"Weeks so far in which {of_what} is known.", "weeks"),
        Column(f"{name}_slope", "DOUBLE", "Its change a week, from three weeks on.", nullable=True),
        Column(
            f"{name}_low",
            "DOUBLE",
            "Lower end of the slope's 95 % t interval; null where the weeks lie on a line.",
            nullable=True,
        ),
        Column(f"{name}_high", "DOUBLE", "Upper end.", nullable=True),
        _p(f"{name}_p", "One-sided permutation test over the weeks' order: it rises. From four weeks on."),
        _p(f"{name}_p_holm", f"Holm-adjusted over the week's {family} of authors."),
    )


DESIGN_CONVERGENCE = Table(
    "design_convergence",
    "How alike each two authors' designs are, how closely one follows the other, and whether that grows.",
    ("author", "other_author"),
    (
        WEEK,
        Column("author", "VARCHAR", "An author; `panel` in both columns is the mean over all pairs."),
        Column("other_author", "VARCHAR", "The author that it is set against."),
        _count("environments", "The author's admitted environments of the week; the panel's are all."),
        _count("other_environments", "The other author's."),
        _share("similarity", "Mean similarity of an environment of the one and one of the other, both of this week."),
        *_trend("similarity", "similarity", "unordered pairs"),
        _share(
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
        _count("excess_weeks", "Weeks that it rests on.", "weeks"),
        _p("excess_p", "One-sided permutation test that exchanges the two weeks: it is above 0. From five of them on."),
        _p("excess_p_holm", "Holm-adjusted over the week's ordered pairs of authors."),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
)

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        CONTESTANTS,
        DOSSIERS,
        AUTHORED_ENVIRONMENTS,
        HINT_VALIDATIONS,
        SOLVE_ATTEMPTS,
        PAIRWISE_OUTCOMES,
        DUEL_RESULTS,
        RANKINGS,
        BOARD_CORRELATIONS,
        SEASON_TRENDS,
        DOSSIER_EFFECTS,
        TRAINING_CURRICULUM,
        ENVIRONMENT_DESIGNS,
        DESIGN_CONVERGENCE,
    )
}
