"""Copying: a house author takes over the best environment that it is shown, and puts a coat of its own over it.

The copy plays as its model does and teaches by the same hint. The coat keeps a tally of tries: enough of its own that
the copy is no near copy, and too little to hide whose design it is.
"""

import re

from orchestration.resources.house.dossier import Exhibit
from orchestration.resources.house.faults import Manuscript

_CLASS = re.compile(r"^class (?P<name>[A-Za-z]\w*):$(?P<body>.*?max_turns=(?P<turns>\d+))", re.MULTILINE | re.DOTALL)

_COAT = '''

class {name}WithTally:
    """The same task, with a tally of tries that grows by a stroke each turn."""

    GROUP = 5

    def __init__(self, max_turns={turns}):
        self.max_turns = max_turns
        self.task = _{name}(max_turns=max_turns)
        self.strokes = 0
        self.idle = False

    def _tally(self):
        """Strokes in groups, the way that a prisoner counts days on a wall."""
        groups, rest = divmod(self.strokes, self.GROUP)
        marks = ["/" * self.GROUP] * groups
        if rest:
            marks.append("/" * rest)
        return " ".join(marks) or "none yet"

    def _mood(self):
        """A word on how the tries go."""
        if self.idle:
            return "The last try was an empty one."
        if self.strokes > self.max_turns // 2:
            return "More than half of the tries are gone."
        return "There is time."

    def reset(self, seed):
        observation, info = self.task.reset(seed)
        self.strokes = 0
        self.idle = False
        return observation + "\\nTally of tries: " + self._tally() + ".", info

    def step(self, action):
        self.strokes += 1
        self.idle = len(action.strip()) <= len("\\\\boxed{{}}")
        observation, reward, terminated, truncated, info = self.task.step(action)
        if terminated or truncated:
            return observation, reward, terminated, truncated, info
        tally = "\\nTally of tries: " + self._tally() + ". " + self._mood()
        return observation + tally, reward, terminated, truncated, info

    def solution(self):
        return self.task.solution()
'''


def copied(author: str, exhibit: Exhibit) -> Manuscript | None:
    """The exhibit in the author's coat; what it wrote itself as it is; None where the source is of no known shape."""
    if exhibit.author == author:
        return Manuscript(exhibit.title, exhibit.hint, exhibit.source)
    classes = [found for found in _CLASS.finditer(exhibit.source) if not found["name"].startswith("_")]
    if len(classes) != 1:
        return None
    [original] = classes
    name = original["name"]
    source = re.sub(rf"\b{name}\b", f"_{name}", exhibit.source)
    return Manuscript(exhibit.title, exhibit.hint, source + _COAT.format(name=name, turns=original["turns"]))
