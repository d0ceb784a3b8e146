"""What is read off a source: counts, the kind of feedback, and the kind of actions."""

from pathlib import Path

import pytest

from assets.design_convergence.actions import action_space, mean_length
from assets.design_convergence.feedback import feedback
from assets.design_convergence.source_features import SourceFeatures, source_features
from assets.tables import ACTION_SPACES, FEEDBACKS

CASES = Path(__file__).parents[1] / "cases" / "environments"

SOURCE = '''
def shorten(text):
    return text[:9]


class Box:
    """Keep things."""

    def __init__(self, max_turns=5):
        self.max_turns, self.left = max_turns, max_turns  # Two attributes.

    def reset(self, seed):
        self.left = self.max_turns
        for self.place in range(seed):
            pass
        other.thing = 1
        return "Guess.", {}

    def step(self, action):
        match action:
            case "a":
                return "Yes.", 1.0, True, False, {}
        if self.left == 1:
            return "Out.", 0.0, False, True, {}
        elif self.left > 1:
            self.left -= 1
        return "No.", 0.0, False, False, {}

    def solution(self):
        return [shorten("a") for _ in range(1)]
'''


def test_a_source_is_counted():
    found = source_features(SOURCE)
    assert (found.state_size, found.branches, found.helpers) == (3, 4, 1)
    assert source_features("class A:\n    # a comment\n\n    x = 1\n") == SourceFeatures(6, 0, 0, 0)


def stepping(body: str) -> str:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return (
        "def told(x):\n    return f'at {x}'\n\n\n"
        "class Box:\n"
        f"    def step(self, action):\n{lines}\n"
        "    def _end(self):\n        return 'The end.', 1.0, True, False, {}\n\n"
        "    def _odd(self):\n        return self._odd()\n\n"
        "    def _hot(self):\n        return 'hot' if self.near else 'cold'\n"
    )


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return 'Higher.', 0.0, False, False, {}", "constant"),
        ("return 'High' + 'er.', 0.0, False, False, {}", "constant"),
        ("return ('yes' if action else 'no'), 0.0, False, False, {}", "constant"),
        ("text = 'yes'\nif action:\n    text = 'no'\nreturn text, 0.0, False, False, {}", "constant"),
        ("text, done = 'yes', True\nreturn text, 0.0, done, False, {}", "constant"),
        ("return self._end()", "constant"),
        ("return self._hot(), 0.0, False, False, {}", "constant"),
        ("word = 'up' if action else 'down'\nreturn f'Go {word}.', 0.0, False, False, {}", "constant"),
        ("self.turn += 1\nreturn f'Left: {self.max_turns - self.turn}', 0.0, False, False, {}", "constant"),
        ("self.turn += 2\nreturn f'Left: {self.max_turns - self.turn}', 0.0, False, False, {}", "formatted"),
        ("self.left -= 1\nleft = self.left + 1\nreturn f'Left: {left}', 0.0, False, False, {}", "constant"),
        ("return f'Left: {max(self.max_turns, self.secret)}', 0.0, False, False, {}", "formatted"),
        ("return f'At {self.place}', 0.0, False, False, {}", "formatted"),
        ("return 'At ' + str(self.place), 0.0, False, False, {}", "formatted"),
        ("return 'At %d' % self.place, 0.0, False, False, {}", "formatted"),
        ("return 'At %d of %d' % (1, self.place), 0.0, False, False, {}", "formatted"),
        ("return 'At {} {x}'.format(1, x=self.place), 0.0, False, False, {}", "formatted"),
        ("return ' '.join(self.places), 0.0, False, False, {}", "formatted"),
        ("return told(self.left), 0.0, False, False, {}", "formatted"),
        ("text = 'You see '\ntext += self.view\nreturn text, 0.0, False, False, {}", "formatted"),
        ("if action:\n    return f'at {action}', 0.0, False, False, {}\nreturn self._end()", "formatted"),
        ("return self.text, 0.0, False, False, {}", "computed"),
        ("return TEXTS[action], 0.0, False, False, {}", "computed"),
        ("return action, 0.0, False, False, {}", "computed"),
        ("return self._odd()", "computed"),
        ("text = text\nreturn text, 0.0, False, False, {}", "computed"),
        ("def inner():\n    return f'{action}'\nreturn 'Fixed.', 0.0, False, False, {}", "constant"),
        ("pass", "computed"),
    ],
)
def test_feedback_is_read_off_what_step_returns(body, kind):
    assert feedback(stepping(body), "Box") == kind
    assert kind in FEEDBACKS


def test_the_published_environment_chooses_among_fixed_texts():
    text = (CASES / "sound.py").read_text(encoding="utf-8")
    name = text.split("class ")[1].split(":")[0]
    assert feedback(text, name) == "constant"


def test_a_long_sum_and_a_long_chain_of_names_are_read():
    long_sum = " + ".join(["'a'"] * 200)
    assert feedback(stepping(f"return {long_sum}, 0.0, False, False, {{}}"), "Box") == "constant"
    chain = "\n".join(f"a{n + 1} = a{n}" for n in range(2000))
    assert feedback(stepping(f"a0 = 'x'\n{chain}\nreturn a2000, 0.0, False, False, {{}}"), "Box") == "constant"


@pytest.mark.parametrize(
    ("actions", "kind"),
    [
        ((["n", "e"], ["s"]), "letter"),
        ((["n", "north"],), "word"),
        ((["A3", "b-7"],), "word"),
        ((["1", "-2.5", "3/4"],), "number"),
        ((["1 2", "3,4;5", "(1, 2)", "[3 4]"],), "numbers"),
        ((["1", "1 2"],), "numbers"),
        ((["take 3"],), "text"),
        ((["n", "1"],), "text"),
        (([""],), "text"),
        ((), "text"),
    ],
)
def test_what_wins_has_a_kind(actions, kind):
    assert action_space(actions) == kind
    assert kind in ACTION_SPACES


def test_certificates_have_a_mean_length():
    assert mean_length([["a"], ["a", "b"]]) == 1.5
    assert mean_length([]) == 0
