"""The tables of docs/power.md, made by the code that `duels power` runs."""

from assets.power.plan import simulate_grid
from assets.power.simulate import Duel, HintGain
from assets.power.world import World

ENVIRONMENTS, SEEDS = (3, 5, 10, 20, 40), (1, 2, 4, 8, 16)
MARGINS, GAINS = (0.1, 0.2, 0.3), (0.05, 0.1, 0.2)


def tables(world: World) -> list[list[str]]:
    """Rows of three tables: power of duels, power of hint gains, widths of both at the middle effects."""
    duels, gains = (
        [simulate_grid(kind.of(world, effect), ENVIRONMENTS, SEEDS) for effect in effects]
        for kind, effects in ((Duel, MARGINS), (HintGain, GAINS))
    )

    def rows(cell) -> list[str]:
        return [f"| {n} | " + " | ".join(cell((n, s)) for s in (*SEEDS, None)) + " |" for n in ENVIRONMENTS]

    return [
        rows(lambda design: " · ".join(f"{100 * grid[design].power:.0f}" for grid in duels)),
        rows(lambda design: " · ".join(f"{100 * grid[design].power:.0f}" for grid in gains)),
        rows(lambda design: f"{duels[1][design].width:.2f} · {gains[1][design].width:.2f}"),
    ]
