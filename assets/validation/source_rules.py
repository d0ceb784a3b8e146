"""Source rules: what authored source may not contain, found in its syntax tree before a line of it runs.

They are a courtesy and a first fence, not the wall: the sandbox holds whatever slips through.
"""

import ast
import importlib
from collections.abc import Iterator
from types import ModuleType

from assets.contract import ALLOWED_IMPORTS

_SUBMODULES = {"collections.abc"}
_FORBIDDEN_NAMES = {
    *("exec", "eval", "compile", "open", "globals", "locals", "vars", "input", "breakpoint"),
    *("exit", "quit", "help", "memoryview"),
}
_REFLECTION = {"getattr", "setattr", "delattr", "hasattr"}
_ALLOWED_DUNDERS = {
    *("__init__", "__post_init__", "__name__", "__main__", "__slots__", "__repr__", "__str__", "__len__", "__iter__"),
    *("__next__", "__contains__", "__getitem__", "__setitem__", "__call__", "__eq__", "__ne__", "__lt__", "__le__"),
    *("__gt__", "__ge__", "__hash__", "__bool__", "__add__", "__sub__", "__mul__", "__neg__", "__all__", "__doc__"),
}
_INTERPRETER_ATTRIBUTES = {
    *("gi_frame", "gi_code", "cr_frame", "cr_code", "ag_frame", "ag_code", "f_back", "f_builtins", "f_code"),
    *("f_globals", "f_locals", "tb_frame", "tb_next", "co_code", "co_consts", "func_globals", "func_code", "mro"),
}


def forbidden(tree: ast.Module) -> list[str]:
    """What the source must not do, a sentence each with its line; empty where it keeps the rules."""
    modules = module_names(tree)
    found = {
        f"line {getattr(node, 'lineno', 0)}: {problem}"
        for node in ast.walk(tree)
        for problem in _problems(node, modules)
    }
    return sorted(found, key=lambda text: (int(text.split()[1].rstrip(":")), text))


def module_names(tree: ast.Module) -> dict[str, str]:
    """Names under which the source knows allowed modules: name -> module."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                # `import collections.abc` binds `collections`.
                names |= {alias.asname or alias.name.split(".")[0]: _bound(alias) for alias in aliases}
            case ast.ImportFrom(module=str() as module, names=aliases):
                names |= {
                    alias.asname or alias.name: f"{module}.{alias.name}"
                    for alias in aliases
                    if f"{module}.{alias.name}" in _SUBMODULES
                }
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)) if other in names:
                names[name] = names[other]
    return {name: module for name, module in names.items() if module in ALLOWED_IMPORTS or module in _SUBMODULES}


def _bound(alias: ast.alias) -> str:
    return alias.name if alias.asname else alias.name.split(".")[0]


def _problems(node: ast.AST, modules: dict[str, str]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            for alias in names:
                if alias.name not in ALLOWED_IMPORTS and alias.name not in _SUBMODULES:
                    yield f"import of {alias.name}; allowed: {', '.join(ALLOWED_IMPORTS)}"
        case ast.ImportFrom():
            yield from _import_from(node)
        case ast.Name(id=name) if name in _FORBIDDEN_NAMES or _is_dunder(name):
            yield f"the name {name} may not be used"
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in modules and _is_inner(modules[owner], name):
            yield f"{owner}.{name} is not part of the public module {modules[owner]}"
        case ast.Attribute(attr=name) if _is_dunder(name) or name in _INTERPRETER_ATTRIBUTES:
            yield f"the attribute {name} may not be used"
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) if _is_dunder(name):
            yield f"the definition of {name} is not allowed"
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _REFLECTION and not _is_literal(arguments):
            yield f"{name} needs a literal attribute name"
        case ast.Constant(value=str() as text) if _hides_dunder(text):
            yield "a text that spells a forbidden double-underscore name"


def _import_from(node: ast.ImportFrom) -> Iterator[str]:
    module = node.module or ""
    if node.level or (module not in ALLOWED_IMPORTS and module not in _SUBMODULES):
        yield f"import from {'.' * node.level}{module}; allowed: {', '.join(ALLOWED_IMPORTS)}"
        return
    for alias in node.names:
        if alias.name == "*":
            yield f"from {module} import *: name what is needed"
        elif _is_inner(module, alias.name):
            yield f"{module}.{alias.name} is not part of the public module {module}"


def _is_inner(module: str, name: str) -> bool:
    """Whether a module's attribute is private, or another module that it happens to have imported."""
    value = getattr(importlib.import_module(module), name, None)
    return (name.startswith("_") and not _is_dunder(name)) or (
        isinstance(value, ModuleType) and f"{module}.{name}" not in _SUBMODULES
    )


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _ALLOWED_DUNDERS


def _is_literal(arguments: list[ast.expr]) -> bool:
    return len(arguments) > 1 and isinstance(arguments[1], ast.Constant) and isinstance(arguments[1].value, str)


def _hides_dunder(text: str) -> bool:
    return any(_is_dunder(f"__{part}__") for part in text.split("__")[1:-1] if part.isidentifier())
