"""`make sdk-types`: write the types of sdk/python from docs/openapi.json.

Objects become structs; `oneOf` by `game` a union of tagged structs; `oneOf` of objects with one
member each a struct with optional members, since nothing tags them. Words that a service may add
to, such as kinds of entries, are literals to a type checker only, so that new ones are read.
"""

import json
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "docs/openapi.json"
TARGET = ROOT / "sdk/python/croupier_client/types.py"

Json = dict[str, Any]

ROOTS = (
    "Match",
    "History",
    "Player",
    "OwnPlayer",
    "PlayerAndToken",
    "Games",
    "Ticket",
    "Rematch",
    "Clock",
    "LegalMoves",
)
"""What the client reads; all that these lead to is generated."""
HEAD = '''"""What the service says, a struct per schema of its document; generated."""

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from croupier_client.base import MatchBase, Struct
from croupier_client.errors import Refused

if TYPE_CHECKING:
    from typing import Literal as Word
else:

    class Word:
        """One of some words; a newer service may have others."""

        def __class_getitem__(cls, words: object) -> type:
            return type(words[0] if isinstance(words, tuple) else words)
'''
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
WIDTH = 100


def main() -> int:
    """Write the module; return the exit code."""
    TARGET.write_text(generated(json.loads(SOURCE.read_text())))
    return 0


def generated(document: Json) -> str:
    """The text of the module."""
    schemas: Json = document["components"]["schemas"]
    options = {_own_options(new): new for new in _arms(schemas, schemas["NewMatch"])}
    parts = [_Structs(schemas, options).text(), *_refusals(schemas["Problem"])]
    moves = [arm["properties"]["moves"]["items"] for arm in _arms(schemas, schemas["LegalMoves"])]
    aliases = {"Options": list(options), "LegalMove": [_named(each) for each in moves]}
    unions = [f"{name} = {' | '.join(map(_class_name, arms))}\n" for name, arms in aliases.items()]
    games = [new["properties"]["game"]["const"] for new in options.values()]
    ids = f"GameId = Literal{json.dumps(games)}\n"
    text = "\n\n".join([HEAD, *parts, *unions, ids])
    names = re.findall(r"^(?:class )?([A-Z]\w+)(?=\(| = )", text, re.MULTILINE)
    return f"{text}\n\n__all__ = {json.dumps(names, indent=4)}\n"


class _Structs:
    """The structs that ROOTS and the options lead to, each after those that it names."""

    def __init__(self, schemas: Json, options: Json) -> None:
        self._schemas, self._options = schemas, options
        self._done: dict[str, str] = {}

    def text(self) -> str:
        for name in (*ROOTS, *self._options):
            self._write(name)
        return "\n\n".join(filter(None, self._done.values()))

    def _write(self, name: str) -> None:
        if name in self._done:
            return
        self._done[name] = ""  # while what it names is written
        text = self._definition(name, self._schemas[name])
        del self._done[name]
        self._done[name] = text

    def _definition(self, name: str, schema: Json) -> str:
        if "discriminator" in schema or "anyOf" in schema:  # an alias
            arms = schema.get("oneOf") or schema["anyOf"]
            return f"{name} = {' | '.join(map(self._type, arms))}\n"
        if "oneOf" in schema:
            schema = _merged(schema, _arms(self._schemas, schema))
        return "\n".join(self._struct(name, schema)) + "\n"

    def _struct(self, name: str, schema: Json) -> Iterator[str]:
        properties = dict(schema.get("properties", {}))
        game = properties.get("game", {}).get("const")
        tag = f', tag_field="game", tag="{game}"' if game else ""
        base = "MatchBase" if "yourSeat" in properties else "Struct"
        yield f"class {_class_name(name)}({base}{tag}):"
        body = [*_docstring(schema)]
        if new := self._options.get(name):
            game = new["properties"]["game"]["const"]
        if game:
            properties.pop("game", None)
            body.append(f'    game: ClassVar[Literal["{game}"]] = "{game}"')
        required = schema.get("required", ())
        ordered = sorted(properties.items(), key=lambda item: item[0] not in required)
        body += [self._member(key, each, key in required) for key, each in ordered]
        yield from body or ["    pass"]

    def _member(self, key: str, schema: Json, required: bool) -> str:
        kind = self._type(schema)
        if not required and not kind.endswith("None"):
            kind += " | None"
        return f"    {_snake(key)}: {kind}{'' if required else ' = None'}"

    def _type(self, schema: Json) -> str:
        if "$ref" in schema:
            name = _named(schema)
            self._write(name)
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
                return f"list[{self._type(schema['items'])}]"
            case "object":
                more = schema.get("additionalProperties")
                return f"dict[str, {self._type(more) if isinstance(more, dict) else 'Any'}]"
            case "null":
                return "None"
            case kind:
                return SCALARS[str(kind)]


def _arms(schemas: Json, schema: Json) -> list[Json]:
    """The alternatives of a `oneOf`, which are all named."""
    return [schemas[_named(arm)] for arm in schema["oneOf"]]


def _named(reference: Json) -> str:
    """The name of the schema that it refers to."""
    return str(reference["$ref"].rpartition("/")[2])


def _merged(schema: Json, arms: Sequence[Json]) -> Json:
    """An object with the members of all arms, none of which has to be there."""
    properties = {key: each for arm in arms for key, each in arm["properties"].items()}
    return {"description": schema.get("description", ""), "properties": properties}


def _own_options(new_match: Json) -> str:
    """The name of the options of a game, from the schema of a new match of it."""
    return _named(new_match["properties"]["options"]["anyOf"][0])


def _class_name(name: str) -> str:
    """LostCities instead of LostCitiesOptionsInput; else the name of the schema."""
    return name.replace("OptionsInput", "").replace("OptionsCardCountsInput", "CardCounts")


def _snake(key: str) -> str:
    return re.sub(r"([A-Z])", lambda found: "_" + found[1].lower(), key)


def _docstring(schema: Json) -> Iterator[str]:
    if text := schema.get("description"):
        wrapped = textwrap.wrap(f'"""{text.strip()}"""', WIDTH - 4, break_long_words=False)
        yield from (textwrap.indent(line, "    ") for line in wrapped)


def _refusals(problem: Json) -> Iterator[str]:
    for code in problem["properties"]["code"]["x-extensible-enum"]:
        name = "".join(part.capitalize() for part in code.split("_"))
        yield f'class {name}(Refused, code="{code}"):\n    """It has the code `{code}`."""\n'


if __name__ == "__main__":
    sys.exit(main())
