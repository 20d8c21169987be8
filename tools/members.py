"""`make docs`: write docs/members.md, the members of options, moves, states and events by game.

They are those of `GET /v1/games/{game}`, for readers without a server, such as who writes a
verifier from docs/fairness.md.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from engine.domain.registry import GAMES
from gateway.contract import json_schema

PAGE = Path(__file__).parent.parent / "docs/members.md"
KINDS: dict[str, type[Any]] = {
    "Options": pb.Options,
    "A move": pb.Move,
    "The state": pb.View,
    "An event": pb.Event,
}
HEAD = """# Members

The members of `options`, of moves, of `state` and of events, by game, as `GET /v1/games/{game}`
describes them too. A member is always there, unless its line or
[fairness.md](fairness.md#the-games) says that it is left out. This page is written by `make docs`.
"""
COLUMNS = "| member | is | meaning |\n|---|---|---|\n"
WORDS = {"integer": "whole number", "string": "text", "boolean": "true or false"}


def main() -> None:
    """Write the page."""
    PAGE.write_text(page())


def page() -> str:
    """Return the page: a section for each game."""
    return HEAD + "".join(part for game in GAMES for part in _of_game(game))


def _of_game(game: str) -> Iterator[str]:
    yield f"\n## {GAMES[game].rules.NAME}\n\nIts id, `match.game`, is `{game}`.\n"
    for title, kind in KINDS.items():
        schema = _schema(kind, game)
        yield f"\n### {title} of {GAMES[game].rules.NAME}\n"
        yield _table(schema)
        for name, part in schema.get("$defs", {}).items():
            yield f"\n#### {name}\n{_table(part)}"


def _schema(kind: type[Any], game: str) -> json_schema.Schema:
    """Return the schema of the game's own message. Raise KeyError if there is none."""
    return json_schema.standalone(
        kind.DESCRIPTOR.fields_by_name[json_schema.arm_of(game)].message_type
    )


def _table(schema: dict[str, Any]) -> str:
    """Return what is said of an object or an enum, and its members."""
    rows = "".join(_row(*each) for each in schema.get("properties", {}).items())
    said = _line(schema.get("description", ""))
    return (f"\n{said}\n" if said else "") + (f"\n{COLUMNS}{rows}" if rows else "")


def _row(name: str, schema: dict[str, Any]) -> str:
    said = _line(schema.get("description", "")).replace("|", r"\|")
    return f"| `{name}` | {_type(schema)} | {said} |\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _type(schema: dict[str, Any]) -> str:
    """Return in words what a value is."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return "one of " + ", ".join(f"`{each}`" for each in schema["enum"])
    if schema["type"] == "array":
        return f"list: {_type(schema['items'])}"
    kind: str = schema["type"]
    return WORDS.get(kind, kind)


if __name__ == "__main__":
    main()
