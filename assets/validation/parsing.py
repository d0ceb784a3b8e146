"""Parsing: authored source as a syntax tree, without running a line of it."""

import ast
import warnings

from assets.contract import MAX_SOURCE_BYTES

OLDEST_PYTHON = (3, 12)
"""The oldest version that an environment has to run in."""

_MAX_DEPTH = 300
"""Deepest tree: what walks it may recurse."""


class UnparsableSource(ValueError):
    """The source is not Python; the text says where."""


def parse_source(source: str) -> ast.Module:
    """The source's syntax tree.

    Raises:
        UnparsableSource: not Python, not text that UTF-8 can hold, too long, or nested too deeply to be read.
    """
    if len(source) > MAX_SOURCE_BYTES or len(source.encode("utf-8", "surrogatepass")) > MAX_SOURCE_BYTES:
        raise UnparsableSource(f"the source is longer than {MAX_SOURCE_BYTES // 1024} KiB")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(source, feature_version=OLDEST_PYTHON)
        if _depth(tree) > _MAX_DEPTH:
            raise RecursionError
    except SyntaxError as error:
        place = f"line {error.lineno}: " if error.lineno else ""
        raise UnparsableSource(f"the code does not compile: {place}{error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise UnparsableSource("the code does not compile: it is nested too deeply or not valid text") from None
    return tree


def _depth(tree: ast.AST) -> int:
    """Levels of the tree, counted without recursion."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return depth


def public_classes(tree: ast.Module) -> list[ast.ClassDef]:
    """The classes at the top level whose names don't begin with an underscore, in order."""
    return [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def method(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """The class's own method of that name."""
    return next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == name), None)


def default_turns(node: ast.ClassDef) -> int | None:
    """N where the class declares ``__init__(self, max_turns=N)`` with a whole number N, else None."""
    constructor = method(node, "__init__")
    if constructor is None:
        return None
    arguments = constructor.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [*zip(positional, defaults, strict=True), *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    for argument, default in pairs:
        if argument.arg == "max_turns" and isinstance(default, ast.Constant) and type(default.value) is int:
            return default.value
    return None
