"""The estimate: how many calls a week asks of each contestant, and what they take and cost, expected and at most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assets.contestant_entry import ContestantEntry
from assets.environment_seeds import PROBE_SEEDS
from assets.season import Season
from assets.tables import CONDITIONS
from orchestration.resources.prices import ModelPrice
from orchestration.usage import NOTHING, PlayedUsage, Usage, assumed_attempt, assumed_slot


@dataclass(frozen=True, slots=True)
class Share:
    """One contestant's part of a week, where every environment is admitted.

    Attributes:
        slots: environments that it owes as an author.
        most_drafts: drafts with all repairs and all rounds of hardening used.
        probes: attempts on its own environments, to probe its hints, and on those that their authors may harden.
        attempts: attempts as a solver.
        expected: what all of it takes, by the last played week or by assumption. House players take calls only.
        most: what it can take: every repair used, every attempt played to the turn cap, every prompt as long as the
            context allows, every answer as long as it may be. Repeated requests after a provider's fault come on top.
        price: None where it is unknown.
        usd_per_week: the contestant's own limit.
        assumed: whether `expected` rests, in part or whole, on assumptions.
    """

    contestant: str
    slots: int
    most_drafts: int
    probes: int
    attempts: int
    expected: Usage
    most: Usage
    price: ModelPrice | None
    usd_per_week: float | None
    assumed: bool

    @property
    def expected_usd(self) -> float | None:
        return _usd(self.price, self.expected)

    @property
    def most_usd(self) -> float | None:
        return _usd(self.price, self.most)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A season's week, contestant by contestant."""

    shares: Sequence[Share]
    usd_per_week: float | None
    """The season's limit over all contestants."""

    played: PlayedUsage | None
    """The week that was measured, if any."""

    @property
    def expected(self) -> Usage:
        return sum((share.expected for share in self.shares), NOTHING)

    @property
    def most(self) -> Usage:
        return sum((share.most for share in self.shares), NOTHING)

    @property
    def expected_usd(self) -> float:
        """Over the contestants whose price is known."""
        return sum(share.expected_usd or 0 for share in self.shares)

    @property
    def most_usd(self) -> float:
        """Over the contestants whose price is known."""
        return sum(share.most_usd or 0 for share in self.shares)

    @property
    def unpriced(self) -> list[str]:
        """The contestants whose price is not known."""
        return [share.contestant for share in self.shares if share.price is None]


def estimate_week(
    season: Season, played: PlayedUsage | None, price_of: Callable[[ContestantEntry], ModelPrice | None]
) -> Estimate:
    """What a whole week of the season asks for, as though nothing of it were finished yet."""
    shares = [_share(season, entry, played, price_of(entry)) for entry in season.contestants]
    return Estimate(shares, season.usd_per_week, played)


def _share(season: Season, entry: ContestantEntry, played: PlayedUsage | None, price: ModelPrice | None) -> Share:
    slots = season.environments_per_author if "author" in entry.roles else 0
    hardened = season.harden_rounds * season.environments_per_author
    hardened *= sum(entry.name in season.probers(author) for author in season.authors)
    probes = (slots + hardened) * PROBE_SEEDS * len(CONDITIONS)
    environments = len(season.authors) * season.environments_per_author
    seeds = season.benchmark_seeds * season.trials * len(CONDITIONS)
    attempts = environments * seeds if "solver" in entry.roles else 0
    most_drafts = slots * (1 + season.repairs) * (1 + season.harden_rounds)

    slot = played.mean(entry, "slot") if played else None
    attempt = played.mean(entry, "attempt") if played else None
    expected = (slot or assumed_slot(entry, season)) * slots + (attempt or assumed_attempt(entry, season)) * (
        probes + attempts
    )
    most = _longest_call(entry, entry.sampling.author_max_tokens) * most_drafts + _longest_call(
        entry, entry.sampling.max_tokens
    ) * ((probes + attempts) * season.max_turns)
    return Share(
        contestant=entry.name,
        slots=slots,
        most_drafts=most_drafts,
        probes=probes,
        attempts=attempts,
        expected=_counted(entry, expected.within(most)),
        most=_counted(entry, most),
        price=price,
        usd_per_week=entry.limits.usd_per_week,
        assumed=(slots > 0 and slot is None) or attempt is None,
    )


def _longest_call(entry: ContestantEntry, answer: int) -> Usage:
    return Usage(1, max(entry.sampling.context_tokens - answer, 0), answer)


def _counted(entry: ContestantEntry, usage: Usage) -> Usage:
    # A house player's tokens are a rough count of characters that nobody is billed for.
    return Usage(usage.calls, 0, 0) if entry.is_house else usage


def _usd(price: ModelPrice | None, usage: Usage) -> float | None:
    return None if price is None else price.cost(usage.tokens_in, usage.tokens_out)
