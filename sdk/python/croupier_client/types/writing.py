"""Write the structs of a service from its document: those of its games, and the client's own.

Objects become structs. Words that a service may add to, such as kinds of entries, are literals to
a type checker only, so that new ones are read. What there is one of for each game, such as
matches, is divided: the members that all of them have are in a base class of the protocol.

What is written is run by who asked for it, and the service may be anybody's: names that are not
identifiers are refused, and all other words of the document are escaped.

This module imports nothing of the client, which cannot be imported before its own are written.
"""

import json
import keyword
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]

ROOTS = (
    "Player",
    "OwnPlayer",
    "PlayerAndToken",
    "Games",
    "Ticket",
    "Rematch",
    "Clock",
    "Profile",
    "Leaderboards",
    "Leaderboard",
    "RatingHistory",
    "Meetings",
    "Access",
    "Webhooks",
    "WebhookAndSecret",
    "WebhookSecret",
    "WebhookTest",
    "WebhookDeliveries",
    "Tournaments",
    "Tournament",
    "TournamentStandings",
    "TournamentRound",
    "TournamentPlayers",
    "Deals",
    "DealBoard",
)
"""What the client reads of any game; all that these lead to is written."""
OF_A_GAME = {
    "LegalMove": "Struct",
    "LegalMoves": "Struct",
    "Match": "MatchBase",
    "HistoryEntry": "Struct",
}
"""What each game has one of, and what its base class in the protocol derives from."""
PROTOCOL = '''"""What a service says of any game, a struct per schema of its document."""

from typing import Any

from croupier_client.base import MatchBase, Struct, Word
from croupier_client.errors import Refused
'''
GAMES = '''"""The types of games, as `python -m croupier_client.types` writes them."""
# pyright: reportIncompatibleVariableOverride=false

from typing import Any, ClassVar, Literal

from croupier_client.base import Options, Struct, Word
from croupier_client.types.known import (
{imported}
)
'''
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
TAKEN = {*keyword.kwlist, *SCALARS.values(), "tuple", "dict", "msgspec"}
"""No member is called so: a move may well have a `from`."""
WIDTH = 100


def protocol(document: Json) -> str:
    """The module of what is the same for all games."""
    schemas: Json = document["components"]["schemas"]
    first = next(iter(_games(schemas).values()))
    structs = _Structs(schemas)
    for kind, base in OF_A_GAME.items():
        structs.write_shared(f"Any{kind}", base, schemas[f"{first}{kind}"], first)
    for name in ROOTS:
        structs.write(name)
    return _module(PROTOCOL, [*structs.done, *_refusals(schemas["Problem"])])


def games(document: Json, base: str = "Other") -> str:
    """The module of all games of a service.

    Its matches derive from OtherMatch, as which a type checker sees those of games that the client
    has no types of. In the client's own, `base` is "Any": a union is told apart by `game` only if
    none of its members derives from another one.
    """
    schemas: Json = document["components"]["schemas"]
    names = _games(schemas)
    structs = _Structs(schemas)
    for game, name in names.items():
        for kind in OF_A_GAME:
            structs.write_own(name, kind, base, game)
        options = schemas[f"{name}NewMatch"]["properties"]["options"]["anyOf"][0]
        structs.write_options(_named(options), game)
        structs.write_turn(name, base, game)
    unions = [
        f"{kind} = {' | '.join(f'{each}{kind}' for each in (*names.values(), 'Other'))}\n"
        for kind in (*OF_A_GAME, "Turn")
    ]
    known = [
        f"register({json.dumps(game)}, {name}Match, {name}HistoryEntry, {name}Turn)\n"
        for game, name in names.items()
    ]
    bases = {f"{each}{kind}" for kind in (*OF_A_GAME, "Turn") for each in (base, "Other")}
    imported = "\n".join(f"    {each}," for each in [*sorted(bases), "register"])
    head = GAMES.format(imported=imported)
    if any("msgspec.field(" in each for each in structs.done):
        head = head.replace("\n\nfrom croupier", "\n\nimport msgspec\nfrom croupier", 1)
    return "\n".join([_module(head, [*structs.done, *unions]), "".join(known)])


def _games(schemas: Json) -> dict[str, str]:
    """The ids of all games, and with what the names of their schemas begin."""
    references = schemas["Match"].get("oneOf", [schemas["Match"]])
    names = (_named(each).removesuffix("Match") for each in references)
    return {str(schemas[f"{name}Match"]["properties"]["game"]["const"]): name for name in names}


def _module(head: str, parts: Sequence[str]) -> str:
    text = "\n\n".join([head, *parts])
    names = re.findall(r"^(?:class )?([A-Z]\w+)(?=\(| = )", text, re.MULTILINE)
    return f"{text}\n\n__all__ = {json.dumps(names, indent=4)}\n"


class _Structs:
    """Structs, each after those that it names."""

    def __init__(self, schemas: Json) -> None:
        for name in schemas:
            _demand_identifier(name)
        self._schemas = schemas
        self._done: dict[str, str] = {}

    @property
    def done(self) -> Iterator[str]:
        return filter(None, self._done.values())

    def write(self, name: str) -> None:
        """Write the schema of this name, unless it is."""
        if name in self._done:
            return
        self._done[name] = ""  # while what it names is written
        text = self._definition(name, self._schemas[name])
        del self._done[name]
        self._done[name] = text

    def write_shared(self, name: str, base: str, schema: Json, prefix: str) -> None:
        """Write what is shared by all games, of which this is the schema of one."""
        self._struct(name, f"{base}, kw_only=True", _part(schema, prefix, own=False))

    def write_own(self, prefix: str, kind: str, base: str, game: str) -> None:
        """Write what the game has for itself, on top of what is shared."""
        schema = self._schemas[f"{prefix}{kind}"]
        tag = f"    game: Literal[{json.dumps(game)}]"
        if base == "Other":  # which a type checker takes for a game of its own
            tag += "  # type: ignore[assignment]"
        tags = [tag] * ("game" in schema["properties"])
        self._struct(f"{prefix}{kind}", f"{base}{kind}", _part(schema, prefix, own=True), tags)

    def write_options(self, name: str, game: str) -> None:
        """Write the options of a new match of the game."""
        tag = f"    game: ClassVar[str] = {json.dumps(game)}"
        self._struct(_class_name(name), "Options", self._schemas[name], [tag])

    def write_turn(self, prefix: str, base: str, game: str) -> None:
        """Write the decision to make in a match of the game, of the types that its match has."""
        match = self._schemas[f"{prefix}Match"]["properties"]
        events = self._type(match["lastEvents"])
        ignored = "  # type: ignore[assignment]" if base == "Other" else ""
        self._done[f"{prefix}Turn"] = "\n".join(
            [
                f"class {prefix}Turn({base}Turn):",
                f'    """A decision to make in a match of {_escaped(game)}."""',
                f"    game: Literal[{json.dumps(game)}]{ignored}",
                f"    options: {self._some(match['options'])}",
                f"    state: {self._some(match['state'])}",
                f"    events: {events}",
                f"    moves: tuple[{prefix}LegalMove, ...]",
                "",
            ]
        )

    def _some(self, schema: Json) -> str:
        """Return the type of the schema, which is there."""
        return self._type(schema).removesuffix(" | None")

    def _definition(self, name: str, schema: Json) -> str:
        if "anyOf" in schema:  # an alias
            return f"{name} = {' | '.join(map(self._type, schema['anyOf']))}\n"
        return self._text(_class_name(name), "Struct", schema)

    def _struct(self, name: str, bases: str, schema: Json, first: Sequence[str] = ()) -> None:
        self._done[name] = self._text(name, bases, schema, first)

    def _text(self, name: str, bases: str, schema: Json, first: Sequence[str] = ()) -> str:
        properties, required = schema.get("properties", {}), schema.get("required", ())
        ordered = sorted(properties.items(), key=lambda item: item[0] not in required)
        members = [self._member(key, each, key in required) for key, each in ordered]
        body = [*_docstring(schema), *first, *members]
        return "\n".join([f"class {name}({bases}, frozen=True):", *(body or ["    pass"])]) + "\n"

    def _member(self, key: str, schema: Json, required: bool) -> str:
        _demand_identifier(key)
        kind = self._type(schema)
        if not required and not kind.endswith("None"):
            kind += " | None"
        name = _snake(key)
        if name in TAKEN:
            name += "_"
        if _in_json(name) != key:
            default = "" if required else ", default=None"
            return f'    {name}: {kind} = msgspec.field(name="{key}"{default})'
        return f"    {name}: {kind}{'' if required else ' = None'}"

    def _type(self, schema: Json) -> str:
        if "$ref" in schema:
            name = _named(schema)
            self.write(name)
            return _class_name(name)
        if arms := schema.get("anyOf") or schema.get("oneOf"):
            return self._union(arms)
        if words := schema.get("enum"):
            return f"Word[{', '.join(map(json.dumps, words))}]"
        return self._plain(schema)

    def _union(self, arms: Sequence[Json]) -> str:
        """Return the union of the types; plain JSON for objects that no member tells apart."""
        untagged = sum("$ref" in arm for arm in arms) > 1
        return "dict[str, Any]" if untagged else " | ".join(map(self._type, arms))

    def _plain(self, schema: Json) -> str:
        match schema.get("type"):
            case "array":
                return f"tuple[{self._type(schema['items'])}, ...]"
            case "object":
                more = schema.get("additionalProperties")
                return f"dict[str, {self._type(more) if isinstance(more, dict) else 'Any'}]"
            case "null":
                return "None"
            case None:
                return "Any"
            case kind:
                return SCALARS[str(kind)]


def _part(schema: Json, prefix: str, own: bool) -> Json:
    """The schema with those members only that are the game's own, or that all games share.

    The game's own are of types whose names begin as those of the game do.
    """
    properties = {
        key: each
        for key, each in schema["properties"].items()
        if key != "game" and (f"/schemas/{prefix}" in json.dumps(each)) == own
    }
    return {**schema, "properties": properties}


def _named(reference: Json) -> str:
    """The name of the schema that it refers to."""
    return str(reference["$ref"].rpartition("/")[2])


def _class_name(name: str) -> str:
    """LostCities instead of LostCitiesOptionsInput; else the name of the schema."""
    return re.sub(r"^(\w+?)Options(\w*)Input$", r"\1\2", name)


def _snake(key: str) -> str:
    return re.sub(r"([A-Z])", lambda found: "_" + found[1].lower(), key)


def _in_json(name: str) -> str:
    """Return the name in JSON as structs make it: `base.camel`, without the package around it."""
    return re.sub(r"(?<!^)_([a-z])", lambda found: found[1].upper(), name)


def _demand_identifier(name: str) -> None:
    """Raise ValueError for what cannot be the name of a class or a member."""
    if not (name.isascii() and name.isidentifier()):
        raise ValueError(f"{name!r} is no name.")


def _escaped(text: str) -> str:
    """The text as it can be written between three quotes."""
    return re.sub(r'"(?="|$)', r"\"", text.replace("\\", r"\\"))


def _docstring(schema: Json) -> Iterator[str]:
    if text := schema.get("description"):
        quoted = f'"""{_escaped(text.strip())}"""'
        wrapped = textwrap.wrap(quoted, WIDTH - 4, break_long_words=False)
        yield from (textwrap.indent(line, "    ") for line in wrapped)


def _refusals(problem: Json) -> Iterator[str]:
    for code in problem["properties"]["code"]["x-extensible-enum"]:
        name = "".join(part.capitalize() for part in code.split("_"))
        _demand_identifier(name)
        yield f'class {name}(Refused, code="{code}"):\n    """It has the code `{code}`."""\n'
