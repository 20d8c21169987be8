"""Modules that are needed together as one file: without TLS, a browser asks for six at a time.

Modules are joined with those that the same entries of the page reach, so none is in two files. Each
is a block of its file, and what it exports are members of an object `joined_N`; whoever imports it
takes them from there.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import starmap
from posixpath import dirname, relpath
from typing import NamedTuple, TypeVar

from telemetry.redaction import error_location

from gateway.transport.web_modules import Edit, Import, Module, read, text_of
from gateway.transport.web_page import FOLDER, INDEX, STUB

log = logging.getLogger("gateway")
Made = TypeVar("Made")

ENTRY = re.compile(r'<\w+\b[^>]*\b(?:src|href)="\./([^"]+)"[^>]*\bdata-join="([^"]+)"')
SCRIPT = re.compile(r'<script\b[^>]*\bsrc="\./([^"]+)"')
NEWLINE = "\n"
GLOBALS = "const joined_assign=Object.assign,joined_URL=URL;\n"
"""What blocks use themselves, under names that no module has for something else."""


class Unjoinable(Exception):
    """This module is in a circle, does something else in a block than alone, or was not read."""


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
    they were if a module cannot be joined, whatever the reason: that is slower, and works.
    """
    entries = ENTRY.findall(contents[INDEX].decode())
    try:
        return _joined(contents, entries) if entries else dict(contents)
    except Exception as error:
        name = error if isinstance(error, Unjoinable) else INDEX
        where = error_location(error.__cause__ or error)
        log.warning("modules of the web table are not joined: %s (%s)", name, where)
        return dict(contents)


def _each(names: Iterable[str], make: Callable[[str], Made]) -> dict[str, Made]:
    """What is made of each module. Raise Unjoinable, which names the one that failed."""
    made = {}
    for name in names:
        try:
            made[name] = make(name)
        except Unjoinable:
            raise
        except Exception as error:
            raise Unjoinable(name) from error
    return made


def _joined(contents: Mapping[str, bytes], entries: Entries) -> dict[str, bytes]:
    names = (name for name in contents if name.endswith(".js"))
    modules = _each(names, lambda name: read(name, contents[name]))
    scripts = {f"{FOLDER}/{name}" for name in SCRIPT.findall(contents[INDEX].decode())}
    files = _together(entries, scripts, modules)
    places = {
        name: Place(path, f"joined_{number}")
        for number, (path, name) in enumerate((path, one) for path in files for one in files[path])
    }
    _check_names(modules, places)
    changed = _each(modules, lambda name: _changed(modules[name], places))
    made = {path: _file(path, names, modules, places) for path, names in files.items()}
    return {**contents, **changed, **made}


def _check_names(modules: Mapping[str, Module], places: Places) -> None:
    """Raise Unjoinable for a missing name: alone, it keeps a module from running."""
    exported = {name: {*_exported(module)} for name, module in modules.items()}
    for name, module in modules.items():
        for each in module.imports:
            missing = {one for one, _ in each.taken} - exported.get(each.path, set())
            if missing and not places.keys().isdisjoint((name, each.path)):
                raise Unjoinable(name)


def _together(
    entries: Entries, scripts: set[str], modules: Mapping[str, Module]
) -> dict[str, list[str]]:
    """The modules of each file, in an order in which they can run; scripts are in none."""
    starts = (f"{FOLDER}/{entry}" for entry, _ in entries)
    orders = _each(starts, lambda name: [*_order(name, modules)])
    reached: dict[str, set[str]] = defaultdict(set)
    for entry, group in entries:
        for name in orders[f"{FOLDER}/{entry}"]:
            reached[name].add(group)
    files: dict[str, list[str]] = defaultdict(list)
    for name, groups in reached.items():
        if name not in scripts:
            files[f"{FOLDER}/joined/{'-'.join(sorted(groups))}.js"].append(name)
    for name in (each for names in files.values() for each in names):
        if modules[name].waits:
            raise Unjoinable(name)
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


def _changed(module: Module, places: Places) -> bytes:
    place = places.get(module.name)
    return _stub(module, place) if place else _alone(module, places)


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
    if each.whole:
        return f"const {each.whole}={name};"
    return f"const{{{','.join(starmap(_member, each.taken))}}}={name};" if each.taken else ""


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
            yield from (other for _, other in each.taken)


def _file(
    path: str, members: Iterable[str], modules: Mapping[str, Module], places: Places
) -> bytes:
    """The blocks of some modules, after what they import of other files."""
    outer: dict[str, str] = {}
    blocks = _each(members, lambda name: _block(modules[name], path, places, outer))
    names = [places[name].name for name in blocks]
    head = "".join(f'{what}from"{_relative(each, path)}";\n' for each, what in outer.items())
    objects = f"const {','.join(f'{name}={{}}' for name in names)};\nexport{{{','.join(names)}}};\n"
    return (head + GLOBALS + objects).encode() + b"".join(blocks.values())


def _block(module: Module, path: str, places: Places, outer: dict[str, str]) -> bytes:
    edits = [*module.said, *_calls(module, path, places)]
    told = [*starmap(_member, module.exports.items())]
    for each in module.imports:
        name = _object(each.path, path, places, outer)
        taken = "" if each.exported else _constants(each, name)
        edits.append((each.node.start_byte, each.node.end_byte, (taken or ";").encode()))
        if each.exported:
            told += (f"{other}:{name}.{one}" for one, other in each.taken)
    own = places[module.name].name
    there = f'new joined_URL("{_relative(module.name, path)}",import.meta.url).href'.encode()
    edits += ((each.start_byte, each.end_byte, there) for each in module.addresses)
    begin, end = ("(()=>{", "})();") if module.scatters else "{}"
    assigned = f"\njoined_assign({own},{{{','.join(told)}}}){end}\n"
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
