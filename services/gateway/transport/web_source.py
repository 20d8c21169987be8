"""Modules and style sheets as browsers need them: without comments, indentation and most blanks."""

import re
from collections.abc import Iterator
from functools import cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Query, QueryCursor

FOUND = "(comment) @comment [(string) (string_fragment) (escape_sequence) (regex)] @text"
"""A template is a string as far as it is text: what stands in its `${}` is code."""
KEPT = re.compile(rb"/\*!|//#|.*@(license|preserve|copyright)\b", re.DOTALL | re.IGNORECASE)
"""Comments that are not only for readers of the source: licences, and words to browsers."""
INDENT = re.compile(rb"(?<=\n)[ \t]+|[ \t]+(?=\n)|(?<=[ \t])[ \t]+")
"""Indentation, ends of lines, and all but one of several blanks."""
BLANK = re.compile(
    rb"(?<=[{}()[\],;:]) | (?=[{}()[\],;:])"
    rb"|(?<=[=+*%<>&|^!?~-]) (?=[\w$\"'`]|$)|(?<=[\w$\"'`]) (?=[=+*%<>&|^!?~-])"
)
"""Blanks of code beside a sign that ends a name, and makes no other sign with its neighbour."""
STYLE = re.compile(
    rb"(\"[^\"\n]*\"|'[^'\n]*')|/\*.*?\*/|(?<=[\n{};,:])[ \t]+|[ \t]+(?=[\n{};,])", re.DOTALL
)
"""A string of a style sheet, which stays, or what nobody misses."""


def lean(source: bytes) -> bytes:
    """Return a module that does the same, each statement in the same line.

    What the grammar does not know, as it may be newer than the grammar, is returned as it is.
    """
    root = Parser(language()).parse(source).root_node
    return source if root.has_error else b"".join(_pieces(source, root))


def lean_css(source: bytes) -> bytes:
    """Return a style sheet that does the same, each rule in the same line."""
    return STYLE.sub(lambda found: found[1] or b"\n" * found[0].count(b"\n"), source)


def _pieces(source: bytes, root: Node) -> Iterator[bytes]:
    code, last = b"", 0
    for name, node in _found(root):
        if node.start_byte < last:
            continue  # a part of a text
        code += source[last : node.start_byte]
        last = node.end_byte
        text = source[node.start_byte : last]
        if name == "comment" and not KEPT.match(text):
            code += b"\n" * text.count(b"\n") or b" "
        else:
            yield _code(code)
            yield _text(node, text)
            code = b""
    yield _code(code + source[last:])


def _code(code: bytes) -> bytes:
    return BLANK.sub(b"", INDENT.sub(b"", code))


def _text(node: Node, text: bytes) -> bytes:
    """A text as it is, unless it is of a style sheet or of markup."""
    match _tag(node):
        case b"css":
            return lean_css(text)
        case b"html":
            return INDENT.sub(b"", text)
        case _:
            return text


def _tag(node: Node) -> bytes | None:
    """The name before the template of which the text is a part."""
    call = node.parent.parent if node.type == "string_fragment" and node.parent else None
    function = call.child_by_field_name("function") if call else None
    return function.text if function else None


def _found(root: Node) -> list[tuple[str, Node]]:
    """Comments and texts in the order of the source."""
    captures = QueryCursor(_query()).captures(root)
    found = [(name, node) for name, nodes in captures.items() for node in nodes]
    return sorted(found, key=lambda each: (each[1].start_byte, -each[1].end_byte))


@cache
def language() -> Language:
    """Return the grammar of JavaScript."""
    return Language(tree_sitter_javascript.language())


@cache
def _query() -> Query:
    return Query(language(), FOUND)
