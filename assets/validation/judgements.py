"""Judgements: what the traces of played episodes say against an environment. Each gives problems, or an empty list."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assets.contract import HINT_CHARACTERS, NULL_POLICY_WINS
from assets.ports import Play, Trace
from assets.validation.readable import reveals

_SHORTEST_ANSWER = 3
"""A final action shorter than this is too common a text to be looked for in an observation."""

_SHORTEST_KEY = 4
"""The same for any certificate action in a hint."""


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that was asked for, and what became of it."""

    play: Play
    trace: Trace

    @property
    def is_certificate(self) -> bool:
        """Whether the environment's own solution() was played."""
        return "policy" not in self.play

    @property
    def player(self) -> str:
        """Who played, in words."""
        return f"null policy {self.play['policy']}" if "policy" in self.play else "solution()"

    @property
    def place(self) -> str:
        """Which episode this is, in words."""
        return f"seed {self.play['seed']}, {self.player}"


def contract_problems(episodes: Iterable[Played]) -> list[str]:
    """Answers that broke the contract, and exceptions: one problem a kind, with how often it was met."""
    places: dict[str, Played] = {}
    counts: Counter[str] = Counter()
    for episode in episodes:
        if episode.trace.fault and not _lacks_certificate(episode):
            counts[episode.trace.fault] += 1
            places.setdefault(episode.trace.fault, episode)
    return [
        f"{fault} ({places[fault].place}, turn {places[fault].trace.turns + 1}; {count} episodes)"
        for fault, count in counts.most_common()
    ]


def _lacks_certificate(episode: Played) -> bool:
    """solution() itself failed: no breach of reset or step, but nothing is shown to be winnable."""
    return episode.is_certificate and episode.trace.observation is not None and episode.trace.certificate is None


def difference(reference: Sequence[Played], repeated: Sequence[Played], where: str) -> list[str]:
    """Where the same seeds and actions gave other answers."""
    return [
        f"{before.place}: answers differ {where}"
        for before, after in zip(reference, repeated, strict=True)
        if _answers(before.trace) != _answers(after.trace)
    ]


def _answers(trace: Trace) -> tuple[object, ...]:
    # A fault's text can hold an address; that it is one counts.
    return trace.observation, trace.certificate, trace.steps, trace.turns, trace.fault is None


def alike_seeds(certified: Sequence[Played]) -> list[str]:
    """Fewer different tasks than three out of four benchmark seeds (protocol section 3)."""
    tasks = {(episode.trace.observation, episode.trace.certificate) for episode in certified}
    needed = math.ceil(0.75 * len(certified))
    if len(tasks) >= needed:
        return []
    return [f"{len(certified)} seeds give {len(tasks)} different tasks; at least {needed} are needed"]


def unwon(certified: Sequence[Played], others: Iterable[Played], max_turns: int) -> list[str]:
    """Benchmark seeds that solution() does not win, and endings that pay anything between nothing and 1."""
    problems = [f"seed {e.play['seed']}: {why}" for e in certified if (why := _why_unwon(e, max_turns))]
    odd = [e for e in (*certified, *others) if e.trace.won and e.trace.steps[-1].reward != 1]
    if odd:
        paid = odd[0].trace.steps[-1].reward
        problems.append(f"an ending pays {paid:g} ({odd[0].place}): a win pays exactly 1, every other ending 0 or less")
    return problems


def _why_unwon(episode: Played, max_turns: int) -> str | None:
    trace = episode.trace
    if trace.certificate is None:
        return trace.fault or "solution() gave nothing"
    if trace.fault:
        return f"its solution ran into: {trace.fault}"
    if not trace.won:
        return f"solution() did not win in {trace.turns} turns"
    if trace.turns > max_turns:
        return f"solution() wins in {trace.turns} turns, more than max_turns = {max_turns}"
    return None


def unending(episodes: Iterable[Played], max_turns: int) -> list[str]:
    """Null policies under which the environment neither terminated nor truncated in time."""
    stuck = Counter(
        e.player
        for e in episodes
        if not e.is_certificate and not e.trace.fault and (not e.trace.ended or e.trace.turns > max_turns)
    )
    return [f"{player}: {count} episodes go on after {max_turns} turns" for player, count in sorted(stuck.items())]


def wins_by_policy(episodes: Sequence[Played]) -> dict[str, tuple[int, int]]:
    """Per null policy: (episodes won, episodes played)."""
    played = Counter(e.play["policy"] for e in episodes)
    won = Counter(e.play["policy"] for e in episodes if e.trace.won)
    return {policy: (won[policy], count) for policy, count in played.items()}


def free_wins(wins: dict[str, tuple[int, int]]) -> list[str]:
    """Null policies that win more than their share."""
    return [
        f"null policy {policy} wins {won} of {count} episodes, more than {NULL_POLICY_WINS:.0%}"
        for policy, (won, count) in wins.items()
        if won > NULL_POLICY_WINS * count
    ]


def shown_answers(certified: Sequence[Played]) -> list[str]:
    """Final actions that can be read in the first observation."""
    problems = []
    for episode in certified:
        answer = episode.trace.certificate[-1].strip() if episode.trace.certificate else ""
        shown = reveals(episode.trace.observation or "", answer) if len(answer) >= _SHORTEST_ANSWER else None
        if shown:
            problems.append(f"seed {episode.play['seed']}: the first observation shows the winning action ({shown})")
    return problems


def hint_problems(hint: str, certified: Sequence[Played]) -> list[str]:
    """A hint that is too short or too long, or that gives a certificate action away."""
    shortest, longest = HINT_CHARACTERS
    problems = []
    if not shortest <= len(hint) <= longest:
        problems.append(f"the hint has {len(hint):,} characters; {shortest} to {longest:,} are allowed")
    actions = sorted({action.strip() for e in certified for action in e.trace.certificate or ()})
    for action in actions:
        shown = reveals(hint, action) if len(action) >= _SHORTEST_KEY else None
        if shown:
            problems.append(f"the hint gives away an action of a solution: {action[:40]!r} ({shown})")
    return problems
