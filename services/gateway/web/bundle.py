"""One script of the modules of a foreign board and those of the page that it needs.

Of the page, the script has `web/boards/guard.js`, a classic script that runs first, then
`web/boards/guest.js`, the text of the page in one language, and whatever these import. Of the game
it has `board.js`, `guide.js`, the texts of one language, and what they import.

Each module is a function that begins with what it exports, stops, and then does what it does, so
that functions are there before the modules that import them in a circle. `guest.js` is run at
once; **its default export is called with `Loads`** (see there):

    { game: "beans", language: "de", load: async (name) => the module, or undefined }

`load` runs a module when it is asked for first: "board.js" and "guide.js" of the game,
"text", the texts of the game in the language or else in English, and "page", those of the page.
It fails if the module throws. `guest.js` exports all that `web/board.js` exports: what a board
imports by that name is `guest.js`, so that both have the same Lit.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from croupier_game.board_modules import Module, NotBundled, quoted, read_module
from croupier_game.javascript import tokens

PUBLIC = re.compile(r"(\.\./)+web/board\.js")
"""How boards name what they import of the page."""
PARTS = ("board.js", "guide.js")
"""The modules of a game that a frame has, if the game has them, besides its texts."""
MOST_BYTES = 2_000_000
"""Of a script. The largest of our own has a sixth of that as it stands in a clone."""
MAPPED = re.compile(r"^//[#@] source(Mapping)?URL=.*$", re.MULTILINE)
"""Where a file says that its source is; the script of several has none."""
DANGEROUS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)
"""What an HTML document would read in a script."""
FIRST = (
    '"use strict"; const globalThis = this, '
    "{ Document, Event, History, Navigator, Object, Reflect, addEventListener, navigator } = this;"
)
"""Before the guard: all that it names. A browser may read other ends of the functions of a board
than we do, and a function that it then declares for the whole script is there before the script
begins. One of these names cannot be declared again: nothing of such a script runs."""
LOADER = """
((game, language, names, entry, modules) => {
  const made = new Map();
  const read = (links) => links.forEach((link) => {
    try { link(); } catch { /* not there yet: the modules import each other */ }
  });
  const make = (path) => {
    if (made.has(path)) return made.get(path);
    const [sources, calls, begin] = modules[path];
    const one = { exports: Object.create(null), links: [], sources: [], run: null, done: null };
    made.set(path, one);
    one.sources = sources.map(make);
    const give = (told) => Object.entries(told).forEach(([name, get]) =>
      Object.defineProperty(one.exports, name, { get, enumerable: true }));
    const from = (at) => one.sources[at].exports;
    one.run = begin({ give, from, links: one.links, load: (source) => load(calls[source]) });
    one.begun = one.run.next();
    return one;
  };
  const walk = async (one, met) => {
    if (met.has(one) || one.done) return one.done;
    met.add(one);
    await one.begun;
    for (const source of one.sources) await walk(source, met);
    read(one.links);
    await (one.done = one.run.next());
    for (const other of made.values()) if (other.sources.includes(one)) read(other.links);
  };
  let turn = Promise.resolve();
  const load = (path) => {
    const one = make(path);
    const asked = turn.then(() => walk(one, new Set())).then(() => one.exports);
    turn = asked.catch(() => {});
    return asked;
  };
  const guest = { game, language, load: async (name) => names[name] && await load(names[name]) };
  load(entry).then(({ default: begin }) => begin(guest));
})"""
Texts = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a script is made of."""

    game: str
    language: str
    guard: str
    """The text of the classic script."""
    entry: str
    """The path of `guest.js`."""
    names: Mapping[str, str]
    """By the name with which `guest.js` asks for a module, its path."""
    text: Texts
    """Returns that of the module at a path; None if there is none."""


def script_of(parts: Parts) -> str:
    """Return the script. Raise NotBundled, with a sentence that names the module."""
    modules: dict[str, Module] = {}
    for path in (parts.entry, *parts.names.values()):
        _read(path, parts, modules)
    exports = {path: _exports(path, modules, parts, ()) for path in modules}
    linked = [_linked(path, each, exports, parts) for path, each in modules.items()]
    game, language, entry = map(quoted, (parts.game, parts.language, parts.entry))
    names = ", ".join(f"{quoted(name)}: {quoted(path)}" for name, path in parts.names.items())
    body = ",\n".join(linked)
    guard = f"(() => {{\n{_safe(parts.guard)}\n}})();"
    given = f"{game}, {language}, {{ {names} }}, {entry}, {{\n{body}\n}}"
    script = f"{FIRST}{guard}{LOADER}({given});\n"
    if len(script.encode()) > MOST_BYTES:
        raise NotBundled(f"its modules are more than {MOST_BYTES:,} bytes")
    return script


def _read(path: str, parts: Parts, modules: dict[str, Module]) -> None:
    """Add a module and all that it imports."""
    waiting = [path]
    while waiting:
        if (name := waiting.pop()) in modules:
            continue
        text = parts.text(name)
        if text is None:
            raise NotBundled(f"{name} is imported and is not there")
        try:
            modules[name] = read_module(text)
        except NotBundled as error:
            raise NotBundled(f"{name}: {error}") from None
        sources = [each.source for each in modules[name].imports] + modules[name].called
        waiting += [_resolved(name, each, parts) for each in sources]


def _resolved(path: str, source: str, parts: Parts) -> str:
    """Return the path of what a module imports. Raise NotBundled if that is not its own."""
    if PUBLIC.fullmatch(source):
        return parts.entry
    to = normpath(join(dirname(path), source))
    if to.partition("/")[0] != path.partition("/")[0]:
        raise NotBundled(f"{path} imports {source}, which is none of its own files")
    return to


def _exports(
    path: str, modules: Mapping[str, Module], parts: Parts, met: tuple[str, ...]
) -> frozenset[str]:
    """Return the names that a module exports, those of other modules included."""
    module = modules[path]
    names = set(module.exports)
    for source, _, other in module.passed:
        if other != "*":
            names.add(other)
        elif (to := _resolved(path, source, parts)) not in (*met, path):
            names |= _exports(to, modules, parts, (*met, path)) - {"default"}
    return frozenset(names)


def _linked(path: str, module: Module, exports: Mapping[str, frozenset[str]], parts: Parts) -> str:
    """Return the entry of a module in the script."""
    sources = [*dict.fromkeys(_resolved(path, each.source, parts) for each in module.imports)]

    def checked(source: str, name: str) -> str:
        to = _resolved(path, source, parts)
        if name != "*" and name not in exports[to]:
            raise NotBundled(f"{path} imports {name}, which {source} does not export")
        return f"$bundle.from({sources.index(to)})" + ("" if name == "*" else f"[{quoted(name)}]")

    names = [
        (name, checked(each.source, there)) for each in module.imports for there, name in each.names
    ]
    declared = f"let {', '.join(name for name, _ in names)};" if names else ""
    links = ", ".join(f"() => {name} = {value}" for name, value in names)
    given = ", ".join(_given(path, module, exports, parts, checked))
    head = f"$bundle.give({{ {given} }}); {declared} $bundle.links.push({links}); yield;"
    listed = ", ".join(map(quoted, sources))
    calls = ", ".join(
        f"{quoted(each)}: {quoted(_resolved(path, each, parts))}" for each in module.called
    )
    body = f"async function* ($bundle) {{ {head}\n{_safe(module.body)}}}"
    return f"{quoted(path)}: [[{listed}], {{ {calls} }}, {body}]"


def _given(
    path: str,
    module: Module,
    exports: Mapping[str, frozenset[str]],
    parts: Parts,
    checked: Callable[[str, str], str],
) -> Iterator[str]:
    """Yield the members that tell what a module exports, by functions."""
    for name, inner in module.exports.items():
        yield f"{quoted(name)}: () => {inner}"
    known = set(module.exports) | {other for _, _, other in module.passed}
    for source, there, other in module.passed:
        if other != "*":
            yield f"{quoted(other)}: () => {checked(source, there)}"
            continue
        for name in sorted(exports[_resolved(path, source, parts)] - known - {"default"}):
            known.add(name)
            yield f"{quoted(name)}: () => {checked(source, name)}"


def _safe(text: str) -> str:
    """Return a script that an HTML document reads to its end, and that means the same."""
    text = MAPPED.sub("", text)
    if not DANGEROUS.search(text):
        return text
    literal = [each for each in tokens(text) if each.kind in ("string", "template", "regex")]

    def instead(found: re.Match[str]) -> str:
        inside = any(each.start < found.start() < each.end for each in literal)
        return r"\x3c" if inside else "< "

    return DANGEROUS.sub(instead, text)
