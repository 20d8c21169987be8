"""Modules that are needed together as one file: without TLS, a browser asks for six at a time.

Modules are joined with those that the same entries of the page reach, so none is in two files. Each
is a block of its file, and what it exports are members of an object `joined_N`; whoever imports it
takes them from there.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, relpath
from typing import NamedTuple

from gateway.transport.web_modules import Edit, Import, Module, read, text_of
from gateway.transport.web_page import FOLDER, INDEX, STUB

ENTRY = re.compile(r'<\w+\b[^>]*\b(?:src|href)="\./([^"]+)"[^>]*\bdata-join="([^"]+)"')
SCRIPT = re.compile(r'<script\b[^>]*\bsrc="\./([^"]+)"')
NEWLINE = "\n"


class Unjoinable(Exception):
    """Modules import each other in a circle, or do something else in a block than alone."""


class Place(NamedTuple):
    """Where a joined module is: the path of the file, and the object of what it exports."""

    path: str
    name: str


Places = Mapping[str, Place]
Entries = list[tuple[str, str]]
"""Modules with which something begins, each with its group."""


def joined(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files, with those modules joined that the page says are needed together.

    `data-join` of its scripts and links names the entries, and the group of each. The files are as
    they were if a module cannot be joined.
    """
    entries = ENTRY.findall(contents[INDEX].decode())
    try:
        return _joined(contents, entries) if entries else dict(contents)
    except Unjoinable:
        return dict(contents)


def _joined(contents: Mapping[str, bytes], entries: Entries) -> dict[str, bytes]:
    modules = {name: read(name, body) for name, body in contents.items() if name.endswith(".js")}
    scripts = {f"{FOLDER}/{name}" for name in SCRIPT.findall(contents[INDEX].decode())}
    files = _together(entries, scripts, modules)
    places = {
        name: Place(path, f"joined_{number}")
        for number, (path, name) in enumerate((path, one) for path in files for one in files[path])
    }
    changed = {
        name: _stub(module, places[name]) if name in places else _alone(module, places)
        for name, module in modules.items()
    }
    made = {path: _file(path, map(modules.get, names), places) for path, names in files.items()}
    return {**contents, **changed, **made}


def _together(
    entries: Entries, scripts: set[str], modules: Mapping[str, Module]
) -> dict[str, list[str]]:
    """The modules of each file, in an order in which they can run; scripts are in none."""
    reached: dict[str, set[str]] = defaultdict(set)
    for entry, group in entries:
        for name in _order(f"{FOLDER}/{entry}", modules):
            reached[name].add(group)
    files: dict[str, list[str]] = defaultdict(list)
    for name, groups in reached.items():
        if name not in scripts:
            files[f"{FOLDER}/joined/{'-'.join(sorted(groups))}.js"].append(name)
    if any(modules[name].waits for names in files.values() for name in names):
        raise Unjoinable
    return {path: names for path, names in files.items() if len(names) > 1}


def _order(entry: str, modules: Mapping[str, Module]) -> Iterator[str]:
    """The module and all that it imports, each after what it imports itself."""
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> Iterator[str]:
        if name in above or (name in modules and not modules[name].plain):
            raise Unjoinable(name)
        if name in modules and name not in done:
            for each in modules[name].imports:
                yield from visit(each.path, (*above, name))
            done.add(name)
            yield name

    return visit(entry, ())


def _alone(module: Module, places: Places) -> bytes:
    """A module that is a file of its own, and takes from joined ones what it imports of them."""
    edits = [*_calls(module, module.name, places)]
    known: set[str] = set()
    for each in module.imports:
        place = places.get(each.path)
        if place and not each.exported:  # what it hands on, it takes from the stub
            wanted = f'import{{{place.name}}}from"{_relative(place.path, module.name)}";'
            text = ("" if place.name in known else wanted) + (_constants(each, place.name) or ";")
            lines = text_of(each.node).count("\n")  # the statements below stay in their lines
            edits.append(
                (each.node.start_byte, each.node.end_byte, f"{text}{lines * NEWLINE}".encode())
            )
            known.add(place.name)
    return _edited(module.source, edits)


def _constants(each: Import, name: str) -> str:
    """What an import takes, as a declaration of constants from an object."""
    return f"const {each.taken}={name};".replace(" {", "{") if each.taken else ""


def _stub(module: Module, place: Place) -> bytes:
    names = ",".join(name for name in _exported(module) if name != "default")
    default = f"export default {place.name}.default;" if "default" in module.exports else ""
    taken = f"export const{{{names}}}={place.name};" if names else ""
    wanted = f'\nimport{{{place.name}}}from"{_relative(place.path, module.name)}";'
    return STUB + (wanted + taken + default).encode()


def _exported(module: Module) -> Iterator[str]:
    yield from module.exports
    for each in module.imports:
        if each.exported:
            yield from (other for _, other in _pairs(each))


def _pairs(each: Import) -> Iterator[tuple[str, str]]:
    """What a statement hands on: the name there, and the name for others."""
    for one in filter(None, each.taken[1:-1].split(",")):
        name, _, other = one.partition(":")
        yield name, other or name


def _file(path: str, modules: Iterable[Module | None], places: Places) -> bytes:
    """The blocks of some modules, after what they import of other files."""
    outer: dict[str, str] = {}
    blocks = [_block(module, path, places, outer) for module in modules if module]
    names = [places[module].name for module in places if places[module].path == path]
    head = "".join(f'{what}from"{_relative(each, path)}";\n' for each, what in outer.items())
    objects = f"const {','.join(f'{name}={{}}' for name in names)};\nexport{{{','.join(names)}}};\n"
    return (head + objects).encode() + b"".join(blocks)


def _block(module: Module, path: str, places: Places, outer: dict[str, str]) -> bytes:
    edits = [*module.said, *_calls(module, path, places)]
    told = [_member(name, own) for name, own in module.exports.items()]
    for each in module.imports:
        name = _object(each.path, path, places, outer)
        taken = "" if each.exported else _constants(each, name)
        edits.append((each.node.start_byte, each.node.end_byte, (taken or ";").encode()))
        if each.exported:
            told += (f"{other}:{name}.{one}" for one, other in _pairs(each))
    own = places[module.name].name
    there = f'new URL("{_relative(module.name, path)}",import.meta.url).href'.encode()
    edits += ((each.start_byte, each.end_byte, there) for each in module.addresses)
    begin, end = ("(()=>{", "})();") if module.scatters else "{}"
    assigned = f"\nObject.assign({own},{{{','.join(told)}}}){end}\n"
    return f"{begin}//{module.name}\n".encode() + _edited(module.source, edits) + assigned.encode()


def _member(name: str, own: str) -> str:
    return name if name == own else f"{name}:{own}"


def _object(target: str, path: str, places: Places, outer: dict[str, str]) -> str:
    """The name, in a file, of what a module exports."""
    place = places.get(target)
    if not place:
        name = f"outer_{len(outer)}"
        outer.setdefault(target, f"import*as {name} ")
        return outer[target].split()[-1]
    if place.path != path:
        known = outer.get(place.path, "import{}")
        names = {*filter(None, known[len("import{") : -1].split(",")), place.name}
        outer[place.path] = f"import{{{','.join(sorted(names))}}}"
    return place.name


def _calls(module: Module, path: str, places: Places) -> Iterator[Edit]:
    """Imports by a call as they are to be written in the file with this path; b"" as they are."""
    for node, target in module.calls:
        if target in places:
            place = places[target]
            call = f'import("{_relative(place.path, path)}").then((all)=>all.{place.name})'
        else:
            call = f'import("{_relative(target, path)}")' if path != module.name else ""
        if call:
            yield node.start_byte, node.end_byte, call.encode()


def _relative(target: str, path: str) -> str:
    """The path of a file as another one imports it."""
    found = relpath(target, dirname(path))
    return found if found.startswith(".") else f"./{found}"


def _edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    pieces, last = [], 0
    for start, end, text in sorted(edits):
        pieces += [source[last:start], text]
        last = end
    return b"".join([*pieces, source[last:]])
