"""Columns that several tables have."""

from assets.schema import Column
from assets.tables.words import DOMAINS


def share(name: str, description: str) -> Column:
    """A share in [0, 1], null where there is nothing to share."""
    return Column(name, "DOUBLE", description, nullable=True, minimum=0, maximum=1)


def count(name: str, description: str, unit: str = "count") -> Column:
    """A number of things, never null."""
    return Column(name, "INTEGER", description, unit=unit, minimum=0)


def seconds(description: str) -> Column:
    """Wall time, which two runs of the same week don't share."""
    return Column("seconds", "DOUBLE", description, unit="s", minimum=0, clock=True)


def prices() -> Column:
    """Whose prices a bill was reckoned by."""
    return Column(
        "prices",
        "VARCHAR",
        "Whose prices the costs were reckoned by: LiteLLM's map with its version, or `season`. Null for house players.",
        nullable=True,
    )


def bill(of_what: str) -> tuple[Column, ...]:
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
ENVIRONMENT_ID = Column("environment_id", "VARCHAR", "`<week>/<author>/<slot>`; a hardened version adds `/harden_01`.")
AUTHOR = Column("author", "VARCHAR", "The contestant that wrote the environment.")
SOLVER = Column("solver", "VARCHAR", "The contestant that plays the environment.")
DOMAIN = Column("domain", "VARCHAR", "The kind of reasoning that the environment asks for.", values=DOMAINS)
