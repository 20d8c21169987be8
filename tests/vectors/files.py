"""The files of docs/vectors: honest replays, and forged ones as changes of these."""

import copy
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_match.verify.errors import NotAReplay, Refuted
from engine.verify import verify

from tests.vectors import forged, forged_gone, forged_many, forged_terms, rare, undone
from tests.vectors.forged import RESULT, Forgery
from tests.vectors.forged_sealed import SEALED
from tests.vectors.honest import BRIEF, MANY, WAYS, Wish, honest
from tests.vectors.rare import Rare
from tests.vectors.tables import Json
from tests.vectors.undone import Undone

SOURCES: dict[str, ChanceSource] = {
    "steps from 1 on": lambda seed, entropy, step, id_: seeded_chance(seed, entropy, step + 1, id_),
    "a key without the id": lambda seed, entropy, step, id_: seeded_chance(seed, entropy, step, ""),
    "a key of seats reversed": lambda seed, entropy, step, id_: seeded_chance(
        seed, entropy[::-1], step, id_
    ),
    "a key without entropy": lambda seed, entropy, step, id_: seeded_chance(seed, (), step, id_),
}
"""Other ways to draw, which are not that of docs/fairness.md."""
FOLDER = Path(__file__).parents[2] / "docs/vectors"


def wishes() -> list[Wish | Rare | Undone]:
    """Return what the files are about, a file each."""
    usual = [Wish(game, sealed) for game in BRIEF for sealed in (False, True)]
    return [*usual, *map(Rare, BRIEF), *map(Undone, BRIEF)]


def name_of(wish: Wish | Rare | Undone) -> str:
    return f"{wish.name}.json"


def text(wish: Wish | Rare | Undone) -> str:
    """Return the file of a wish, as it is in the folder: a line per replay."""
    if isinstance(wish, Rare):
        game = wish.game
        return _text(dict(rare.honest(game)), rare.forgeries(game), rare.false(game))
    if isinstance(wish, Undone):
        game = wish.game
        return _text(dict(undone.honest(game)), undone.forgeries(game), undone.false(game))
    drawn = (_drawn_falsely(wish, *other) for other in SOURCES.items())
    return _text(dict(honest(wish)), forgeries(wish), drawn)


def _text(
    replays: dict[str, Json], tampers: Iterable[Forgery], played: Iterable[tuple[Forgery, Json]]
) -> str:
    """Return a file of these replays, of what is changed in them, and of matches played falsely."""
    lines = {
        "honest": [{"name": name, "replay": replay} for name, replay in replays.items()],
        "forged": [
            *(_forged(forgery, replays[forgery.of]) for forgery in tampers),
            *(_compared(forgery, replays[forgery.of], false) for forgery, false in played),
        ],
    }
    parts = (f'"{name}":[\n{_lines(each)}\n]' for name, each in lines.items())
    return "{" + ",\n".join(parts) + "}\n"


def forgeries(wish: Wish) -> Iterator[Forgery]:
    """Yield those of open deals; or if the deal is sealed, those of seals, of which the order is.

    The rest is in both.
    """
    if wish.sealed:
        yield from SEALED
    for each in forged.OPEN:
        if not wish.sealed or (each.check != forged.ORDER and each.name not in forged.OPEN_ONLY):
            yield each
    yield from (forged_terms.SEALED if wish.sealed else forged_terms.OPEN)
    yield from () if wish.sealed else forged_gone.OPEN
    if MANY[wish.game] > 2:
        yield from () if wish.sealed else forged_gone.MANY
        yield from (forged_many.SEALED if wish.sealed else forged_many.OPEN)


@dataclass(frozen=True, slots=True)
class Vector:
    """A replay of a file. Of an honest one, `check` and `says` are ""."""

    name: str
    replay: Json
    check: str = ""
    says: str = ""


def read(path: Path) -> Iterator[Vector]:
    """Yield the replays of a file, the honest ones first."""
    file = json.loads(path.read_text())
    replays = {each["name"]: each["replay"] for each in file["honest"]}
    yield from (Vector(name, replay) for name, replay in replays.items())
    for each in file["forged"]:
        false = patched(replays[each["of"]], each["changes"])
        yield Vector(each["name"], false, each["check"], each["says"])


def patched(replay: Json, changes: list[Json]) -> Json:
    """Return the replay with the changes of a forgery."""
    replay = copy.deepcopy(replay)
    for change in changes:
        *way, last = change["path"]
        place: Any = replay
        for part in way:
            place = place[part]
        if "value" in change:
            place[last] = change["value"]
        else:
            del place[last]
    return replay


def _forged(forgery: Forgery, replay: Json) -> Json:
    false = copy.deepcopy(replay)
    forgery.tamper(false)
    return _compared(forgery, replay, false)


def _drawn_falsely(wish: Wish, name: str, source: ChanceSource) -> tuple[Forgery, Json]:
    """Return the replay of a server that draws in another way, and is honest in all else."""
    forgery = Forgery(name, RESULT, lambda _: None)
    play, seat = WAYS[forgery.of]
    return forgery, play(replace(wish, source=source)).replay(seat)


def _compared(forgery: Forgery, replay: Json, false: Json) -> Json:
    return {
        "name": forgery.name,
        "check": forgery.check,
        "says": _says(forgery, false),
        "of": forgery.of,
        "changes": [*_changes([], replay, false)],
    }


def _says(forgery: Forgery, replay: Json) -> str:
    """Return the sentence with which the verifier refuses it."""
    try:
        verify(replay)
    except (Refuted, NotAReplay) as refusal:
        return str(refusal)
    raise AssertionError(f"{forgery.name} is not found out.")


def _changes(path: list[Any], one: Any, other: Any) -> Iterator[Json]:
    """Yield what leads from one value to the other. A list of another length is a change itself."""
    if type(one) is type(other) is dict:
        for name in sorted(one.keys() - other.keys()):
            yield {"path": [*path, name]}
        for name, value in other.items():
            if name in one:
                yield from _changes([*path, name], one[name], value)
            else:
                yield {"path": [*path, name], "value": value}
    elif type(one) is type(other) is list and len(one) == len(other):
        for place, value in enumerate(other):
            yield from _changes([*path, place], one[place], value)
    elif type(one) is not type(other) or one != other:
        yield {"path": path, "value": other}


def _lines(each: list[Json]) -> str:
    return ",\n".join(json.dumps(one, separators=(",", ":")) for one in each)
