"""Features that are counted in a source: how long it is, what it keeps in mind, how it branches, how it is cut up."""

import ast
from dataclasses import dataclass

from assets.validation.parsing import parse_source
from assets.validation.similarity import tokens_of

_CONTRACT = {"__init__", "reset", "step", "solution"}
_STATEMENTS = (ast.If, ast.For, ast.While, ast.Match)


@dataclass(frozen=True, slots=True)
class SourceFeatures:
    """The columns of `environment_designs` that are counts."""

    source_tokens: int
    state_size: int
    branches: int
    helpers: int


def source_features(source: str) -> SourceFeatures:
    """Count; the whole source counts, whether its author put a thing into the class or beside it.

    Raises:
        UnparsableSource: not Python; no admitted environment is.
    """
    nodes = list(ast.walk(parse_source(source)))
    return SourceFeatures(
        source_tokens=sum(1 for _ in tokens_of(source)),
        state_size=len({node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_assigned(node)}),
        branches=sum(isinstance(node, _STATEMENTS) for node in nodes),
        helpers=sum(isinstance(node, ast.FunctionDef) and node.name not in _CONTRACT for node in nodes),
    )


def _is_assigned(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self"
