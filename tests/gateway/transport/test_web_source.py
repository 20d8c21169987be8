"""Modules without their comments: the same tokens in the same lines."""

from collections.abc import Iterator

import pytest
import tree_sitter_javascript
from gateway.transport.web_source import lean
from tree_sitter import Language, Node, Parser

from tools.stack import ROOT

PARSER = Parser(Language(tree_sitter_javascript.language()))
MODULES = [
    path
    for folder in ("web", "sdk/javascript/src", "sdk/javascript/verify")
    for path in sorted((ROOT / folder).rglob("*.js"))
    if path.parent.name != "vendor"
]


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a; // b\nc", "a;\nc"),
        ("a /* b */ + c", "a + c"),
        ("a/* b */in c", "a in c"),
        ("return /* b\n */ c", "return\nc"),
        ("if (a) {\n  b;\n\n  c;\n}\n", "if (a) {\nb;\n\nc;\n}\n"),
        ("a = '/* b */  // c';", "a = '/* b */  // c';"),
        ("a = 'b \\\n   c';", "a = 'b \\\n   c';"),
        ("a = /[/*]  ['\"] \\/* b */;", "a = /[/*]  ['\"] \\/* b */;"),
        ("a = `/* b */\n  // c  ${/* d */ e}`;", "a = `/* b */\n  // c  ${ e}`;"),
        ("`a  ${b(`  // c ${\n  d // e\n  }`)}  `", "`a  ${b(`  // c ${\nd\n}`)}  `"),
        ("`a  ${b}  ${c}\n  `", "`a  ${b}  ${c}\n  `"),
        ("`\\\n  a`", "`\\\n  a`"),
        ("/*! (c) A */\nb", "/*! (c) A */\nb"),
        ("/**\n * @license B\n */ a", "/**\n * @license B\n */ a"),
        ("//# sourceMappingURL=a", "//# sourceMappingURL=a"),
        ("a = ; // b", "a = ; // b"),
        ("/* b */", " "),
    ],
)
def test_what_is_for_readers_is_left_out(source: str, left: str) -> None:
    assert lean(source.encode()).decode() == left


def test_all_of_our_modules_keep_their_tokens_and_their_lines() -> None:
    for module in MODULES:
        source = module.read_bytes()
        served = lean(source)
        assert len(served) <= len(source)
        assert [*tokens(served)] == [*tokens(source)], module


def test_a_file_that_is_no_text_is_left_alone() -> None:
    noise = bytes(range(256))
    assert lean(noise) == noise


def tokens(source: bytes) -> Iterator[tuple[int, bytes]]:
    """The leaves of the tree but for comments, each with its line."""
    waiting: list[Node] = [PARSER.parse(source).root_node]
    while waiting:
        node = waiting.pop()
        if node.type == "comment":
            continue
        if node.child_count and node.type not in ("string", "regex"):
            waiting += reversed(node.children)
        else:
            yield node.start_point.row, source[node.start_byte : node.end_byte]
