"""Recompute a match from its replay, offline: `python -m engine.verify FILE`.

Nothing in the file is believed. The first thing that is wrong is named in a
sentence (exit code 1); a file that is no replay is told so (exit code 2). What
is checked and why is `docs/fairness.md`.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TextIO, TypeAlias, TypeVar

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message
from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic.alias_generators import to_camel

from engine import changes, require
from engine.chance import SeededChance, match_key
from engine.changes import AnyEntry, AnyMatch
from engine.codec.json import as_json
from engine.errors import Refusal
from engine.fairness import GENESIS, commitment, entry_hash
from engine.games import GAMES, Game
from engine.match import Access, Entry, Kind, Match, Outcome, Player, Seat, StartMode
from engine.rules.errors import RulesError

T = TypeVar("T")

CREATOR = 0
SOMEBODY = Player("", "somebody", "human")
"""Stands for a player who left again: a replay names only those who stayed."""
SHOWN = 80
"""How much of a value from the file is printed."""
USAGE = "Give one file: make verify FILE=replay.json, or python -m engine.verify replay.json"
WHERE = "A replay is the answer to GET /v1/matches/{id}/replay, once the match has ended."

Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Entropy = Annotated[str, Field(pattern="^([0-9a-f]{2}){0,32}$")]
Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
Json: TypeAlias = dict[str, Any]


class NotAReplay(Exception):
    """The file is not one that can be checked; `str(error)` says why."""


class Refuted(Exception):
    """Something in the replay cannot be so; `str(error)` is the sentence."""


class Shape(BaseModel):
    """A part of the file. Members that are not named here are nobody's business."""

    model_config = ConfigDict(alias_generator=to_camel, frozen=True, strict=True)


class GivenPlayer(Shape):
    id: str
    display_name: str
    kind: Literal["human", "bot"]


class GivenSeat(Shape):
    index: int
    player: GivenPlayer | None


class GivenFairness(Shape):
    commitment: Hex32
    server_seed: Hex32
    log_head: Hex32


class GivenMatch(Shape):
    id: str
    game: str
    status: str
    start: Annotated[StartMode, Strict(False)]
    version: int
    rules_version: int
    options: Json
    create_time: Time
    update_time: Time
    seats: list[GivenSeat]
    your_seat: int | None
    to_move: list[int]
    state: Json | None
    last_events: list[Json]
    outcome: Json | None
    fairness: GivenFairness


class GivenEntry(Shape):
    version: int
    kind: Annotated[Kind, Strict(False)]
    seat: int
    move: Json | None
    time: Time
    prev: Hex32
    hash: Hex32


class Replay(Shape):
    match: GivenMatch
    options: Json
    server_seed: Hex32
    entropy: list[Entropy | None]
    log: Annotated[list[GivenEntry], Field(min_length=1)]


class TalliedChance(SeededChance):
    """The match's own chance, which notes the versions that shuffle."""

    def __init__(self, key: bytes, version: int, shuffles: list[int]) -> None:
        super().__init__(key, version)
        self._version, self._shuffles = version, shuffles

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        self._shuffles.append(self._version)
        return super().shuffle(items)


def main(arguments: Sequence[str]) -> int:
    """Check the one file that is named; 0 verified, 1 refuted, 2 not a replay."""
    if len(arguments) != 1:
        return _tell(sys.stderr, [USAGE], 2)
    try:
        return _tell(sys.stdout, verify(load(Path(arguments[0]))), 0)
    except (NotAReplay, RecursionError) as error:
        return _tell(sys.stderr, [f"{arguments[0]} is not a replay: {error}", WHERE], 2)
    except Refuted as error:
        return _tell(sys.stderr, [f"NOT VERIFIED: {error}"], 1)


def load(path: Path) -> Any:
    """The file's JSON. Refuse what two readers could read differently."""
    try:
        raw = json.loads(path.read_bytes(), object_pairs_hook=_once, parse_constant=_no_number)
        json.dumps(raw, ensure_ascii=False).encode()
    except OSError as error:
        raise NotAReplay(f"it cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise NotAReplay(f"it is not JSON ({error}).") from None
    return raw


def verify(raw: Any) -> list[str]:
    """What was recomputed, in a few lines. Raise Refuted or NotAReplay."""
    replay = _shape(raw)
    game = _game(replay)
    _check_commitment(replay)
    _check_versions(replay)
    _check_chain(replay, raw["log"])
    _check_roster(replay)
    shuffles: list[int] = []
    match = _fold(game, replay, shuffles)
    _check_result(game, replay.match, match)
    _check_envelope(replay, match)
    return _report(game, replay, match, shuffles)


def _shape(raw: Any) -> Replay:
    _check_kind_of_file(raw)
    try:
        return Replay.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise NotAReplay(f"{_path(first['loc'])}: {first['msg']}.") from None


def _check_kind_of_file(raw: Any) -> None:
    """Tell what the file is instead, where that can be told."""
    if not isinstance(raw, dict):
        raise NotAReplay("it is not a JSON object.")
    if "log" not in raw and "code" in raw:
        raise NotAReplay(f"it is a refusal of the server: {_show(raw.get('detail'))}.")
    if "log" not in raw and "fairness" in raw:
        raise NotAReplay("it is a match without its log.")


def _game(replay: Replay) -> Game:
    """The game, if this verifier can play it."""
    given = replay.match
    if given.game not in GAMES:
        raise NotAReplay(f"match.game: this verifier does not know {_show(given.game)}.")
    game = GAMES[given.game]
    rules = game.rules
    if given.rules_version != rules.VERSION:
        raise NotAReplay(
            f"match.rulesVersion: {_show(given.rules_version)} is not "
            f"{rules.VERSION}, the version of the rules of this verifier."
        )
    if not rules.MIN_SEATS <= len(given.seats) <= rules.MAX_SEATS:
        raise NotAReplay(f"match.seats: {rules.NAME} is not played by {len(given.seats)}.")
    return game


def _check_commitment(replay: Replay) -> None:
    fairness = replay.match.fairness
    _must(
        commitment(replay.server_seed) == fairness.commitment,
        "The commitment is not the SHA-256 of the server's seed.",
    )
    _must(
        fairness.server_seed == replay.server_seed,
        "match.fairness.serverSeed is not serverSeed.",
    )


def _check_versions(replay: Replay) -> None:
    for due, entry in enumerate(replay.log, 1):
        found = _show(entry.version)
        _must(entry.version == due, f"The log has version {found} where {due} is due.")
    _must(
        replay.match.version == len(replay.log),
        f"match.version is {_show(replay.match.version)}, but the log ends at {len(replay.log)}.",
    )


def _check_chain(replay: Replay, raw_log: list[Json]) -> None:
    """Each entry as it is written must hash, with its salt, to what the next builds on."""
    prev = GENESIS
    for entry, raw in zip(replay.log, raw_log, strict=True):
        _must(entry.prev == prev, f"Version {entry.version}: prev is not the hash before it.")
        hashed = {name: raw[name] for name in raw if name not in ("prev", "hash")}
        prev = entry_hash(replay.server_seed, prev, hashed)
        _must(entry.hash == prev, f"Version {entry.version}: hash is not that of the entry.")
    _must(replay.match.fairness.log_head == prev, "logHead is not the hash of the last entry.")


def _check_roster(replay: Replay) -> None:
    """Seats are numbered, players differ, and each seat has its place in `entropy`."""
    given = replay.match
    for due, seat in enumerate(given.seats):
        _must(seat.index == due, f"seats[{due}].index is {_show(seat.index)}.")
    players = [seat.player.id for seat in given.seats if seat.player]
    _must(len(set(players)) == len(players), "One player has two seats.")
    _must(
        len(replay.entropy) == len(given.seats),
        f"There are {len(given.seats)} seats, but entropy of {len(replay.entropy)}.",
    )


def _fold(game: Game, replay: Replay, shuffles: list[int]) -> AnyMatch:
    """The match after its whole log, every entry of which must have been possible."""

    def chance(seed: str, entropy: Sequence[str], version: int) -> TalliedChance:
        return TalliedChance(match_key(seed, entropy), version, shuffles)

    match = _genesis(game, replay)
    for given in replay.log:
        try:
            entry = _entry(game, replay, given)
            _check_possible(match, entry)
        except (Refuted, Refusal, RulesError) as error:
            raise Refuted(f"Version {given.version}: {error}") from None
        match = changes.advance(match, entry, chance)
        _must(
            match.log_head == given.hash,
            f"Version {given.version}: the entry is not written as the server writes it.",
        )
    return match


def _genesis(game: Game, replay: Replay) -> AnyMatch:
    given = replay.match
    return changes.genesis(
        Match(
            id=given.id,
            game=given.game,
            rules_version=given.rules_version,
            options=_options(game, replay),
            access=Access.PUBLIC,
            start=given.start,
            invite_code="",
            seed=replay.server_seed,
            seats=(Seat(),) * len(given.seats),
        )
    )


def _options(game: Game, replay: Replay) -> Any:
    """The options, which the file gives twice, if a match can be played with them."""
    try:
        asked, shown = (
            game.codec.decode_options(_parse(game, pb.Options(), each))
            for each in (replay.options, replay.match.options)
        )
        game.rules.check_options(asked, len(replay.match.seats))
    except (Refuted, RulesError) as error:
        raise Refuted(f"options: {error}") from None
    _must(asked == shown, "options and match.options are not the same.")
    return asked


def _entry(game: Game, replay: Replay, given: GivenEntry) -> AnyEntry:
    """The entry in the engine's terms; players and entropy are those of the last roster."""
    seats = len(replay.match.seats)
    _must(0 <= given.seat < seats, f"there is no seat {_show(given.seat)}.")
    player, entropy = None, ""
    if given.kind in (Kind.CREATED, Kind.JOINED):
        player = _player(replay.match.seats[given.seat])
        entropy = replay.entropy[given.seat] or ""
    move = _move(game, given)
    return Entry(given.version, given.kind, given.seat, given.time, move, player, entropy)


def _player(seat: GivenSeat) -> Player:
    given = seat.player
    return Player(given.id, given.display_name, given.kind) if given else SOMEBODY


def _move(game: Game, given: GivenEntry) -> Any:
    if given.kind != Kind.MOVE:
        _must(given.move is None, f"an entry of kind {given.kind} has no move.")
        return None
    _must(given.move is not None, "an entry of kind move has a move.")
    return game.codec.decode_move(_parse(game, pb.Move(), given.move))


def _parse(game: Game, envelope: Message, value: Any) -> Any:
    """The game's own message in `envelope`, read strictly by the proto3 JSON mapping."""
    try:
        return getattr(ParseDict({game.arm: value}, envelope), game.arm)
    except ParseError as error:
        why = _printable(str(error).partition("\n")[0][:SHOWN])
        raise Refuted(f"{_show(value)} cannot be read ({why}).") from None


def _check_possible(match: AnyMatch, entry: AnyEntry) -> None:
    _must(
        (entry.version == 1) == (entry.kind == Kind.CREATED),
        "a log begins with created, and only there.",
    )
    _must(entry.time >= match.update_time, "its time is before that of the version before.")
    _must(entry.kind in POSSIBLE, f"an entry of kind {entry.kind} cannot be recomputed.")
    POSSIBLE[entry.kind](match, entry)


def _created(match: AnyMatch, entry: AnyEntry) -> None:
    _must(entry.seat == CREATOR, "who creates a match sits at seat 0.")


def _joined(match: AnyMatch, entry: AnyEntry) -> None:
    require.waiting(match)
    _must(match.seats[entry.seat].player is None, f"seat {entry.seat} was taken.")


def _left(match: AnyMatch, entry: AnyEntry) -> None:
    require.waiting(match)
    _must(match.seats[entry.seat].player is not None, f"nobody sat at seat {entry.seat}.")
    _must(entry.seat != CREATOR, "without its creator, a match is aborted.")


def _started(match: AnyMatch, entry: AnyEntry) -> None:
    require.waiting(match)
    _must(entry.seat == CREATOR, "only the creator, seat 0, starts a match.")
    _must(match.full, "not every seat was taken.")


def _moved(match: AnyMatch, entry: AnyEntry) -> None:
    require.active(match)
    rules = GAMES[match.game].rules
    name = f"seat {entry.seat} cannot play {_printable(rules.notation(entry.move)[:SHOWN])}"
    due = rules.to_move(match.state)
    _must(entry.seat in due, f"{name}; to move was {', '.join(f'seat {seat}' for seat in due)}.")
    try:
        rules.check(match.state, entry.seat, entry.move)
    except RulesError as error:
        raise Refuted(f"{name}. {_printable(str(error))}") from None


def _resigned(match: AnyMatch, entry: AnyEntry) -> None:
    require.active(match)
    _must(not match.seats[entry.seat].resigned, f"seat {entry.seat} had resigned already.")


def _aborted(match: AnyMatch, entry: AnyEntry) -> None:
    require.waiting(match)
    _must(entry.seat == CREATOR, "a match is aborted when its creator, seat 0, leaves.")


POSSIBLE: dict[Kind, Callable[[AnyMatch, AnyEntry], None]] = {
    Kind.CREATED: _created,
    Kind.JOINED: _joined,
    Kind.LEFT: _left,
    Kind.STARTED: _started,
    Kind.MOVE: _moved,
    Kind.RESIGNED: _resigned,
    Kind.ABORTED: _aborted,
}


def _check_result(game: Game, given: GivenMatch, match: AnyMatch) -> None:
    """What the file shows at the end, against the recomputed match."""
    seat = given.your_seat
    if seat is not None:
        taken = 0 <= seat < len(match.seats) and match.seats[seat].player
        _must(bool(taken), f"yourSeat is {_show(seat)}, but nobody sits there.")
    _agree("state", given.state, _state(game, match, seat))
    _agree("lastEvents", given.last_events, _events(game, match, seat))
    _agree("outcome", given.outcome, _outcome(match.outcome))
    _agree("status", given.status, match.status.value)
    _must(match.ended, f"The match has not ended at version {match.version}.")


def _state(game: Game, match: AnyMatch, seat: int | None) -> Json | None:
    if match.state is None:
        return None
    return as_json(game.codec.encode_view(game.rules.view(match.state, seat)))


def _events(game: Game, match: AnyMatch, seat: int | None) -> list[Json]:
    return [
        as_json(game.codec.encode_event(game.rules.event_view(event, seat)))
        for event in match.events
    ]


def _outcome(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    return {
        "scores": list(outcome.scores),
        "ranking": [list(rank) for rank in outcome.ranking],
        "winners": list(outcome.winners),
        "reason": outcome.reason.value,
    }


def _check_envelope(replay: Replay, match: AnyMatch) -> None:
    """The rest: who sits there, when it was, and that nobody is to move any more."""
    given = replay.match
    for index, (shown, seat) in enumerate(zip(given.seats, match.seats, strict=True)):
        free = seat.player is None
        _must(
            (shown.player is None) == free,
            f"seats[{index}].player is {'given' if free else 'null'}, "
            f"but by the log the seat is {'free' if free else 'taken'}.",
        )
        _must(not (free and replay.entropy[index]), f"entropy[{index}] is that of a free seat.")
    _agree("toMove", given.to_move, [])
    _agree("createTime", given.create_time, match.create_time)
    _agree("updateTime", given.update_time, match.update_time)


def _report(game: Game, replay: Replay, match: AnyMatch, shuffles: list[int]) -> list[str]:
    moves = sum(entry.kind == Kind.MOVE for entry in replay.log)
    given = [seat for seat, entropy in enumerate(replay.entropy) if entropy]
    return [
        f"{game.rules.NAME}, match {_printable(match.id)}",
        *(_player_line(match, index) for index in range(len(match.seats))),
        f"commitment  ok: the seed is the promised one; {_at('entropy of seat', given)}",
        f"log         ok: {len(replay.log)} entries in an unbroken chain of hashes",
        f"recomputed  {moves} moves, {_at('shuffles at version', shuffles)}; "
        "state and events agree",
        f"result      {_result(match)}",
        "verified",
    ]


def _at(what: str, numbers: Sequence[int]) -> str:
    """`shuffles at version 2, 48`, or `no shuffles`."""
    return f"{what} {', '.join(map(str, numbers))}" if numbers else f"no {what.split()[0]}"


def _player_line(match: AnyMatch, index: int) -> str:
    player = match.seats[index].player
    if player is None:
        return f"seat {index}      free"
    return f"seat {index}      {_printable(player.display_name)} ({player.kind})"


def _result(match: AnyMatch) -> str:
    outcome = match.outcome
    if outcome is None or not outcome.winners:
        return f"{match.status}, nobody won"
    scores = " : ".join(map(str, outcome.scores))
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"{outcome.reason}, {scores}, won by {winners}"


def _agree(path: str, given: Any, due: Any) -> None:
    for difference in _differences(path, given, due):
        raise Refuted(difference)


def _differences(path: str, given: Any, due: Any) -> Iterator[str]:
    """Every place where `given` is not what it must be, in the order of `due`."""
    if type(given) is not type(due):
        yield f"{path} is {_show(given)}, the recomputed match says {_show(due)}."
    elif isinstance(due, dict):
        yield from _member_differences(path, given, due)
    elif isinstance(due, list):
        yield from _item_differences(path, given, due)
    elif given != due:
        yield f"{path} is {_show(given)}, the recomputed match says {_show(due)}."


def _member_differences(path: str, given: Json, due: Json) -> Iterator[str]:
    for name in due:
        if name not in given:
            yield f"{path}.{name} is missing, the recomputed match says {_show(due[name])}."
        else:
            yield from _differences(f"{path}.{name}", given[name], due[name])
    for name in (name for name in given if name not in due):
        yield f"{path}.{_printable(name)} is given, the recomputed match has no such member."


def _item_differences(path: str, given: list[Any], due: list[Any]) -> Iterator[str]:
    if len(given) != len(due):
        yield f"{path} has {len(given)} items, the recomputed match has {len(due)}."
    for index, (one, other) in enumerate(zip(given, due, strict=False)):
        yield from _differences(f"{path}[{index}]", one, other)


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise Refuted(sentence)


def _once(pairs: list[tuple[str, Any]]) -> Json:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object names a member twice")
    return members


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def _path(parts: Sequence[int | str]) -> str:
    """`("log", 3, "seat")` as `log[3].seat`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def _show(value: Any) -> str:
    """A value of the file as JSON, in ASCII, cut when it is long."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _printable(text: str) -> str:
    """A text of the file without anything that would move a terminal's cursor."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _tell(stream: TextIO, lines: Sequence[str], code: int) -> int:
    """Write the lines, whatever characters the terminal knows; give back the exit code."""
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
