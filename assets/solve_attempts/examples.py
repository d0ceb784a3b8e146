"""Worked examples: what a turn looks like, for models so small that the rules alone don't make them give an action.

They are written by hand and come from no environment: a solver learns from them how to answer, never what.
"""

from dataclasses import dataclass

from assets.seeds import seed_of


@dataclass(frozen=True, slots=True)
class Example:
    """An observation, one line of reasoning, and the action that follows from it."""

    observation: str
    reasoning: str
    action: str


EXAMPLES = (
    Example(
        "A tram carries 4 people. At the stop 3 more get on. Say how many people are in it now.",
        "4 people and 3 more are 7 people.",
        "7",
    ),
    Example(
        "Say the letter that occurs twice in the word `window`.",
        "The letters are w, i, n, d, o, w: only w comes twice.",
        "w",
    ),
    Example(
        "A dog sits at a fork of the road. Its bone is on the left. Say where it should run: left, right or back.",
        "The bone is on the left, so the dog should run left.",
        "left",
    ),
    Example(
        "Choose the animal from this list: spoon, sparrow, cloud, chair.",
        "A spoon and a chair are things, and a cloud is weather; a sparrow is a bird, which is an animal.",
        "sparrow",
    ),
    Example(
        "The room is dark, and the lamp is off. You want to read. Commands: `close book`, `switch on lamp`, `wait`.",
        "Reading needs light, and the lamp gives light when it is on.",
        "switch on lamp",
    ),
    Example(
        "Monday was dry, Tuesday was wet and Wednesday was dry. Say yes or no: was it wet on Tuesday?",
        "Tuesday was the wet day, so it was wet on Tuesday.",
        "yes",
    ),
)


def draw_examples(season_seed: str, count: int, *task: object) -> tuple[Example, ...]:
    """`count` different examples in an order drawn for the task; whatever is not part of it changes nothing."""

    def place(example: Example) -> int:
        return seed_of(season_seed, "examples", *task, example.observation)

    return tuple(sorted(EXAMPLES, key=place)[:count])
