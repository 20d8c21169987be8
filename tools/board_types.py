"""The types of a game for its board: `python -m tools.board_types GAME` prints `types.d.ts`.

They are those that the document of the API has: a type of TypeScript per schema, and the names
that a board speaks of, such as View, for those of the game.
"""

import json
import sys
from collections.abc import Iterator

from croupier.v1 import engine_service_pb2 as pb
from croupier_game.kit.games import GAMES, Unplayable, choose
from gateway.contract.document.json_schema import REFERENCE, Schema, printed
from gateway.contract.games import Game

HEAD = """\
// The types of {title}. After a change of those of its rules: croupier board --types

/// <reference path="./page.d.ts" />
"""
KINDS = ("View", "Event", "Move", "Options")
ENTRY = """\
/** A legal move, as `moves` of the board has it. */
export type Entry = { move: Move; notation: string };
"""
WORDS = {"integer": "number", "string": "string", "boolean": "boolean"}


def main(game_id: str) -> int:
    """Print the types; return the exit code."""
    try:
        choose([game_id])
    except Unplayable as error:
        sys.stderr.write(f"{error}\n")
        return 1
    game = GAMES[game_id]
    bundle = pb.GameBundle(
        game=game_id,
        name=game.rules.NAME,
        descriptors=game.wire.descriptors,
        default_options=json.dumps(game.wire.options_json(game.rules.Options())).encode(),
    )
    sys.stdout.write(types_of(Game.of(bundle)))
    return 0


def types_of(game: Game) -> str:
    """Return the text of `types.d.ts`."""
    own = (f"export type {kind} = {game.prefix}{kind};\n" for kind in KINDS)
    parts = (_declared(name, each) for name, each in printed(game).items())
    return "\n".join([HEAD.format(title=game.name), "".join(own), ENTRY, *parts])


def _declared(name: str, schema: Schema) -> str:
    comment = "".join(_comment(schema, ""))
    properties = schema["properties"].items()
    if "maxProperties" in schema:  # exactly one of its members
        arms = (
            f"\n{''.join(_comment(each, '  '))}  | {{ {key}: {_type(each)} }}"
            for key, each in properties
        )
        return f"{comment}export type {name} ={''.join(arms)};\n"
    required = schema.get("required", ())
    members = (
        f"{''.join(_comment(each, '  '))}  {key}{'' if key in required else '?'}: {_type(each)};\n"
        for key, each in properties
    )
    return f"{comment}export interface {name} {{\n{''.join(members)}}}\n"


def _type(schema: Schema) -> str:
    if reference := schema.get("$ref"):
        return str(reference).removeprefix(REFERENCE)
    if words := schema.get("enum"):
        return " | ".join(map(json.dumps, words))
    if schema["type"] == "array":
        return f"Array<{_type(schema['items'])}>"
    return WORDS[schema["type"]]


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    """Yield the lines of the description, which may be anything: no word of it ends the comment."""
    if text := schema.get("description", "").replace("*/", "* /"):
        yield f"{indent}/** {text.replace(chr(10), f'{chr(10)}{indent} * ')} */\n"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
