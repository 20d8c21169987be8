"""Where a fault can be planted in a module, and the module's syntax tree with one in it.

A place is named by the function that it is in and by its number there, so that the same
fault can be planted in another version of the code, whatever its modules are called.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

Make: TypeAlias = Callable[[], ast.AST]
LOGGERS = frozenset({"log", "logger", "_log"})
"""What is logged is not what these tests are about."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True, slots=True)
class Place:
    """The `number`-th place in a function where a fault of a kind can be planted."""

    function: str
    number: int
    kind: str
    line: int


def places(source: str) -> list[Place]:
    """All places of a module's functions, in the order of the source."""
    return [
        Place(name, number, kind, getattr(node, "lineno", 0))
        for name, function in functions(ast.parse(source))
        for number, (node, kind, _) in enumerate(_faults(function))
    ]


def planted(source: str, place: Place) -> ast.Module:
    """The module with the fault in it. Raise LookupError if it has no such place."""
    tree = ast.parse(source)
    for name, function in functions(tree):
        if name == place.function:
            found = list(_faults(function))
            if place.number >= len(found) or found[place.number][1] != place.kind:
                break
            node, _, make = found[place.number]
            _Replacing(node, make()).visit(tree)
            return ast.fix_missing_locations(tree)
    raise LookupError(place)


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Functions and methods with their qualified names; an inner one is part of its outer one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{within}{node.name}", node
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from functions(node, within)


class _Replacing(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().visit(node)


def _faults(function: ast.AST) -> Iterator[tuple[ast.AST, str, Make]]:
    """Each node that can be spoilt, how, and what makes the spoilt one."""
    for node in _executed(function):
        for kind, make in _ways(node):
            yield node, kind, make


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's body, without annotations, texts of errors and logging."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _unobserved(child):
                yield child
                yield from _executed(child)


def _unobserved(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        root = function.value if isinstance(function, ast.Attribute) else function
        return isinstance(root, ast.Name) and root.id.lower() in LOGGERS
    return False


def _ways(node: ast.AST) -> Iterator[tuple[str, Make]]:
    yield from _in_expression(node)
    yield from _in_statement(node)
    if isinstance(node, ast.Constant):
        yield from _in_constant(node)


def _in_expression(node: ast.AST) -> Iterator[tuple[str, Make]]:
    match node:
        case ast.Compare(ops=[first, *rest]) if type(first) in COMPARED:
            other = COMPARED[type(first)]()
            yield "comparison", lambda: _with(node, ops=[other, *rest])
        case ast.BinOp(op=operator, left=left) if type(operator) in CALCULATED:
            if not isinstance(left, ast.Constant | ast.JoinedStr):
                changed = CALCULATED[type(operator)]()
                yield "arithmetic", lambda: _with(node, op=changed)
        case ast.BoolOp(op=operator):
            flipped = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and-or", lambda: _with(node, op=flipped)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "negation", lambda: operand
        case ast.Call(args=[first, second, *others]) if not _starred(first, second):
            yield "arguments", lambda: _with(node, args=[second, first, *others])


def _in_statement(node: ast.AST) -> Iterator[tuple[str, Make]]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "condition", lambda: _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            yield "statement", ast.Pass
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", lambda: ast.Return(ast.Constant(None))


def _in_constant(node: ast.Constant) -> Iterator[tuple[str, Make]]:
    match node.value:
        case bool() as value:
            yield "constant", lambda: ast.Constant(not value)
        case int() as number:
            yield "constant", lambda: ast.Constant(number + 1)


def _starred(*arguments: ast.expr) -> bool:
    return any(isinstance(each, ast.Starred) for each in arguments)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
