"""The tokens of a JavaScript module, as far as one must know them to find what it imports.

A slash divides, or begins a regular expression: what stands before it decides. Behind a `}` that
is not certain, so there it begins one if one can end in the same line.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

SKIPPED = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r"[#@]?(?:[\w$\u200c\u200d]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]+\})+")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(`|\$\{)", re.DOTALL)
"""What is literal in a template, with what ends it."""
REGEX = re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/\w*")
SIGN = re.compile(r"=>|\+\+|--|\?\.(?!\d)|\.\.\.|.", re.DOTALL)
BEFORE_VALUE = re.compile(
    "await|case|default|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield"
)
"""Words behind which a value begins."""
HEADS = frozenset(("if", "while", "for", "with"))
"""Words whose parentheses are followed by a statement."""
CLOSES = {")": "(", "]": "[", "}": "{"}


class Token(NamedTuple):
    """A token with its place in the text, and how many brackets are open around it."""

    kind: str
    """`word`, `string`, `template`, `regex` or `sign`."""
    text: str
    start: int
    depth: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Unreadable(ValueError):
    """A text that is no JavaScript, or is not understood; it says at which line."""


def tokens(text: str) -> list[Token]:
    """Return the tokens of a module, without spaces and comments. Raise Unreadable."""
    return [*_Reader(text).read()]


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: list[tuple[str, str]] = []
        """The brackets that are open, each with the word before it; `${` is one."""
        self._last = Token("sign", ";", 0, 0)
        self._closed = ""
        """The word before the bracket that was closed last."""

    def read(self) -> Iterator[Token]:
        while self._skip():
            self._last = self._next()
            yield self._last
        if self._open:
            raise self._wrong()

    def _skip(self) -> bool:
        while found := SKIPPED.match(self._text, self._at):
            self._at = found.end()
        return self._at < len(self._text)

    def _next(self) -> Token:
        text, at = self._text, self._at
        sign = text[at]
        if sign in "\"'":
            return self._token("string", STRING.match(text, at))
        if sign == "`":
            return self._template(at + 1)
        if found := WORD.match(text, at):
            return self._token("word", found)
        if sign == "/" and self._value_begins() and (found := REGEX.match(text, at)):
            return self._token("regex", found)
        if sign == "}" and self._open and self._open[-1][0] == "${":
            self._open.pop()
            return self._template(at + 1)
        return self._sign(self._token("sign", SIGN.match(text, at)))

    def _token(self, kind: str, found: re.Match[str] | None) -> Token:
        if not found:
            raise self._wrong()
        token = Token(kind, self._text[self._at : found.end()], self._at, len(self._open))
        self._at = found.end()
        return token

    def _template(self, at: int) -> Token:
        token = self._token("template", TEMPLATE.match(self._text, at))
        if token.text.endswith("${"):
            self._open.append(("${", ""))
        return token

    def _sign(self, token: Token) -> Token:
        if token.text in "([{":
            self._open.append((token.text, self._last.text if self._last.kind == "word" else ""))
        elif token.text in CLOSES:
            if not self._open or self._open[-1][0] != CLOSES[token.text]:
                raise self._wrong()
            self._closed = self._open.pop()[1]
            return token._replace(depth=len(self._open))
        return token

    def _value_begins(self) -> bool:
        kind, text, *_ = self._last
        if kind == "word":
            return BEFORE_VALUE.fullmatch(text) is not None
        if kind == "template":
            return text.endswith("${")
        if kind != "sign":
            return False
        return self._closed in HEADS if text == ")" else text not in ("]", "++", "--")

    def _wrong(self) -> Unreadable:
        return Unreadable(f"line {self._text.count(chr(10), 0, self._at) + 1} cannot be read")
