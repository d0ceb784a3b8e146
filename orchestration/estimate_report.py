"""The report of `duels tournament --dry-run`: tables of calls, tokens and cost, and what they rest on."""

from collections.abc import Iterator

from rich.table import Table

from assets.season import Season
from orchestration.estimate import Estimate, Share
from orchestration.usage import ANSWER_SHARE, DRAFTS, OBSERVATION_TOKENS, OPENING_TOKENS, TURNS_SHARE

PASSED, COULD_PASS, UNKNOWN = "[red]✗[/red]", "[yellow]![/yellow]", "[yellow]?[/yellow]"
_LEGEND = {
    PASSED: "the expected cost passes the limit: what is over it is not asked",
    COULD_PASS: "the most it can cost passes the limit, the expected cost does not",
    UNKNOWN: "without a price no limit can be kept: such a season is refused",
}


def report(estimate: Estimate, season: Season, weeks: int) -> Iterator[Table | str]:
    """The tables of one week, the lines that say how to read them, and the cost of all the weeks asked for."""
    yield f"[bold]Season {season.name}: an estimate for one week; nothing is asked, written or spent[/bold]"
    yield "\nCalls"
    yield _calls(estimate)
    yield "\nTokens, and cost in USD"
    yield _costs(estimate)
    yield ""
    yield from _basis(estimate, season)
    marks = {_mark(share) for share in estimate.shares} | {_season_mark(estimate)}
    yield from (f"{mark}  {meaning}" for mark, meaning in _LEGEND.items() if mark in marks)
    if estimate.unpriced:
        yield f"No price is known for {', '.join(estimate.unpriced)}: give `price:` in the season file."
    if weeks > 1:
        yield (
            f"[bold]{weeks} weeks take {weeks} times as much[/bold]: {_count(weeks * estimate.expected.calls)} calls "
            f"(at most {_count(weeks * estimate.most.calls)}), USD {_total(estimate, estimate.expected_usd * weeks)} "
            f"(at most {_total(estimate, estimate.most_usd * weeks)}); limits are a week's."
        )


def _calls(estimate: Estimate) -> Table:
    table = _table("\nslots", "drafts\nat most", "probe\nattempts", "attempts", "expected\ncalls", "at most\ncalls")
    for share in estimate.shares:
        table.add_row(
            share.contestant,
            _count(share.slots),
            _count(share.most_drafts),
            _count(share.probes),
            _count(share.attempts),
            _count(share.expected.calls),
            _count(share.most.calls),
        )
    table.add_row(
        "all",
        _count(sum(share.slots for share in estimate.shares)),
        _count(sum(share.most_drafts for share in estimate.shares)),
        _count(sum(share.probes for share in estimate.shares)),
        _count(sum(share.attempts for share in estimate.shares)),
        _count(estimate.expected.calls),
        _count(estimate.most.calls),
        style="bold",
    )
    return table


def _costs(estimate: Estimate) -> Table:
    table = _table("expected\nin", "\nout", "\nUSD", "at most\nin", "\nout", "\nUSD", "a week's\nlimit")
    for share in estimate.shares:
        table.add_row(
            share.contestant,
            _tokens(share.expected.tokens_in),
            _tokens(share.expected.tokens_out),
            _usd(share.expected_usd),
            _tokens(share.most.tokens_in),
            _tokens(share.most.tokens_out),
            _usd(share.most_usd),
            _limit(share.usd_per_week, _mark(share)),
        )
    table.add_row(
        "all",
        _tokens(estimate.expected.tokens_in),
        _tokens(estimate.expected.tokens_out),
        _total(estimate, estimate.expected_usd),
        _tokens(estimate.most.tokens_in),
        _tokens(estimate.most.tokens_out),
        _total(estimate, estimate.most_usd),
        _limit(estimate.usd_per_week, _season_mark(estimate)),
        style="bold",
    )
    return table


def _table(*headings: str) -> Table:
    # Without a frame, so that seven columns of numbers fit beside names of 20 characters in 80.
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("\ncontestant", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _basis(estimate: Estimate, season: Season) -> Iterator[str]:
    """What the expected numbers and the most are taken from."""
    if estimate.played is not None:
        yield (
            f"[dim]Expected: means of week {estimate.played.week}, a contestant's own where it took part as the same "
            "model, else of all others like it (language models, house players).[/dim]"
        )
    assumed = [share.contestant for share in estimate.shares if share.assumed]
    if assumed:
        who = "" if len(assumed) == len(estimate.shares) else f" for {', '.join(assumed)}"
        yield (
            f"[dim]Assumed{who}, since nothing like it was played here: {min(DRAFTS, 1 + season.repairs)} drafts a "
            f"slot; {100 * TURNS_SHARE:.0f} % of the turn cap; {100 * ANSWER_SHARE:.0f} % of the completion tokens an "
            f"answer; a first prompt of {OPENING_TOKENS} tokens, then {OBSERVATION_TOKENS} an observation.[/dim]"
        )
    yield (
        "[dim]At most: every environment is admitted, every repair used, every attempt played to the turn cap, every "
        "context full. Tokens are sent again with each turn of a conversation, and counted each time.[/dim]"
    )


def _mark(share: Share) -> str:
    if share.usd_per_week is None:
        return ""
    if share.expected_usd is None or share.most_usd is None:
        return UNKNOWN
    return _passes(share.expected_usd, share.most_usd, share.usd_per_week)


def _season_mark(estimate: Estimate) -> str:
    if estimate.usd_per_week is None:
        return ""
    mark = _passes(estimate.expected_usd, estimate.most_usd, estimate.usd_per_week)
    return UNKNOWN if estimate.unpriced and mark != PASSED else mark


def _passes(expected: float, most: float, limit: float) -> str:
    if expected > limit:
        return PASSED
    return COULD_PASS if most > limit else ""


def _limit(limit: float | None, mark: str) -> str:
    return "·" if limit is None else f"{_usd(limit)} {mark or ' '}"


def _count(number: float) -> str:
    return f"{number:,.0f}"


def _tokens(number: float) -> str:
    """Three digits and a unit."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{unit}" if number < 1000 * size else f"{number / size:,.0f}{unit}"
    return _count(number) if number else "·"


def _usd(amount: float | None) -> str:
    if amount is None:
        return "no price"
    if 0 < amount < 0.01:
        return "< 0.01"
    return f"{amount:,.2f}" if amount < 1000 else f"{amount:,.0f}"


def _total(estimate: Estimate, amount: float) -> str:
    """A sum over contestants, where those without a price are missing."""
    if len(estimate.unpriced) == len(estimate.shares):
        return "no price"
    return f"{_usd(amount)}{' + ?' if estimate.unpriced else ''}"
