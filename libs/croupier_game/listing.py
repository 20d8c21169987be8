"""Legal moves as the API lists them: each with its notation, and descriptions as data."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier_game.choose import Choose, Moves, selected
from croupier_game.game import Game
from croupier_game.members import arm_name, arms

LISTED = 100
"""Of described moves that are more, so many are listed."""


def listing(game: Game, moves: Sequence[Any]) -> dict[str, Any]:
    """Return the members `moves` and, if some are described, `choose` of a list of legal moves.

    Raise LookupError if the JSON of a described move has its member under another name.
    """
    move_json, notation = game.wire.move_json, game.rules.notation
    listed = [
        {"move": move_json(move), "notation": notation(move)} for move in selected(moves, LISTED)
    ]
    if not isinstance(moves, Moves):
        return {"moves": listed}
    return {"moves": listed, "choose": described(game, moves)}


def described(game: Game, moves: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the descriptions of legal moves, of which a list has none. Raise LookupError."""
    choices = moves.choices if isinstance(moves, Moves) else ()
    return [_described(game, each) for each in choices]


def _described(game: Game, choose: Choose) -> dict[str, Any]:
    path = _path(game.rules.Move, choose)
    values: Any = game.wire.move_json(replace(choose.move, **{choose.member: (*choose.counts,)}))
    for name in path:
        if name not in values:
            raise LookupError(f"The JSON of {choose.move} has no {'.'.join(path)}.")
        values = values[name]
    return {
        "move": game.wire.move_json(choose.move),
        "member": ".".join(path),
        "of": [
            {"value": value, "text": text, "count": choose.counts[thing]}
            for value, (thing, text) in zip(values, choose.texts.items(), strict=True)
        ],
        "least": choose.least,
        "most": choose.most,
        "conditions": [each.says for each in choose.conditions],
    }


def _path(kind: Any, choose: Choose) -> list[str]:
    """Return the names that lead to the member in the JSON of a move."""
    arm = [arm_name(type(choose.move))] if len(arms(kind)) > 1 else []
    return [_json_name(name) for name in (*arm, choose.member)]


def _json_name(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(map(str.capitalize, words))
