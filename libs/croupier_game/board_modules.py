"""What a module of a board imports and exports, and its text without that: for one script of all.

A board of others is one inline script in its frame (docs/decisions/foreign-boards.md), so what is
not known before it runs is refused: `import()` of anything but the name of a file beside it,
`import.meta`, a package of others. What a module exports is read when it has run: an `export let`,
which changes later, is refused.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from croupier_game.javascript import Token, Unreadable, tokens

DEFAULT = "$default"
"""What a default is named that has no name."""
LOAD = "$bundle.load"
"""What `import()` becomes: a function that takes the same."""
DECLARING = ("const", "let", "var", "import", "export", "function", "class")
END = Token("sign", "", 0, 0)


@dataclass(frozen=True, slots=True)
class Import:
    """A static import, or an export from another module."""

    source: str
    names: tuple[tuple[str, str], ...] = ()
    """What is imported, `*` for all of it, and its name here."""


@dataclass(slots=True)
class Module:
    """What there is to know of a module."""

    imports: list[Import] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)
    """By name, the name inside of the module."""
    passed: list[tuple[str, str, str]] = field(default_factory=list)
    """What is exported from another module: its source, the name there, and here; `*` for all."""
    called: list[str] = field(default_factory=list)
    """What is imported by a call."""
    body: str = ""
    """Its text without imports, without the word `export`, and with LOAD in place of `import()`."""


class NotBundled(ValueError):
    """A module that can be no part of the one script; the sentence says why."""


def read_module(text: str) -> Module:
    """Return what a module is made of. Raise NotBundled."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _Module(text, tokens(text)).read()
    except Unreadable as error:
        raise NotBundled(str(error)) from None


class _Module:
    def __init__(self, text: str, found: Sequence[Token]) -> None:
        self._text, self._tokens = text, found
        self._at = 0
        self._cuts: list[tuple[int, int, str]] = []
        """From where to where the text is replaced, and by what."""
        self._module = Module()

    def read(self) -> Module:
        while self._at < len(self._tokens):
            token, is_member = self._peek(), self._peek(-1).text in (".", "?.")
            self._at += 1
            if token.text == "import" and not is_member:
                self._import(token)
            elif token.text == "export" and token.depth == 0 and not is_member:
                self._export(token)
        self._module.body = self._rest()
        return self._module

    def _peek(self, ahead: int = 0) -> Token:
        at = self._at + ahead
        return self._tokens[at] if 0 <= at < len(self._tokens) else END

    def _next(self, *wanted: str) -> Token:
        """Take a token, one of these if some are named. Raise NotBundled otherwise."""
        token = self._peek()
        if token is END or (wanted and token.text not in wanted):
            raise NotBundled(f"{self._line(self._peek(-1))} cannot be read")
        self._at += 1
        return token

    def _line(self, token: Token) -> str:
        return f"line {self._text.count(chr(10), 0, token.start) + 1}"

    def _import(self, first: Token) -> None:
        after = self._peek().text
        if after == "(" and self._is_member(first):
            return
        if after == "(":
            self._call(first)
        elif after == ".":
            raise NotBundled(f"{self._line(first)} has import.meta: a board has no address")
        elif first.depth == 0:  # else it is the name of a member
            names = [] if self._peek().kind == "string" else [*self._clause()]
            self._module.imports.append(Import(self._source(), tuple(names)))
            self._cut(first)

    def _call(self, first: Token) -> None:
        if self._peek(1).kind != "string" or self._peek(2).text != ")":
            line = self._line(first)
            raise NotBundled(f"{line} has an import() of what is no name in quotes")
        self._next()
        self._cuts.append((first.start, first.end, LOAD))
        self._module.called.append(self._source())

    def _is_member(self, first: Token) -> bool:
        """Whether this is a method that is named so: `{ import() {} }`."""
        close, depth = self._at, self._peek().depth
        while close < len(self._tokens) and (
            self._tokens[close].text != ")" or self._tokens[close].depth != depth
        ):
            close += 1
        after = self._tokens[close + 1].text if close + 1 < len(self._tokens) else ""
        return first.depth > 0 and after == "{"

    def _clause(self) -> Iterator[tuple[str, str]]:
        """Yield what is imported, and its name here."""
        while (token := self._next()).text != "from" or self._peek().kind != "string":
            if token.text == "*":
                self._next("as")
                yield "*", self._next().text
            elif token.text == "{":
                yield from self._braces()
            elif token.text != ",":
                yield "default", token.text

    def _braces(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs in braces that are open: the name there, and the name here."""
        while (token := self._next()).text != "}":
            if token.text == ",":
                continue
            name = other = _name(token)
            if self._peek().text == "as":
                self._next()
                other = _name(self._next())
            yield name, other

    def _source(self) -> str:
        token = self._next()
        if token.kind != "string":
            raise NotBundled(f"{self._line(token)} cannot be read")
        source = _name(token)
        if not source.startswith(("./", "../")):
            raise NotBundled(f'{self._line(token)} imports "{source}", which is no file beside it')
        return source

    def _export(self, first: Token) -> None:
        token = self._next()
        if token.text == "default":
            self._default(first)
        elif token.text == "{":
            pairs = [*self._braces()]
            if self._peek().text == "from":
                self._next()
                self._pass(pairs)
            else:
                self._module.exports |= {other: name for name, other in pairs}
            self._cut(first)
        elif token.text == "*":
            other = "*"
            if self._next("as", "from").text == "as":
                other = _name(self._next())
                self._next("from")
            self._pass([("*", other)])
            self._cut(first)
        else:
            self._declaration(first, token)

    def _pass(self, pairs: Sequence[tuple[str, str]]) -> None:
        source = self._source()
        self._module.imports.append(Import(source))
        self._module.passed += [(source, name, other) for name, other in pairs]

    def _default(self, first: Token) -> None:
        """A default: a declaration keeps its name, or gets one; a value becomes a constant."""
        start = self._peek()
        at = self._at
        if start.text == "async" and self._peek(1).text == "function":
            self._at += 1
        kind = self._next().text
        if kind not in ("function", "class") or start.kind != "word":
            self._at = at
            self._cuts.append((first.start, start.start, f"const {DEFAULT} = "))
            self._module.exports["default"] = DEFAULT
            return
        star = self._peek()
        if star.text == "*":
            self._at += 1
        name = self._peek()
        self._cuts.append((first.start, start.start, ""))
        if name.kind == "word" and name.text != "extends":
            self._module.exports["default"] = name.text
            return
        self._module.exports["default"] = DEFAULT
        self._cuts.append((name.start, name.start, f" {DEFAULT} "))

    def _declaration(self, first: Token, token: Token) -> None:
        if token.text == "let":
            line = self._line(first)
            raise NotBundled(f"{line} has `export let`: export a constant or a function instead")
        self._cuts.append((first.start, token.start, ""))
        if token.text in ("const", "var"):
            names = [*self._declared()]
        else:
            while token.text in ("async", "function", "class", "*"):
                token = self._next()
            names = [token.text]
        self._module.exports |= {name: name for name in names}

    def _declared(self) -> Iterator[str]:
        """Yield the names of a declaration of constants, whose values are left where they are."""
        at = self._at
        name = self._next()
        if name.kind != "word":
            line = self._line(name)
            raise NotBundled(f"{line} exports what it takes apart: name each export by itself")
        yield name.text
        self._at = at + 1
        ahead = 0
        while (token := self._peek(ahead)) is not END and token.text != ";":
            if token.depth == 0 and token.text in DECLARING and self._begins_line(token):
                return
            if token.depth == 0 and token.text == "," and self._peek(ahead + 2).text == "=":
                yield self._peek(ahead + 1).text
            ahead += 1

    def _begins_line(self, token: Token) -> bool:
        line = self._text.rfind("\n", 0, token.start) + 1
        return not self._text[line : token.start].strip()

    def _cut(self, first: Token) -> None:
        """Leave out a statement, with its semicolon, but not its lines."""
        if self._peek().text == ";":
            self._at += 1
        end = self._peek(-1).end
        lines = self._text.count("\n", first.start, end)
        self._cuts.append((first.start, end, ";" + "\n" * lines))

    def _rest(self) -> str:
        parts, at = [], 0
        for start, end, instead in self._cuts:
            parts += [self._text[at:start], instead]
            at = end
        return _closed("".join([*parts, self._text[at:]]))


def _name(token: Token) -> str:
    """A name, which may be a string."""
    if token.kind != "string":
        return token.text
    body = token.text[1:-1]
    if "\\" in body:
        raise NotBundled(f"{token.text} is no plain name")
    return body


def _closed(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def quoted(text: str) -> str:
    """Return a text as JavaScript writes it."""
    return json.dumps(text)
