"""What a module of the web table imports and exports, read by a parser."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from posixpath import dirname, join, normpath
from typing import NamedTuple

from tree_sitter import Node, Parser, Query, QueryCursor

from gateway.transport.web_source import language

CALLS = "(call_expression function: (import) arguments: (arguments . (string) @path)) @call"

Edit = tuple[int, int, bytes]
"""From which byte to which one what is put in the place of."""


class Import(NamedTuple):
    """A statement that imports, with the path, and what of it as the pattern of a `const`."""

    node: Node
    path: str
    taken: str
    exported: bool


@dataclass
class Module:
    """A module, and what is to be changed of it."""

    name: str
    source: bytes
    imports: list[Import] = field(default_factory=list)
    calls: list[tuple[Node, str]] = field(default_factory=list)
    """Imports by a call, with their paths."""
    exports: dict[str, str] = field(default_factory=dict)
    """Its own names of what it exports, by the names for others."""
    said: list[Edit] = field(default_factory=list)
    """Where it says so, and what a block says there."""
    plain: bool = True
    """Whether it was understood, and can stand in a block."""


def read(name: str, source: bytes) -> Module:
    """Return what a module imports and exports; `name` is its path."""
    module = Module(name, source)
    root = Parser(language()).parse(source).root_node
    if root.has_error:
        module.plain = False
        return module
    for node in root.children:
        path = node.child_by_field_name("source")
        if path:
            exported = node.type == "export_statement"
            module.imports.append(Import(node, _path(name, path), _taken(node), exported))
        elif node.type == "export_statement":
            _export(module, node)
    for _, found in QueryCursor(_query()).matches(root):
        module.calls.append((found["call"][0], _path(name, found["path"][0])))
    return module


def _path(name: str, node: Node) -> str:
    return normpath(join(dirname(name), text_of(node)[1:-1]))


def _taken(node: Node) -> str:
    """What is imported, as the left side of a `const`; "" for nothing of it."""
    taken = []
    for each in _inner(node, ("import_clause", "export_clause")):
        if each.type == "namespace_import":
            return text_of(each.named_children[0])
        if each.type == "identifier":
            taken.append(f"default:{text_of(each)}")
        else:
            taken += map(_pair, each.named_children)
    return f"{{{','.join(taken)}}}" if taken else ""


def _inner(node: Node, kinds: tuple[str, ...]) -> Iterator[Node]:
    for clause in node.children:
        if clause.type == "export_clause":
            yield clause
        elif clause.type in kinds:
            yield from clause.named_children


def _pair(node: Node) -> str:
    """`a` or `a:b` for the specifier of one name."""
    return ":".join(map(text_of, node.named_children))


def _export(module: Module, node: Node) -> None:
    declaration, value = (node.child_by_field_name(each) for each in ("declaration", "value"))
    if value:
        module.said.append((node.start_byte, value.start_byte, b"const joined_default="))
        module.exports["default"] = "joined_default"
    elif declaration:
        module.said.append((node.start_byte, declaration.start_byte, b""))
        names = [*_declared(declaration)]
        module.exports |= {text_of(name): text_of(name) for name in names}
        module.plain &= all(name.type == "identifier" for name in names)
    else:
        module.said.append((node.start_byte, node.end_byte, b""))
        for one in (each for clause in _inner(node, ()) for each in clause.named_children):
            own, *others = map(text_of, one.named_children)
            module.exports[[own, *others][-1]] = own


def _declared(declaration: Node) -> Iterator[Node]:
    """The names that are declared, or patterns of such."""
    each_of = [each for each in declaration.named_children if each.type == "variable_declarator"]
    for each in each_of or [declaration]:
        name = each.child_by_field_name("name")
        yield name or each


def text_of(node: Node) -> str:
    """Return the source of a node."""
    return (node.text or b"").decode()


@cache
def _query() -> Query:
    return Query(language(), CALLS)
