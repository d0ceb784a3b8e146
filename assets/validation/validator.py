"""The validator: tries a draft by every gating check of protocol section 3."""

import ast
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import batched

from assets.boxed import boxed
from assets.concurrently import run_all
from assets.draft import Draft
from assets.errors import EnvironmentFault
from assets.ports import EnvironmentCode, Play, Sandbox, Trace
from assets.validation import judgements
from assets.validation.chance_rules import chances
from assets.validation.judgements import Played
from assets.validation.parsing import parse_source, public_classes
from assets.validation.portability import unportable
from assets.validation.report import Report, ReportBuilder
from assets.validation.source_rules import forbidden
from sandbox_images.python_env.runner import POLICIES

_SEEDS_A_BATCH = 4
"""Benchmark seeds whose episodes are played, in full, in one interpreter: keeps a reply below the sandbox's limit."""

_NULL_SEEDS_A_BATCH = 5
"""The same for the null policies: few enough that an environment may think in each of their steps."""


async def validate(
    sandbox: Sandbox,
    draft: Draft,
    *,
    benchmark_seeds: Sequence[int],
    validation_seeds: Sequence[int],
    season_max_turns: int,
) -> Report:
    """Try a draft by itself: `novel`, which compares it with others, is left unjudged (see `novelty.py`).

    Args:
        benchmark_seeds: seeds on which it must be winnable, deterministic and sound.
        validation_seeds: seeds on which the null policies try to win.
        season_max_turns: the season's turn cap.

    Raises:
        SandboxError: our fault; the draft has not been judged.
    """
    report = ReportBuilder()
    tree = parse_source(draft.source)
    report.judge("parses", [], f"class {draft.class_name}, {len(draft.source.splitlines())} lines")
    if not report.judge("allowed_source", forbidden(tree) + unportable(tree), "keeps the source rules"):
        return report.close("the source breaks the source rules, so it was not run")
    trial = _Trial(sandbox, draft, season_max_turns)
    try:
        shaky = await trial.probe(benchmark_seeds[0])
        reference = await trial.benchmark(benchmark_seeds)
        watched = [episode for episode in reference if episode.play.get("policy", "random") == "random"]
        # Four interpreters at a time, so that a machine's cores have work where one draft is tried alone.
        null, repeated, interleaved, attempted = await run_all(
            [
                trial.null_policies(validation_seeds),
                trial.benchmark(benchmark_seeds, entropy=1, backwards=True),
                trial.benchmark(benchmark_seeds, entropy=2, interleaved=True),
                trial.as_attempted(watched),
            ]
        )
        broken = judgements.contract_problems([*reference, *null]) or shaky
        report.judge(
            "contract",
            _declaration_problems(tree, draft, season_max_turns) + broken,
            f"kept in {len(reference) + len(null):,} episodes",
        )
    except EnvironmentFault as fault:
        report.judge("within_limits" if fault.kind == "limit" else "contract", [str(fault)], "")
        return report.close("the environment can't be played")
    report.judge("within_limits", [], "no call reached a limit")
    report.judge(
        "deterministic",
        chances(tree)
        + judgements.difference(reference, repeated, "in another interpreter with another hash seed")
        + judgements.difference(reference, interleaved, "when episodes are interleaved")
        + judgements.difference(watched, attempted, "when it is played as in an attempt"),
        f"{len(reference)} episodes gave the same answers in three interpreters, {len(watched)} also as attempts",
    )
    return _judge_play(report, draft.hint, trial.code.max_turns, reference, null)


def _judge_play(
    report: ReportBuilder, hint: str, max_turns: int, reference: Sequence[Played], null: Sequence[Played]
) -> Report:
    """Judge the tasks themselves by how solutions and null policies fared in them."""
    certified = [episode for episode in reference if episode.is_certificate]
    odd = [episode for episode in (*reference, *null) if not episode.is_certificate]
    won = [e for e in certified if e.trace.won and not e.trace.fault]
    longest = max((e.trace.turns for e in won), default=0)
    wins = judgements.wins_by_policy(null)
    best = max(wins, key=lambda policy: wins[policy])
    report.judge("seed_sensitive", judgements.alike_seeds(certified), f"{len(certified)} seeds, different tasks")
    report.judge(
        "winnable",
        judgements.unwon(certified, odd, max_turns),
        f"won on {len(won)} seeds, in at most {longest} of {max_turns} turns",
    )
    report.judge("ends", judgements.unending(odd, max_turns), f"ends by turn {max_turns}")
    best_won, best_played = wins[best]
    report.judge(
        "no_free_win",
        judgements.free_wins(wins),
        f"no null policy wins more than {best_won} of {best_played} episodes ({best})",
    )
    report.judge("no_answer_in_observation", judgements.shown_answers(certified), "no winning action is shown")
    report.judge("hint_is_not_an_answer_key", judgements.hint_problems(hint, certified), "gives no action away")
    return report.close(
        "it is compared when the week is validated",
        tuple((e.play["seed"], e.trace.certificate) for e in won if e.trace.certificate),
    )


class _Trial:
    """A draft in the sandbox: the episodes that the checks judge."""

    def __init__(self, sandbox: Sandbox, draft: Draft, season_max_turns: int) -> None:
        self._sandbox = sandbox
        self.code = EnvironmentCode(draft.source, draft.class_name, draft.max_turns(season_max_turns))

    async def probe(self, seed: int) -> list[str]:
        """Send it each odd action as an attempt would, under the limits of a single call; how it broke the contract.

        An episode that ended is reset again, as training tools do.

        Raises:
            EnvironmentFault: a call broke a limit.
        """
        try:
            async with self._sandbox.episode(self.code) as episode:
                observation = await episode.reset(seed)
                for name, policy in POLICIES.items():
                    step = await episode.step(policy(random.Random(name), observation, 1))
                    observation = await episode.reset(seed) if step.ended else step.observation
        except EnvironmentFault as fault:
            if fault.kind == "limit":
                raise
            return [str(fault)]
        return []

    async def benchmark(
        self, seeds: Sequence[int], *, entropy: int = 0, backwards: bool = False, interleaved: bool = False
    ) -> list[Played]:
        """Its solution and every null policy on each seed, in one order of plays whatever order they were played in."""
        plays: list[Play] = []
        for batch in batched(seeds, _SEEDS_A_BATCH):
            plays += [{"seed": seed, "actions": "certificate"} for seed in batch]
            plays += [{"seed": seed, "policy": policy} for policy in POLICIES for seed in batch]
        size = _SEEDS_A_BATCH * (1 + len(POLICIES))
        played: list[Played] = []
        for together in batched(plays, size):
            ordered = list(reversed(together)) if backwards else list(together)
            traces = await self._sandbox.play(self.code, ordered, entropy=entropy, interleaved=interleaved, full=True)
            if backwards:
                traces.reverse()
            played += map(Played, together, traces)
        return played

    async def as_attempted(self, episodes: Sequence[Played]) -> list[Played]:
        """The same actions as an attempt sends them, so that no environment can tell that it is being validated.

        Each in an interpreter of its own: one instance, nothing but reset and step, and solution() never asked for.

        Raises:
            EnvironmentFault: a call broke a limit.
        """
        return [Played(episode.play, await self._attempt(episode)) for episode in episodes]

    async def _attempt(self, episode: Played) -> Trace:
        observation, steps, fault = None, [], None
        actions = _sent(episode)
        try:
            async with self._sandbox.episode(self.code) as environment:
                observation = await environment.reset(episode.play["seed"])
                for action in actions:
                    steps.append(await environment.step(action))  # noqa: PERF401 - a breach leaves those before it
        except EnvironmentFault as breach:
            if breach.kind == "limit":
                raise
            fault = str(breach)
        return replace(episode.trace, observation=observation, steps=tuple(steps), turns=len(steps), fault=fault)

    async def null_policies(self, seeds: Sequence[int]) -> list[Played]:
        """Every null policy on each seed."""
        played: list[Played] = []
        for batch in batched(seeds, _NULL_SEEDS_A_BATCH):
            plays: list[Play] = [{"seed": seed, "policy": policy} for policy in POLICIES for seed in batch]
            played += map(Played, plays, await self._sandbox.play(self.code, plays))
        return played


def _sent(episode: Played) -> list[str]:
    """The actions that were sent in an episode that was played in full."""
    trace = episode.trace
    if episode.is_certificate:
        return [boxed(action) for action in trace.certificate or ()][: trace.turns]
    name = episode.play["policy"]
    rng = random.Random(f"{name} {episode.play['seed']}")
    seen = [trace.observation or "", *(step.observation for step in trace.steps)]
    return [POLICIES[name](rng, observation, turn) for turn, observation in enumerate(seen[: trace.turns], 1)]


def _declaration_problems(tree: ast.Module, draft: Draft, season_max_turns: int) -> list[str]:
    problems = []
    public = [node.name for node in public_classes(tree)]
    if len(public) > 1:
        problems.append(f"public classes {', '.join(public)}; begin the names of all but one with an underscore")
    if draft.declared_turns is None:
        problems.append("__init__ must declare max_turns=N with a whole number N")
    elif not 1 <= draft.declared_turns <= season_max_turns:
        problems.append(f"max_turns is {draft.declared_turns}; it must lie in 1 to {season_max_turns}")
    return problems
