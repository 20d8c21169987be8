"""Schemas of which there is one for each game, made from one model with gaps for the game's own.

A model with such a gap, `OWN`, is described once for each game: as LostCitiesMatch for the model
Match, with Lost Cities' messages in the gaps, and with the game's id as its `game` if it has one.
Match itself is then a choice between these, by `game`. So a client that looks at `game` knows the
types of all else.
"""

from collections.abc import Iterator
from typing import Any

from croupier.v1 import engine_service_pb2 as pb

from gateway.contract.document.json_schema import (
    INPUTS,
    REFERENCE,
    Schema,
    game_ids,
    message_of,
    name_of,
)

Schemas = dict[str, Schema]

OWN, ANY = "x-own", "x-any"
KINDS = {
    "Move": (pb.Move, ""),
    "View": (pb.View, ""),
    "Event": (pb.Event, ""),
    "Options": (pb.Options, ""),
    **{f"{kind.__name__}Input": (kind, "Input") for kind in INPUTS},
}
"""What may be in a gap: the protocol's message of all games, and how its schemas' names end."""


def own(kind: str) -> Schema:
    """Return a gap for the game's own message of a kind."""
    return {OWN: kind}


def any_of(kind: str) -> Schema:
    """Return a gap for any game's message of a kind, where the game is not named."""
    return {ANY: kind}


def expand(schemas: Schemas) -> Schemas:
    """Return the schemas without gaps: those that had some are there once for each game.

    The choice between these is there, too, if they have a `game`, or if something else refers to
    it.
    """
    gaps = frozenset(_with_gaps(schemas))
    whole = {
        each for name, schema in schemas.items() if name not in gaps for each in _parts(schema)
    }
    made: Schemas = {}
    for name, schema in schemas.items():
        if name not in gaps:
            made[name] = _filled(schema, "", frozenset())
            continue
        names = {game: _prefix(game) + name for game in game_ids()}
        if "game" in schema["properties"] or name in whole:
            made[name] = _choice(names, schema)
        for game, its_name in names.items():
            made[its_name] = _named(_filled(schema, game, gaps), game)
    return made


def _with_gaps(schemas: Schemas) -> set[str]:
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


def _filled(part: Any, game: str, gaps: frozenset[str]) -> Any:
    """Return a part of a schema with the game's messages in its gaps."""
    if isinstance(part, list):
        return [_filled(each, game, gaps) for each in part]
    if not isinstance(part, dict):
        return part
    rest = {name: _filled(value, game, gaps) for name, value in part.items() if name != OWN}
    if game and OWN in part:
        return rest | {"$ref": REFERENCE + _message(part[OWN], game)}
    if ANY in part:
        kind = rest.pop(ANY)
        return rest | {"anyOf": [{"$ref": REFERENCE + _message(kind, each)} for each in game_ids()]}
    model = str(part.get("$ref", "")).removeprefix(REFERENCE)
    return rest | {"$ref": REFERENCE + _prefix(game) + model} if model in gaps else rest


def _find(part: Any, key: str) -> Iterator[Any]:
    """Yield the values of the key at any depth."""
    if isinstance(part, dict):
        if key in part:
            yield part[key]
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from _find(each, key)


def _message(kind: str, game: str) -> str:
    """Return the name of the game's own message of a kind: LostCitiesMoveInput."""
    message, suffix = KINDS[kind]
    descriptor = message_of(message, game)
    if descriptor is None:
        raise ValueError(f"{game} has no {kind}.")
    return name_of(descriptor) + suffix


def _prefix(game: str) -> str:
    """Return what the names of the game's schemas begin with: LostCities."""
    return _message("View", game).removesuffix("View")
