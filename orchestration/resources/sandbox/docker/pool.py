"""The running containers: one a source and hash seed, or more where many of its episodes are played at once."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from assets.errors import SandboxError
from orchestration.resources.sandbox.docker.container import Container
from orchestration.resources.sandbox.docker.engine import EPISODES, Engine

_IDLE = 16
"""How many containers without an episode are kept for the next one; the longest idle ends first."""

_STARTERS = 4
"""How many containers are started, or ended, at once."""


@dataclass(eq=False, slots=True)
class Place:
    """A container that runs, or is about to.

    Attributes:
        source: the authored source that it is for, and no other.
        variant: which hash seed its interpreters have.
        container: ready at once, or when it has started.
        episodes: how many are in it.
    """

    source: str
    variant: int
    container: Future[Container]
    episodes: int = 0

    @property
    def has_room(self) -> bool:
        return self.episodes < EPISODES and not self.has_ended

    @property
    def has_ended(self) -> bool:
        return self.container.done() and (self.container.exception() is not None or self.container.result().has_ended)


class Pool:
    """Starts containers and ends them. Usable from any thread; only `close` waits for the engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._starters = ThreadPoolExecutor(_STARTERS, thread_name_prefix="containers")
        self._lock = threading.Lock()
        self._places: list[Place] = []
        self._idle: dict[Place, None] = {}  # in the order in which they became so
        self._closed = False

    def take(self, source: str, variant: int) -> Place:
        """A place for one episode; to be given back.

        Raises:
            SandboxError: the pool is closed.
        """
        with self._lock:
            if self._closed:
                raise SandboxError("the sandbox is closed")
            for place in self._places:
                if (place.source, place.variant) == (source, variant) and place.has_room:
                    break
            else:
                place = Place(source, variant, self._starters.submit(self._engine.start, variant))
                self._places.append(place)
            place.episodes += 1
            self._idle.pop(place, None)
            return place

    def give_back(self, place: Place) -> None:
        """The episode is over."""
        with self._lock:
            place.episodes -= 1
            if place.episodes or self._closed:
                return
            self._idle[place] = None
            ended = [idle for idle in self._idle if idle.has_ended]
            usable = [idle for idle in self._idle if not idle.has_ended]
            for idle in [*ended, *usable[:-_IDLE]]:
                del self._idle[idle]
                self._places.remove(idle)
                self._starters.submit(self._end, idle)

    def close(self) -> None:
        """End all containers, and wait until they are gone; calls in flight end with a SandboxError."""
        with self._lock:
            self._closed = True
            places, self._places = self._places, []
            self._idle.clear()
        for place in places:
            self._starters.submit(self._end, place)
        self._starters.shutdown()

    def _end(self, place: Place) -> None:
        with suppress(SandboxError):
            self._engine.end(place.container.result())
