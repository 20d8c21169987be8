"""Modules of JavaScript as browsers need them: without comments and indentation."""

import re
from collections.abc import Iterator
from functools import cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Query, QueryCursor

FOUND = "(comment) @comment [(string) (string_fragment) (escape_sequence) (regex)] @text"
"""A template is a string as far as it is text: what stands in its `${}` is code."""
KEPT = re.compile(rb"/\*!|//#|.*@(license|preserve|copyright)\b", re.DOTALL | re.IGNORECASE)
"""Comments that are not only for readers of the source: licences, and words to browsers."""
SPACE = re.compile(rb"(?<=\n)[ \t]+|[ \t]+(?=\n)|(?<=[ \t])[ \t]+")
"""What may be taken out of code: indentation, ends of lines, and all but one of several blanks."""


def lean(source: bytes) -> bytes:
    """Return a module that does the same, each statement in the same line.

    What the grammar does not know, as it may be newer than the grammar, is returned as it is.
    """
    root = Parser(_language()).parse(source).root_node
    return source if root.has_error else b"".join(_pieces(source, root))


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
            yield SPACE.sub(b"", code)
            yield text
            code = b""
    yield SPACE.sub(b"", code + source[last:])


def _found(root: Node) -> list[tuple[str, Node]]:
    """Comments and texts in the order of the source."""
    captures = QueryCursor(_query()).captures(root)
    found = [(name, node) for name, nodes in captures.items() for node in nodes]
    return sorted(found, key=lambda each: (each[1].start_byte, -each[1].end_byte))


@cache
def _language() -> Language:
    return Language(tree_sitter_javascript.language())


@cache
def _query() -> Query:
    return Query(_language(), FOUND)
