"""Worked examples: what a turn looks like, for models so small that the rules alone don't make them give an action.

They are written by hand and come from no environment: a solver learns from them how to answer, never what. Those of
the environment's domain come first, since a small model imitates what it is shown: after two sums SmolLM2-135M adds.
"""

from dataclasses import dataclass

from assets.seeds import seed_of


@dataclass(frozen=True, slots=True)
class Example:
    """An observation, one line of reasoning, and the action that follows from it."""

    domain: str
    observation: str
    reasoning: str
    action: str


_BY_DOMAIN = {
    "pattern recognition": (
        (
            "A wall is painted in stripes: red, blue, red, blue, red. Name the colour of the next stripe.",
            "Red and blue take turns, and the last stripe is red, so blue is next.",
            "blue",
        ),
        (
            "Find the letter that comes next: b, d, f, h.",
            "Each time one letter is left out: after h, i is left out, and j comes next.",
            "j",
        ),
        (
            "Continue the row with one number: 5, 10, 15, 20.",
            "Each number is 5 more than the one before it: 20 + 5 = 25.",
            "25",
        ),
    ),
    "logical deduction": (
        (
            "Monday was dry, Tuesday was wet and Wednesday was dry. Say yes or no: was it wet on Tuesday?",
            "Tuesday was the wet day, so it was wet on Tuesday.",
            "yes",
        ),
        (
            "Anna is older than Ben. Ben is older than Carl. Name the youngest of the three.",
            "Anna is older than Ben, and Ben is older than Carl, so nobody is younger than Carl.",
            "Carl",
        ),
        (
            "All ravens are black. Rocky is white. Say true or false: Rocky is a raven.",
            "A raven would be black, and Rocky is white, so Rocky is no raven.",
            "false",
        ),
    ),
    "mathematical reasoning": (
        (
            "A tram carries 4 people. At the stop 3 more get on. Say how many people are in it now.",
            "4 people and 3 more are 7 people: 4 + 3 = 7.",
            "7",
        ),
        (
            "A basket holds 27 apples. 15 of them are sold. Say how many are left.",
            "15 of 27 apples are gone: 27 - 15 = 12.",
            "12",
        ),
        (
            "A table has 3 rows of 6 cups. Say how many cups there are.",
            "3 rows of 6 cups are 3 times 6 cups: 3 * 6 = 18.",
            "18",
        ),
    ),
    "spatial reasoning": (
        (
            "A dog sits at a fork of the road. Its bone is on the left. Say where it should run: left, right or back.",
            "The bone is on the left, so the dog should run left.",
            "left",
        ),
        (
            "You face north and turn around once, by half a circle. Say which way you face now.",
            "Half a circle from north is the opposite direction, which is south.",
            "south",
        ),
        (
            "A lift stands on floor 9 and goes down 5 floors. Say on which floor it stands now.",
            "Down means fewer: 9 - 5 = 4, so it stands on floor 4.",
            "4",
        ),
    ),
    "strategic planning": (
        (
            "The room is dark, the lamp is off. You want to read. Commands: `close book`, `switch on lamp`, `wait`.",
            "Reading needs light, and the lamp gives light when it is on.",
            "switch on lamp",
        ),
        (
            "The door is locked, the key lies on the floor. You want to get out. Commands: `push door`, `take key`.",
            "A locked door does not open when it is pushed; the key opens it, so the key comes first.",
            "take key",
        ),
        (
            "Two players take 1 or 2 stones by turns; the last stone wins. 4 are left. Commands: `one`, `two`.",
            "After one, 3 are left: my opponent can't take all of them, and what it leaves I take.",
            "one",
        ),
    ),
    "causal inference": (
        (
            "The lawn is wet. It has not rained, but the sprinkler was on. Name the cause: rain, sprinkler or snow.",
            "It has not rained, and the sprinkler throws water on the lawn, so it was the sprinkler.",
            "sprinkler",
        ),
        (
            "With sun a plant grew, in the dark one did not. Both had water. Name what made the difference.",
            "Water was the same for both, and light was not, so the sun made the difference.",
            "sun",
        ),
        (
            "Switch A alone: no light. Switch B alone: light. Both: light. Name the switch that makes the light.",
            "There is light whenever B is on, and none when A is on alone, so it is B.",
            "B",
        ),
    ),
    "memory recall": (
        (
            "The shopping list says: milk, bread, honey. Say the second thing on the list.",
            "The first thing is milk, and the second is bread.",
            "bread",
        ),
        (
            "The red box holds a coin, the green box a ring, the grey box a nail. Say what the green box holds.",
            "The green box was said to hold a ring.",
            "ring",
        ),
        (
            "Mia lives at number 31, Paul at number 46. Say Paul's number.",
            "Number 31 is Mia's, and Paul lives at number 46.",
            "46",
        ),
    ),
    "optimization": (
        (
            "A pen costs 3 coins at the market, 5 at the station and 8 at the airport. Say where it is cheapest.",
            "3 is less than 5 and 8, and 3 coins are the price at the market.",
            "market",
        ),
        (
            "The bus takes 40 minutes, the train 30 and the bicycle 50. Name the fastest.",
            "30 minutes is the shortest time, and it is the train's.",
            "train",
        ),
        (
            "You can carry 10 kg. A drum weighs 12 kg, a harp 9 kg, a flute 1 kg. Name the heaviest you can carry.",
            "The drum is too heavy; of the harp and the flute, the harp is heavier.",
            "harp",
        ),
    ),
    "language understanding": (
        (
            "Say the letter that occurs twice in the word `window`.",
            "The letters are w, i, n, d, o, w: only w comes twice.",
            "w",
        ),
        (
            "Choose the animal from this list: spoon, sparrow, cloud, chair.",
            "A spoon and a chair are things, and a cloud is weather; a sparrow is a bird, which is an animal.",
            "sparrow",
        ),
        (
            "Give the opposite of `hot` in one word.",
            "What is not hot at all is cold.",
            "cold",
        ),
    ),
}

EXAMPLES = tuple(Example(domain, *example) for domain, examples in _BY_DOMAIN.items() for example in examples)


def draw_examples(season_seed: str, count: int, domain: str, *task: object) -> tuple[Example, ...]:
    """`count` different examples, those of the domain first, in an order drawn for the task; whatever is not part of it
    changes nothing."""

    def place(example: Example) -> tuple[bool, int]:
        return example.domain != domain, seed_of(season_seed, "examples", *task, example.observation)

    return tuple(sorted(EXAMPLES, key=place)[:count])
