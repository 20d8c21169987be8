"""Schemas of which there is one for each game, made from one model with gaps for the game's own.

A model with such a gap, `OWN`, is described once for each game: as LostCitiesMatch for the model
Match, with Lost Cities' messages in the gaps, and with the game's id as its `game` if it has one.
Match itself is then a choice between these, by `game`. So a client that looks at `game` knows the
types of all else.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from gateway.contract.document.json_schema import REFERENCE, Schema
from gateway.contract.games import Game

Schemas = dict[str, Schema]

OWN, ANY = "x-own", "x-any"


def own(kind: str) -> Schema:
    """Return a gap for the game's own message of a kind, such as Move, or MoveInput of requests."""
    return {OWN: kind}


def any_of(kind: str) -> Schema:
    """Return a gap for any game's message of a kind, where the game is not named."""
    return {ANY: kind}


def expand(schemas: Schemas, games: Iterable[Game]) -> Schemas:
    """Return the schemas without gaps: those that had some are there once for each game.

    The choice between these is there, too, if they have a `game`, or if something else refers to
    it.
    """
    prefixes = {game.id: game.prefix for game in games}
    gaps = frozenset(with_gaps(schemas))
    whole = {
        each for name, schema in schemas.items() if name not in gaps for each in _parts(schema)
    }
    made: Schemas = {}
    for name, schema in schemas.items():
        if name not in gaps:
            made[name] = _filled(schema, "", frozenset(), prefixes.values())
            continue
        names = {game: prefix + name for game, prefix in prefixes.items()}
        if "game" in schema["properties"] or name in whole:
            made[name] = _choice(names, schema)
        for game, its_name in names.items():
            own = _filled(schema, prefixes[game], gaps, prefixes.values())
            made[its_name] = _named(own, game)
    return made


def with_gaps(schemas: Schemas) -> set[str]:
    """Return the names of the models that have a gap, or a `game` and a part with a gap."""
    gaps = {name for name, schema in schemas.items() if any(_find(schema, OWN))}
    told = {name for name, schema in schemas.items() if "game" in schema.get("properties", ())}
    while more := {name for name in told - gaps if _parts(schemas[name]) & gaps}:
        gaps |= more
    return gaps


def _parts(schema: Schema) -> set[str]:
    return {reference.removeprefix(REFERENCE) for reference in _find(schema, "$ref")}


def _choice(names: dict[str, str], schema: Schema) -> Schema:
    """Return a choice between the schemas of these names; by their `game`, if they have it."""
    mapping = {game: REFERENCE + name for game, name in names.items()}
    arms = [{"$ref": reference} for reference in mapping.values()]
    about = {"description": schema["description"]} if "description" in schema else {}
    if "game" not in schema["properties"]:
        return {"anyOf": arms, **about}
    return {"oneOf": arms, "discriminator": {"propertyName": "game", "mapping": mapping}, **about}


def _named(schema: Schema, game: str) -> Schema:
    """Return the schema of an object with the game's id as its `game`, if it has one."""
    if "game" not in schema["properties"]:
        return schema
    properties = schema["properties"] | {"game": {"type": "string", "const": game}}
    return {**schema, "properties": properties}


def _filled(part: Any, prefix: str, gaps: frozenset[str], prefixes: Collection[str]) -> Any:
    """Return a part of a schema with a game's messages in its gaps; `prefixes` are of all games."""
    if isinstance(part, list):
        return [_filled(each, prefix, gaps, prefixes) for each in part]
    if not isinstance(part, dict):
        return part
    rest = {
        name: _filled(value, prefix, gaps, prefixes) for name, value in part.items() if name != OWN
    }
    if prefix and OWN in part:
        return rest | {"$ref": REFERENCE + prefix + part[OWN]}
    if ANY in part:
        kind = rest.pop(ANY)
        return rest | {"anyOf": [{"$ref": REFERENCE + each + kind} for each in prefixes]}
    model = str(part.get("$ref", "")).removeprefix(REFERENCE)
    return rest | {"$ref": REFERENCE + prefix + model} if model in gaps else rest


def _find(part: Any, key: str) -> Iterator[Any]:
    """Yield the values of the key at any depth."""
    if isinstance(part, dict):
        if key in part:
            yield part[key]
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from _find(each, key)
