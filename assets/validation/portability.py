"""Portability: what works in one supported Python and not in another.

The sandboxes' interpreters differ in version, and so do those of whoever trains on an environment.
"""

import ast
import builtins
from collections.abc import Iterator

from assets.validation.parsing import OLDEST_PYTHON
from assets.validation.source_rules import module_names

_NEWER = {
    "copy": {"replace"},
    "dataclasses": {"recursive_repr"},
    "enum": {"EnumDict"},
    "functools": {"Placeholder"},
    "heapq": {"heapify_max", "heappop_max", "heappush_max", "heappushpop_max", "heapreplace_max"},
    "math": {"fma"},
    "operator": {"is_none", "is_not_none"},
    "re": {"PatternError", "T", "TEMPLATE", "template"},
    "statistics": {"kde", "kde_random"},
    "typing": {
        *("NoDefault", "ReadOnly", "TypeIs", "evaluate_forward_ref", "get_protocol_members", "is_protocol"),
        *("ByteString", "io", "re"),
    },
}
"""Public names of allowed modules that not every version from 3.12 to 3.14 has."""

_NEWER_METHODS = {("float", "from_number"), ("complex", "from_number"), ("Fraction", "from_number")}

_SUPPORTED = ".".join(map(str, OLDEST_PYTHON))


def unportable(tree: ast.Module) -> list[str]:
    """What not every supported Python can run, a sentence each with its line; empty where all can."""
    modules = module_names(tree)
    found = [
        f"line {getattr(node, 'lineno', 0)}: {name} is not in every Python from {_SUPPORTED} on"
        for node in ast.walk(tree)
        for name in _newer(node, modules)
    ]
    return found + [
        f"line {name.lineno}: the annotation {name.id} is not defined above; Python before 3.14 looks it up at once"
        for name in _undefined_annotations(tree.body, set(dir(builtins)))
    ]


def _newer(node: ast.AST, modules: dict[str, str]) -> Iterator[str]:
    match node:
        case ast.ImportFrom(module=str() as module, names=aliases):
            yield from (f"{module}.{alias.name}" for alias in aliases if alias.name in _NEWER.get(module, ()))
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            if name in _NEWER.get(modules.get(owner, ""), ()) or (owner, name) in _NEWER_METHODS:
                yield f"{modules.get(owner, owner)}.{name}"


def _undefined_annotations(body: list[ast.stmt], known: set[str]) -> Iterator[ast.Name]:
    """Names in annotations that are read as the body runs and that nothing above binds; `known` grows by its own."""
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                bound = known | _type_parameters(statement)
                yield from _undefined(_annotations(statement), bound)
            case ast.ClassDef():
                yield from _undefined_annotations(statement.body, known | _type_parameters(statement))
            case ast.AnnAssign(annotation=annotation):
                yield from _undefined([annotation], known)
            case _:
                for inner in _blocks(statement):
                    yield from _undefined_annotations(inner, known)
        known |= _bound(statement)


def _type_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> set[str]:
    kinds = ast.TypeVar | ast.ParamSpec | ast.TypeVarTuple
    return {parameter.name for parameter in node.type_params if isinstance(parameter, kinds)}


def _annotations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    found = [argument.annotation for argument in every if argument is not None]
    return [annotation for annotation in [*found, function.returns] if annotation is not None]


def _undefined(annotations: list[ast.expr], known: set[str]) -> Iterator[ast.Name]:
    for annotation in annotations:
        for node in ast.walk(annotation):
            if isinstance(node, ast.Name) and node.id not in known:
                yield node


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The bodies of a compound statement, in order."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        parts = getattr(statement, field, [])
        yield [item for item in parts if isinstance(item, ast.stmt)]
        yield from (item.body for item in parts if isinstance(item, ast.ExceptHandler | ast.match_case))


def _bound(statement: ast.stmt) -> set[str]:
    """Names that a statement binds where it stands."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    names: set[str] = set()
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name.split(".")[0] for alias in aliases}
            case ast.TypeAlias(name=ast.Name(id=name)):
                names.add(name)
    return names
