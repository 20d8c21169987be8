"""The page of the web table, with what the browser shall load early at each address."""

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath

FOLDER = "web"
INDEX = f"{FOLDER}/index.html"
RELATIVE = re.compile(r'\b(href|src)="\./')
ENTRY = re.compile(r'<script\b[^>]*\btype="module"[^>]*\bsrc="\./([^"]+)"')
JOIN = re.compile(r'[ \t]*<link href="\./[^"]+" data-join="[^"]+">\n?')
"""What is said of modules for who joins them, and is nothing to a browser."""
HINT = re.compile(r'[ \t]*<link rel="modulepreload" href="\./([^"]+)"([^>]*)>\n?')
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
IMPORT = re.compile(
    r"""^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
"""A static import, which stands at the beginning of a line. A call of `import` does not."""
STUB = b"/*joined*/"
"""How a file begins that stands for a module of a joined one, if it is asked for by its name."""
END_OF_HEAD = "</head>"
LANGUAGE = re.compile(r"\s*([a-zA-Z]{2,3})[\w-]*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


def hints(text: str, path: str, accepted: str) -> tuple[str, ...]:
    """Return which modules the page names itself for an address and an Accept-Language.

    One with `data-at` is for that path, or for all below it if it ends with a slash; one with
    `hreflang` is for readers who like that language best of those that there are.
    """
    language = _language(text, accepted)
    return tuple(name for name, at, of in _hints(text) if _is_at(path, at) and of in ("", language))


def page(contents: Mapping[str, bytes], root: str, hints: Iterable[str]) -> str:
    """Return the page with its files under `root`.

    It names all modules that its scripts and the hints import statically, and the hints.
    """
    text = contents[INDEX].decode()
    links = "".join(
        f'<link rel="modulepreload" href="{root}{name}">\n'
        for name in _early(contents, ENTRY.findall(text), hints)
    )
    pointed = RELATIVE.sub(rf'\1="{root}{FOLDER}/', HINT.sub("", JOIN.sub("", text)))
    return pointed.replace(END_OF_HEAD, links + END_OF_HEAD, 1)


def modules(contents: Mapping[str, bytes], entry: str) -> list[str]:
    """Return what a module imports statically, and what that imports; each once."""
    found = {entry: None}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        for target in IMPORT.findall(contents.get(name, b"").decode()):
            path = normpath(join(dirname(name), target))
            if path not in found and path in contents:
                found[path] = None
                waiting.append(path)
    return [*found][1:]


def _early(
    contents: Mapping[str, bytes], entries: Iterable[str], hints: Iterable[str]
) -> Iterable[str]:
    """The modules to be named, each once."""
    names = [name for entry in entries for name in modules(contents, f"{FOLDER}/{entry}")]
    for hint in (f"{FOLDER}/{hint}" for hint in hints):
        names += [hint, *modules(contents, hint)] if hint in contents else []
    return dict.fromkeys(name for name in names if not contents[name].startswith(STUB))


def _hints(text: str) -> Iterator[tuple[str, str, str]]:
    """Each module with the path and the language for which it counts, or "" for all of them."""
    for name, rest in HINT.findall(text):
        attributes = dict(ATTRIBUTE.findall(rest))
        yield name, attributes.get("data-at", ""), attributes.get("hreflang", "")


def _is_at(path: str, at: str) -> bool:
    return path.startswith(at) if at.endswith("/") and at != "/" else at in ("", path)


def _language(text: str, accepted: str) -> str:
    """The language of the hints that the reader likes best; the first if there is none of them."""
    offered = [*dict.fromkeys(of for _, _, of in _hints(text) if of)]
    liked = {"*": 0.0}
    for part in accepted.split(","):
        if match := LANGUAGE.fullmatch(part):
            language = match[1].lower()
            liked[language] = max(liked.get(language, 0.0), float(match[2] or 1))
    return max(offered, key=lambda each: liked.get(each, 0.0), default="")
