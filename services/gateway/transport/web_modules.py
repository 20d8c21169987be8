"""What a module of the web table imports and exports, read by a parser."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from posixpath import dirname, join, normpath
from typing import NamedTuple

from tree_sitter import Node, Parser, Query, QueryCursor

from gateway.transport.web_plain import changes, scatters, understood, waits
from gateway.transport.web_source import language

ADDRESSES = "(member_expression object: (meta_property)) @address"
CALLS = "(call_expression function: (import) arguments: (arguments (string) @path)) @call"
META = b"import.meta.url"
SPECIFIERS = {"import_specifier", "export_specifier"}

Edit = tuple[int, int, bytes]
"""From which byte to which one what is put in the place of."""


class Import(NamedTuple):
    """A statement that imports, with the path, and what it takes."""

    node: Node
    path: str
    whole: str
    """The name of a namespace; "" without one."""
    taken: list[tuple[str, str]]
    """Names there, with the names here, or those for others if they are exported."""
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
    addresses: list[Node] = field(default_factory=list)
    """Where it asks for its own address."""
    scatters: bool = False
    """Whether a block does not hold all that it declares."""
    waits: bool = False


def read(name: str, source: bytes) -> Module:
    """Return what a module imports and exports; `name` is its path."""
    module = Module(name, source)
    root = Parser(language()).parse(source).root_node
    if not understood(root):
        module.plain = False
        return module
    module.scatters, module.waits = scatters(root), waits(root)
    for node in root.children:
        path = node.child_by_field_name("source")
        if path:
            module.imports.append(_import(node, _path(name, path)))
        elif node.type == "export_statement":
            _export(module, node)
    for _, found in QueryCursor(_query()).matches(root):
        if "call" in found:
            module.calls.append((found["call"][0], _path(name, found["path"][0])))
        else:
            module.addresses += [each for each in found["address"] if each.text == META]
    module.plain &= not changes(root, module.exports.values())
    return module


def _path(name: str, node: Node) -> str:
    return normpath(join(dirname(name), text_of(node)[1:-1]))


def _import(node: Node, path: str) -> Import:
    whole, taken = "", [*_pairs(node)]
    for each in (each for clause in node.children for each in clause.named_children):
        if each.type == "namespace_import":
            (whole,) = _identifiers(each)
        elif each.type == "identifier":
            taken.append(("default", text_of(each)))
    return Import(node, path, whole, taken, node.type == "export_statement")


def _pairs(statement: Node) -> Iterator[tuple[str, str]]:
    """The two names of each specifier, which are often the same. A comment is none."""
    clauses = [*statement.children, *(each for one in statement.children for each in one.children)]
    for each in (each for clause in clauses for each in clause.children):
        if each.type in SPECIFIERS:
            name, *other = _identifiers(each)
            yield name, other[0] if other else name


def _identifiers(node: Node) -> list[str]:
    return [text_of(each) for each in node.named_children if each.type == "identifier"]


def _export(module: Module, node: Node) -> None:
    declaration, value = (node.child_by_field_name(each) for each in ("declaration", "value"))
    if value:
        module.said.append((node.start_byte, value.start_byte, b"const joined_default="))
        module.said.append((value.end_byte, value.end_byte, b";"))
        module.exports["default"] = "joined_default"
    elif declaration:
        module.said.append((node.start_byte, declaration.start_byte, b""))
        names = [*_declared(declaration)]
        default = any(each.type == "default" for each in node.children)
        module.exports |= {"default" if default else text_of(name): text_of(name) for name in names}
        module.plain &= all(name.type == "identifier" for name in names)
    else:
        module.said.append((node.start_byte, node.end_byte, b";"))
        module.exports |= {other: own for own, other in _pairs(node)}


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
    return Query(language(), CALLS + ADDRESSES)
