"""Chance rules: what makes a source's answers depend on more than the seed, found in its syntax tree.

A sandbox can vary the hash seed and the module's random state, but only among a few values; these rules name what
such a comparison could miss.
"""

import ast
from collections.abc import Iterator

_RANDOM_CLASS = "Random"
_ORDERED_BY = {
    "list",
    "tuple",
    "enumerate",
    "iter",
    "next",
    "zip",
    "map",
    "filter",
    "reversed",
    "join",
    "choice",
    "sample",
}
_SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)


def chances(tree: ast.Module) -> list[str]:
    """Each place that depends on something other than the seed, a sentence with its line."""
    text_sets = _names_of_text_sets(tree)
    found = {
        (node.lineno, problem)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt)
        for problem in _problems(node, text_sets)
    }
    found |= {(line, _SET_ORDER) for line in _iterated_text_sets(tree, text_sets)}
    return [f"line {line}: {problem}" for line, problem in sorted(found)]


_SET_ORDER = "the order of a set of texts differs from one interpreter to the next; sort it first"


def _problems(node: ast.AST, text_sets: set[str]) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id="hash" | "id" as name)):
            yield f"{name}() differs from one interpreter to the next"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr=name)) if name != _RANDOM_CLASS:
            yield f"random.{name} uses the module's own generator; draw from random.Random(seed)"
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="random"), attr="Random") | ast.Name(id="Random"), args=[], keywords=[]
        ):
            yield "Random() without a seed starts anywhere; use random.Random(seed)"
        case ast.ImportFrom(module="random", names=names):
            for alias in names:
                if alias.name != _RANDOM_CLASS:
                    yield f"random.{alias.name} uses the module's own generator; draw from random.Random(seed)"


def _names_of_text_sets(tree: ast.Module) -> set[str]:
    """Variables that are assigned a set of texts somewhere (attributes as `.name`)."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_text_set(node.value, names):
            names |= {name for target in node.targets if (name := _name(target))}
    return names


def _iterated_text_sets(tree: ast.Module, text_sets: set[str]) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated) | ast.Starred(value=iterated):
                places = [iterated]
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in _ORDERED_BY:
                places = arguments
            case ast.Call(func=ast.Attribute(value=owner, attr="pop"), args=[]):
                places = [owner]
            case _:
                continue
        yield from (place.lineno for place in places if _is_text_set(place, text_sets))


def _is_text_set(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Set(elts=elements):
            return any(_is_text(element) for element in elements)
        case ast.Call(func=ast.Name(id="set" | "frozenset"), args=[argument]):
            return _is_text(argument) or (
                isinstance(argument, ast.List | ast.Tuple | ast.Set) and any(_is_text(item) for item in argument.elts)
            )
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _SET_OPERATORS):
            return _is_text_set(left, names) or _is_text_set(right, names)
    return _name(node) in names


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f".{node.attr}" if isinstance(node, ast.Attribute) else ""
