"""Connection: which players the outcomes compare at all, and between which of them wins lead both ways."""

from dataclasses import dataclass
from graphlib import TopologicalSorter
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse import csgraph

from assets.ratings.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class Components:
    """The strongly connected components of the graph with an edge from each winner to each loser, a tie being both.

    Within a component every two players are linked by chains of wins both ways, so their ratings have a finite maximum
    likelihood difference (Zermelo 1929, Ford 1957).

    Attributes:
        members: the players of each component, no component after one that it beat.
        above: pairs (i, j) of components: a player of i beat one of j. This is their partial order.
        of: the component of each player, shape (players,).
    """

    members: tuple[tuple[int, ...], ...]
    above: frozenset[tuple[int, int]]
    of: NDArray[np.intp]

    def groups(self) -> NDArray[np.intp]:
        """The connected group of each player, shape (players,): all whom any chain of comparisons links."""
        edges = np.array(sorted(self.above), np.intp).reshape(-1, 2)
        return connected(len(self.members), edges[:, 0], edges[:, 1])[self.of]


def groups(outcomes: Outcomes, met: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The connected groups of many graphs at once, shape (batch, players); no label stands in two graphs.

    Args:
        met: which rows each graph has, shape (batch, rows).
    """
    graph, row = np.nonzero(met)
    start, end = (graph * outcomes.players + side[row] for side in (outcomes.first, outcomes.second))
    return connected(len(met) * outcomes.players, start, end).reshape(len(met), outcomes.players)


def components(outcomes: Outcomes) -> Components:
    """The strong components and their partial order."""
    winner, loser = _edges(outcomes, outcomes.wins_first + outcomes.ties > 0, outcomes.wins_second + outcomes.ties > 0)
    label = connected(outcomes.players, winner, loser, strong=True)
    above, below = label[winner], label[loser]
    across = above != below
    edges = set(zip(above[across].tolist(), below[across].tolist(), strict=True))
    order = _topological(int(label.max(initial=-1)) + 1, edges)
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    of = place[label]
    members: list[list[int]] = [[] for _ in order]
    for player, component in enumerate(of.tolist()):
        members[component].append(player)
    ordered = frozenset((int(place[a]), int(place[b])) for a, b in edges)
    return Components(tuple(map(tuple, members)), ordered, of)


def wins_run_in_a_circle(outcomes: Outcomes, side: int | None = None) -> bool:
    """Whether some chain of wins, ties left aside, comes back to where it began.

    Args:
        side: only wins at home (1) or only away (−1); None: all.
    """
    won, lost = outcomes.wins_first > 0, outcomes.wins_second > 0
    if side is not None:
        won, lost = won & (outcomes.home == side), lost & (outcomes.home == -side)
    label = connected(outcomes.players, *_edges(outcomes, won, lost), strong=True)
    return int(label.max(initial=-1)) < outcomes.players - 1


def connected(nodes: int, start: NDArray[np.intp], end: NDArray[np.intp], *, strong: bool = False) -> NDArray[np.intp]:
    """Component labels of a graph with edges from start to end, numbered by each component's first node."""
    graph = sparse.coo_array((np.ones(start.size), (start, end)), shape=(nodes, nodes))
    _, label = csgraph.connected_components(graph, connection="strong" if strong else "weak")
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse]


def _edges(
    outcomes: Outcomes, won: NDArray[np.bool_], lost: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Winners and losers, from the rows that the first player won and those that it lost."""
    winner = np.concatenate([outcomes.first[won], outcomes.second[lost]])
    return winner, np.concatenate([outcomes.second[won], outcomes.first[lost]])


def _topological(nodes: int, edges: set[tuple[int, int]]) -> list[int]:
    """The nodes of an acyclic graph, none after one that it leads to; of those that may come next the smallest."""
    sorter: TopologicalSorter[int] = TopologicalSorter(dict.fromkeys(range(nodes), ()))
    for above, below in edges:
        sorter.add(below, above)
    sorter.prepare()
    order: list[int] = []
    ready = list(sorter.get_ready())
    heapify(ready)
    while ready:
        order.append(heappop(ready))
        sorter.done(order[-1])
        for node in sorter.get_ready():
            heappush(ready, node)
    return order
