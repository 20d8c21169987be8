"""Replays of Lost Cities for tests of the verifier, and ways to tamper with them."""

from collections.abc import Callable, Iterator
from typing import Any

from croupier_lost_cities import rules
from croupier_match import terms
from croupier_match.chain import entry_hash
from croupier_match.verify.errors import NotAReplay, Refuted
from engine.verify import verify

from tests.vectors.tables import Table

Json = dict[str, Any]


SHORT = rules.Options(rounds=1, max_turns_without_deck_draw=4)


def table(name: str, options: rules.Options = SHORT, **settings: Any) -> Table:
    """A table of Lost Cities; all that is random follows from `name`."""
    return Table(name, rules.ID, options=options, **settings)


AGREED = ("id", "game", "rulesVersion", "options", "goneAfter", "deal", "start", "undoMode")
AGREED_OF_THE_CLOCK = ("perMove", "bank", "increment", "onTimeout")


def terms_of(match: Json, *more: str) -> str:
    """The terms of a match as it is shown, whatever that is, and with more of its members."""
    fairness, clock = match["fairness"], match["clock"]
    agreed = {name: match[name] for name in (*AGREED, *more)} | {
        "clock": clock and {name: clock[name] for name in AGREED_OF_THE_CLOCK},
        "reveal": fairness.get("reveal"),
        "recipe": fairness["recipe"],
        "commitment": fairness["commitment"],
    }
    agreed |= {"rated": True} if match.get("rated") else {}
    agreed |= {"tournament": match["tournament"]} if match.get("tournament") else {}
    agreed |= {"dealOf": match["dealOf"]} if match.get("dealOf") else {}
    return terms.hash_of(agreed)


def rehash(replay: Json, *settings: str) -> None:
    """Hash what was agreed, these other settings included, and the log anew; it takes the seed."""
    prev = replay["match"]["fairness"]["terms"] = terms_of(replay["match"], *settings)
    for entry in replay["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        entry["prev"], prev = prev, entry_hash(replay["serverSeed"], prev, hashed)
        entry["hash"] = prev
    replay["match"]["fairness"]["logHead"] = prev


def renumber(replay: Json) -> None:
    for version, entry in enumerate(replay["log"], 1):
        entry["version"] = version
    replay["match"]["version"] = len(replay["log"])
    rehash(replay)


Tamper = Callable[[Json], None]


def put(path: str, value: Any) -> Tamper:
    """Put `value` where `path` leads, such as `match.state.sides.0.total`."""

    def tamper(replay: Json) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = replay
        for part in way:
            place = place[part]
        place[last] = value

    return tamper


def both(*tampers: Tamper) -> Tamper:
    def tamper(replay: Json) -> None:
        for each in tampers:
            each(replay)

    return tamper


OTHER = "ab" * 32


def tampered_with() -> Json:
    """Two seats, five moves, and seat 1 resigns at version 8; seen by seat 0."""
    short = table("tampered with", rules.Options(rounds=1)).seated().played(5)
    return short.resigned(1).replay(seat=0)


def leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every value inside, with its path."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in parts:
            yield from leaves(f"{path}.{name}" if path else str(name), part)
    else:
        yield path, value


OTHERS: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    2.0,
    10**30,
    "",
    "0",
    "Y7",
    "DECK",
    OTHER,
    "[",
    [],
    [[]],
    {},
]

"""What a value is replaced with."""


def refused(replay: Json) -> bool:
    """Whether the verifier says no; whatever else it raises is a failure."""
    try:
        verify(replay)
    except (Refuted, NotAReplay):
        return True
    return False
