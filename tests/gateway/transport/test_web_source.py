"""Modules without their comments: the same tokens in the same lines."""

import re
from collections.abc import Iterator

import pytest
import tree_sitter_javascript
from gateway.transport.web_source import lean, lean_css
from tree_sitter import Language, Node, Parser

from tools.stack import ROOT

PARSER = Parser(Language(tree_sitter_javascript.language()))
MODULES = [
    path
    for folder in ("web", "sdk/javascript/src", "sdk/javascript/verify")
    for path in sorted((ROOT / folder).rglob("*.js"))
    if path.parent.name != "vendor"
]

NO_MATTER = re.compile(rb"/\*.*?\*/|[ \t]", re.DOTALL)
"""What templates of style sheets and markup may lose; the cases say that others keep it."""


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a; // b\nc", "a;\nc"),
        ("a /* b */ + c", "a+c"),
        ("a/* b */in c", "a in c"),
        ("return /* b\n */ c", "return\nc"),
        ("if (a) {\n  b;\n\n  c;\n}\n", "if(a){\nb;\n\nc;\n}\n"),
        ("a = '/* b */  // c';", "a='/* b */  // c';"),
        ("a = 'b \\\n   c';", "a='b \\\n   c';"),
        ("a = /[/*]  ['\"] \\/* b */;", "a=/[/*]  ['\"] \\/* b */;"),
        ("a = `/* b */\n  // c  ${/* d */ e}`;", "a=`/* b */\n  // c  ${e}`;"),
        ("`a  ${b(`  // c ${\n  d // e\n  }`)}  `", "`a  ${b(`  // c ${\nd\n}`)}  `"),
        ("`a  ${b}  ${c}\n  `", "`a  ${b}  ${c}\n  `"),
        ("`\\\n  a`", "`\\\n  a`"),
        ("/*! (c) A */\nb", "/*! (c) A */\nb"),
        ("/**\n * @license B\n */ a", "/**\n * @license B\n */ a"),
        ("//# sourceMappingURL=a", "//# sourceMappingURL=a"),
        ("a = ; // b", "a = ; // b"),
        ("/* b */", " "),
        ("a + +b - -c / /d/", "a+ +b- -c / /d/"),
        ("return `a` in { b: 1 } ? .5 : x", "return `a` in{b:1}? .5:x"),
        ("const f = async ([a, b] = [1]) => a", "const f=async([a,b]=[1])=>a"),
        ("html`<p>\n  a  ${b} <i>\n`", "html`<p>\na ${b} <i>\n`"),
        ("css`\n  a { b: c }  /* d */\n`", "css`\na{b:c}\n`"),
        ("text`\n  a  `", "text`\n  a  `"),
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
    """The leaves of the tree but for comments, each with its line; of templates without blanks."""
    waiting: list[Node] = [PARSER.parse(source).root_node]
    while waiting:
        node = waiting.pop()
        if node.type == "comment":
            continue
        if node.child_count and node.type not in ("string", "regex"):
            waiting += reversed(node.children)
        else:
            text = source[node.start_byte : node.end_byte]
            in_template = node.parent and node.parent.type == "template_string"
            yield node.start_point.row, NO_MATTER.sub(b"", text) if in_template else text


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a , b > c { d: e f; }\n", "a,b > c{d:e f;}\n"),
        ("a :hover {\n  b: calc(1px + 2px);\n}", "a :hover{\nb:calc(1px + 2px);\n}"),
        ("/* a\n b */\nc {}", "\n\nc{}"),
        ("a { content: ' {  /* b */ '; }", "a{content:' {  /* b */ ';}"),
    ],
)
def test_what_a_style_sheet_does_not_need_is_left_out(source: str, left: str) -> None:
    assert lean_css(source.encode()).decode() == left
