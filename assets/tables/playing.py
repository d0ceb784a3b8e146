"""What is played: who takes part, what authors are shown and write, what is found about it, how solvers fare."""

from assets.schema import Column, ForeignKey, Table
from assets.tables.columns import AUTHOR, DOMAIN, ENVIRONMENT_ID, SOLVER, WEEK, bill, count, prices, seconds
from assets.tables.words import CHECKS, CONDITIONS, DOSSIERS_SHOWN, STATUSES, STOP_REASONS

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
        count("weeks", "Earlier weeks that it rests on."),
        Column("text", "VARCHAR", "What stands in the author's prompt, to the byte.", nullable=True),
        Column("text_sha256", "VARCHAR", "SHA-256 of the text, hexadecimal.", nullable=True),
        count("bytes", "Length of the text in UTF-8.", "bytes"),
    ),
    (ForeignKey(("author",), "contestants", ("contestant",)),),
)

AUTHORED_ENVIRONMENTS = Table(
    "authored_environments",
    "What authors wrote: of each version of a slot the last valid draft, or the last readable one, with all drafts.",
    ("environment_id",),
    (
        WEEK,
        ENVIRONMENT_ID,
        AUTHOR,
        Column("slot", "VARCHAR", "`env_001`, `env_002`, …"),
        Column(
            "version",
            "INTEGER",
            "0 as first written, n as hardened in the n-th round. Of a slot's versions the last admitted one plays.",
            minimum=0,
        ),
        DOMAIN,
        Column(
            "status",
            "VARCHAR",
            "`written`; `unreadable` where no draft could be read; `incomplete` where the provider failed; "
            "`budget_reached` where no more was to be spent; `kept` where its author chose not to harden it.",
            values=("written", "unreadable", "incomplete", "budget_reached", "kept"),
        ),
        Column("title", "VARCHAR", "The author's title.", nullable=True),
        Column("class_name", "VARCHAR", "The environment's public class.", nullable=True),
        Column("source", "VARCHAR", "The Python source. Model-written code: run it in a sandbox only.", nullable=True),
        Column("source_sha256", "VARCHAR", "SHA-256 of the source, hexadecimal.", nullable=True),
        Column("hint", "VARCHAR", "The hint, kept to the byte.", nullable=True),
        Column("hint_sha256", "VARCHAR", "SHA-256 of the hint, hexadecimal.", nullable=True),
        Column("max_turns", "INTEGER", "The environment's own turn cap.", unit="turns", minimum=1),
        Column("tries", "INTEGER", "Drafts asked for, repairs included.", unit="count", minimum=0),
        *bill("all drafts"),
        prices(),
        Column("error", "VARCHAR", "Why the status is not `written`.", nullable=True),
        Column(
            "prompt",
            "VARCHAR",
            "The task as its author was given it: with the dossier, or for a hardened version with what the probe "
            "showed. Null where nobody was asked, since there was no probe.",
            nullable=True,
        ),
        Column(
            "prompt_sha256",
            "VARCHAR",
            "SHA-256 of the whole conversation that ends with it; the first draft's too.",
            nullable=True,
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
                *bill("the draft"),
                prices(),
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
        seconds("Wall time since the check before it. Checks share the episodes that were played for them."),
        *bill("the author's own attempts for `hint_probe` (0 on other rows)"),
        prices(),
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


def _attempts(seed: str) -> tuple[Column, ...]:
    """The columns of attempts on seeds of a kind."""
    return (
        WEEK,
        Column("attempt_id", "VARCHAR", "Stable hash of all that defines the attempt."),
        ENVIRONMENT_ID,
        AUTHOR,
        SOLVER,
        Column("self_play", "BOOLEAN", "The solver wrote this environment itself."),
        DOMAIN,
        Column("seed", "BIGINT", seed, minimum=0),
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
        count("turns", "Turns used, format errors included.", "turns"),
        Column("reward", "DOUBLE", "The last step's reward; null where no step was made.", nullable=True),
        *bill("the attempt"),
        prices(),
        seconds("Wall time of the attempt."),
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
                *bill("the turn's answer"),
            ),
        ),
    )


ENVIRONMENT_PROBES = Table(
    "environment_probes",
    "The attempts that an author is told of before it may harden an environment: its own, and those of a small panel.",
    ("attempt_id",),
    _attempts("Probe seed: no score rests on it."),
    (
        ForeignKey(("environment_id", "author"), "authored_environments", ("environment_id", "author")),
        ForeignKey(("solver",), "contestants", ("contestant",)),
    ),
)

SOLVE_ATTEMPTS = Table(
    "solve_attempts",
    "Every attempt: one solver, one environment, one seed, one condition, one trial.",
    ("attempt_id",),
    _attempts("Benchmark seed."),
    (
        ForeignKey(("environment_id", "author"), "authored_environments", ("environment_id", "author")),
        ForeignKey(("solver",), "contestants", ("contestant",)),
    ),
)
