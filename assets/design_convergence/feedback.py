"""Feedback: how an environment's step says what it has seen, read off its source."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from assets.validation.parsing import method, parse_source

type Function = ast.FunctionDef
type Role = Literal["answer", "text", "part"]
"""What an expression stands for: all that a step returns, the text that is its first item, or what is put into one."""


def feedback(source: str, class_name: str) -> str:
    """One of `assets.tables.FEEDBACKS`.

    The observations are the first items of what `step` returns. Names, choices and calls of the source's own functions
    are followed to the texts that they can stand for. `formatted` where any text has a value put into it that is
    neither chosen among fixed texts nor a count of turns; else `computed` where any text can't be read off (it is kept
    in an attribute or a table, or is an argument); else `constant`.

    Raises:
        UnparsableSource: not Python; no admitted environment is.
    """
    tree = parse_source(source)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            functions |= {name: own for name in functions if (own := method(node, name))}
    step = functions.get("step")
    kinds = set(_Reading(functions, _counters(step)).kinds(step)) if step else set()
    return next((kind for kind in ("formatted", "computed") if kind in kinds), "constant" if kinds else "computed")


@dataclass(slots=True)
class _Reading:
    """Goes from what `step` returns to texts, each expression once and without recursion."""

    functions: Mapping[str, Function]
    counters: set[str]
    """Attributes that count turns."""

    _open: list[tuple[ast.expr, Function, Role]] = field(default_factory=list)
    _seen: set[tuple[int, Role]] = field(default_factory=set)
    _bound: dict[int, Mapping[str, list[ast.expr]]] = field(default_factory=dict)

    def kinds(self, step: Function) -> Iterator[str]:
        """What each text is, and each part of one that stands for itself."""
        self._add(_returned(step), step, "answer")
        while self._open:
            node, function, role = self._open.pop()
            if (id(node), role) in self._seen:
                continue
            self._seen.add((id(node), role))
            if role == "answer" and isinstance(node, ast.Tuple):
                self._add(node.elts[:1], function, "text")
            elif not self._follow(node, function, role):
                yield self._kind(node, function, role)

    def _add(self, nodes: Iterable[ast.expr], function: Function, role: Role) -> bool:
        found = [(node, function, role) for node in nodes]
        self._open += found
        return bool(found)

    def _follow(self, node: ast.expr, function: Function, role: Role) -> bool:
        """Add what the expression stands for; False where it stands for itself."""
        match node:
            case ast.IfExp(body=one, orelse=other):
                return self._add([one, other], function, role)
            case ast.BoolOp(values=values):
                return self._add(values, function, role)
            case ast.Name(id=name):
                return self._add(self._values(name, function), function, role)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name)) if (
                called := self.functions.get(name)
            ):
                return self._add(_returned(called), called, role)
        return False

    def _values(self, name: str, function: Function) -> list[ast.expr]:
        if id(function) not in self._bound:
            self._bound[id(function)] = _bindings(function)
        return self._bound[id(function)].get(name, [])

    def _kind(self, node: ast.expr, function: Function, role: Role) -> str:
        """Of what stands for itself; a text's parts are added."""
        if role == "answer":
            return "computed"
        parts = _parts(node)
        if parts is not None:
            self._add(parts, function, "part")
            return "constant"
        if role == "text":
            return "computed"
        return "constant" if self._counts_turns(node) else "formatted"

    def _counts_turns(self, node: ast.expr) -> bool:
        parts = [part for part in ast.walk(node) if not isinstance(part, ast.operator | ast.unaryop | ast.expr_context)]
        attributes = [part for part in parts if isinstance(part, ast.Attribute)]
        arithmetic = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.Attribute, ast.Name)
        return all(isinstance(part, arithmetic) and getattr(part, "id", "self") == "self" for part in parts) and all(
            attribute.attr in self.counters for attribute in attributes
        )


def _parts(node: ast.expr) -> list[ast.expr] | None:
    """What is put into a text, empty for a fixed one; None for what is no text."""
    match node:
        case ast.Constant(value=str()):
            return []
        case ast.JoinedStr(values=values):
            return [part.value for part in values if isinstance(part, ast.FormattedValue)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [left, right]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
            return right.elts if isinstance(right, ast.Tuple) else [right]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format"), args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join")):
            return [node.args[0]] if node.args else []
        case ast.Call(func=ast.Name(id="str" | "repr"), args=args):
            return args
    return None


def _counters(step: Function | None) -> set[str]:
    """The turn cap, and the attributes that a step counts up or down by one."""
    counted = {"max_turns"}
    for node in _own(step) if step else ():
        match node:
            case ast.AugAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), value=ast.Constant(value=1)):
                counted.add(name)
    return counted


def _returned(function: Function) -> list[ast.expr]:
    return [node.value for node in _own(function) if isinstance(node, ast.Return) and node.value]


def _bindings(function: Function) -> Mapping[str, list[ast.expr]]:
    """What each name is set to in a function; what is added to it makes the text a sum."""
    found: defaultdict[str, list[ast.expr]] = defaultdict(list)
    for node in _own(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                for name, bound in chain.from_iterable(_pairs(target, value) for target in targets):
                    found[name].append(bound)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[name].append(value)
            case ast.AugAssign(target=ast.Name(id=name) as left, op=op, value=value):
                found[name].append(ast.BinOp(left, op, value))
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names that `target = value` sets and to what, one pair of brackets deep."""
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case (ast.Tuple(elts=targets), ast.Tuple(elts=values)) if len(targets) == len(values):
            for one, part in zip(targets, values, strict=True):
                if isinstance(one, ast.Name):
                    yield one.id, part


def _own(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function that are in no function inside it."""
    level: list[ast.AST] = list(function.body)
    while level:
        level = [node for node in level if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef)]
        yield from level
        level = [*chain.from_iterable(map(ast.iter_child_nodes, level))]
