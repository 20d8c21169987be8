"""Moves in writing, for games that do not write them themselves: their members, one by one.

play 5,11,13        of Play(cards=(5, 11, 13)), if a move is Play | Exchange
heap 3              of Move(source="heap", count=3)
"""

import re
from dataclasses import is_dataclass
from typing import Any

from croupier_game.errors import BadGame, InvalidMove
from croupier_game.members import Member, arm_name, arms, members

NOTHING = "-"
NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
YES_NO = {"yes": True, "no": False}


def written(kind: Any, move: Any) -> str:
    """Return the move's members in order, with blanks between them; of a choice, its name first.

    A tuple has commas, True is "yes", and None is "-".
    """
    own: Any = type(move)
    words = (_written(each, getattr(move, each.name)) for each in members(own))
    return " ".join([*_name(kind, own), *words])


def read(kind: Any, text: str) -> Any:
    """Return the move that `written` writes so. Raise InvalidMove."""
    name, *words = text.split() or [""]
    for own in arms(kind):
        prefix = _name(kind, own)
        if prefix and prefix != [name]:
            continue
        given = words if prefix else [name, *words]
        if len(given) == len(members(own)):
            pairs = zip(members(own), given, strict=True)
            return own(**{each.name: _read(each, word) for each, word in pairs})
    forms = (" ".join([*_name(kind, own), *(m.name for m in members(own))]) for own in arms(kind))
    raise InvalidMove(f"A move is written as: {', or '.join(forms)}.")


def check(kind: Any) -> None:
    """Raise BadGame if a move has more in it than can be written so."""
    for own in arms(kind):
        for each in members(own):
            if is_dataclass(each.kind):
                raise BadGame(
                    f"has {own.__name__}.{each.name}, which is a dataclass: write notation and"
                    " parse, which say how such a move is written"
                )


def _name(kind: Any, own: Any) -> list[str]:
    """Return the word that a move begins with: none if there is one kind, which has members."""
    return [arm_name(own)] if len(arms(kind)) > 1 or not members(own) else []


def _written(member: Member, value: Any) -> str:
    if member.many:
        return ",".join(map(_word, value)) or NOTHING
    return NOTHING if value is None else _word(value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read(member: Member, word: str) -> Any:
    if word == NOTHING and (member.optional or member.many):
        return () if member.many else None
    if member.many:
        return tuple(_value(member, each) for each in word.split(","))
    return _value(member, word)


def _value(member: Member, word: str) -> Any:
    kind = member.kind
    if member.is_choice and word in kind:
        return word
    if kind is int and NUMBER.fullmatch(word):
        return int(word)
    if kind is bool and word in YES_NO:
        return YES_NO[word]
    if kind is str:
        return word
    raise InvalidMove(f"{member.name} cannot be {word[:20]!r}.")
