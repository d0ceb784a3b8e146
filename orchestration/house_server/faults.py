"""Faults on request: which kinds there are, at what rates, and which request meets which.

A draw depends on the plan's seed, the kind, the request and how often that request came, on nothing else: the same
traffic meets the same faults in any order, and a repeated request may go through.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from assets.errors import OperatorError
from orchestration.resources.house.coins import draw


class InjectedKind(StrEnum):
    """What can stand in place of the house player's answer, in the order of the draws: the first hit is injected."""

    UNAUTHORIZED = "unauthorized"
    """401."""
    FORBIDDEN = "forbidden"
    """403."""
    UNKNOWN_MODEL = "unknown_model"
    """404."""
    RATE_LIMITED = "rate_limited"
    """429, with a Retry-After header."""
    SERVER_ERROR = "server_error"
    """500."""
    UNAVAILABLE = "unavailable"
    """503."""
    CONTEXT_LENGTH = "context_length"
    """400: the conversation is longer than the model's context."""
    HANG = "hang"
    """No answer until the client goes away."""
    BROKEN_CONNECTION = "broken_connection"
    """The headers and half of the body, then the connection is dropped."""
    BROKEN_JSON = "broken_json"
    """200, with JSON that ends in the middle."""
    HTML = "html"
    """200, with an error page."""
    NO_CHOICES = "no_choices"
    """An empty list of choices, billed."""
    NULL_CONTENT = "null_content"
    """Content null, without a finish_reason."""
    MISSING_CONTENT = "missing_content"
    """A message without content, without a finish_reason."""
    CONTENT_FILTER = "content_filter"
    """Content null, finish_reason `content_filter`, billed."""
    TOO_LONG = "too_long"
    """1.1 MB of content."""
    ODD_USAGE = "odd_usage"
    """A usage block that can't be read, is null or is missing."""
    THOUGHT_ONLY = "thought_only"
    """The model's own doing: it thought until its budget was gone. Content null, finish_reason `length`."""
    INLINE_THINKING = "inline_thinking"
    """The model's own doing: a `<think>` block before its text."""
    CUT = "cut"
    """The model's own doing: half of its text, finish_reason `length`."""


MODELS_OWN = frozenset({InjectedKind.THOUGHT_ONLY, InjectedKind.INLINE_THINKING, InjectedKind.CUT})
"""What a model does, not its provider: such an answer counts."""

NEVER_WHOLE = frozenset({InjectedKind.HANG, InjectedKind.BROKEN_CONNECTION})
"""The client never has the whole answer."""


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """A kind of fault, its rate in [0, 1], and the one model that it is limited to (None for all)."""

    kind: InjectedKind
    rate: float
    model: str | None = None


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Which faults a server injects.

    Attributes:
        faults: of two for one kind, that of the request's model counts before that of all models.
        seed: of the draws.
        hang_after: every request after the first so many hangs; None for none.
        retry_after_s: what `rate_limited` asks the client to wait.
    """

    faults: tuple[InjectedFault, ...] = ()
    seed: int = 0
    hang_after: int | None = None
    retry_after_s: float = 1.0

    def drawn(self, model: str, request: str, n: int, number: int) -> InjectedKind | None:
        """The fault that a request meets; None for a true answer.

        Args:
            request: what identifies it.
            n: the how-manyth time this request came.
            number: the how-manyth request it is of all, from 1.
        """
        if self.hang_after is not None and number > self.hang_after:
            return InjectedKind.HANG
        rates = {fault.kind: fault.rate for fault in self.faults if fault.model is None}
        rates |= {fault.kind: fault.rate for fault in self.faults if fault.model == model}
        for kind in InjectedKind if rates else ():
            rate = rates.get(kind, 0.0)
            if rate and draw(str(self.seed), kind, request, n) < rate:
                return kind
        return None


def parse_faults(texts: Iterable[str], models: Collection[str]) -> tuple[InjectedFault, ...]:
    """Read faults written KIND=RATE or KIND=RATE@MODEL.

    Raises:
        OperatorError: an unknown kind or model, a rate outside [0, 1], or one kind twice for the same model.
    """
    faults = [_parse(text, models) for text in texts]
    named = [(fault.kind, fault.model) for fault in faults]
    for kind, model in named:
        if named.count((kind, model)) > 1:
            raise OperatorError(f"--fault {kind}: given twice" + (f" for {model}" if model else ""))
    return tuple(faults)


def _parse(text: str, models: Collection[str]) -> InjectedFault:
    kind, _, rest = text.partition("=")
    rate, limited, model = rest.partition("@")
    if kind not in list(InjectedKind):
        raise OperatorError(f"--fault {text[:100]!r}: unknown kind; known: {', '.join(InjectedKind)}")
    if limited and model not in models:
        raise OperatorError(f"--fault {text[:100]!r}: unknown model; served: {', '.join(models)}")
    return InjectedFault(InjectedKind(kind), _rate(text, rate), model or None)


def _rate(text: str, rate: str) -> float:
    try:
        number = float(rate)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise OperatorError(
            f"--fault {text[:100]!r}: expected KIND=RATE or KIND=RATE@MODEL with a rate from 0 to 1, such as"
            f" rate_limited=0.2; known kinds: {', '.join(InjectedKind)}"
        )
    return number
