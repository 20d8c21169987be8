"""Forgeries of open deals: what a liar could do to an honest replay, also by hashing anew.

Each has the kind of check by which at the latest it is found; docs/fairness.md lists these.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from croupier_game.seeded import seeded_chance
from croupier_match.chain import commitment
from croupier_match.evolve import evolve
from croupier_match.verify import decoding
from croupier_match.verify.replaying import genesis
from croupier_match.verify.schema import game_of, parse
from engine.domain.registry import GAMES

from tests.croupier_match.verify.replays import OTHER, Tamper, both, put, rehash, renumber
from tests.vectors.tables import Json

FORM, HASHES, SEATS, ORDER, MOVES, RESULT = "form", "hashes", "seats", "order", "moves", "result"
OTHER_ID = "kqFT0Yg1Qm2n3o4p5q6r7s"
EARLIER = "2026-03-01T11:59:59.000Z"


@dataclass(frozen=True)
class Forgery:
    """What is done to the replay of the way `of`, and the check that finds it at the latest."""

    name: str
    check: str
    tamper: Tamper
    of: str = "ticket with entropy"


def hashed(*tampers: Tamper) -> Tamper:
    """The log is hashed anew after all that, which takes the seed."""
    return both(*tampers, rehash)


def without(version: int) -> Tamper:
    def tamper(replay: Json) -> None:
        del replay["log"][version - 1]

    return tamper


def twice(version: int) -> Tamper:
    def tamper(replay: Json) -> None:
        replay["log"].insert(version, copy.deepcopy(replay["log"][version - 1]))

    return tamper


def exchanged(version: int) -> Tamper:
    """The entry of a version, and the one after it."""

    def tamper(replay: Json) -> None:
        log = replay["log"]
        log[version - 1], log[version] = log[version], log[version - 1]

    return tamper


def appended(**members: Any) -> Tamper:
    def tamper(replay: Json) -> None:
        replay["log"].append(replay["log"][-1] | {"seat": 0, "move": None} | members)

    return both(tamper, renumber)


def other_seed(replay: Json) -> None:
    """Another seed, with the commitment to it."""
    replay["serverSeed"] = replay["match"]["fairness"]["serverSeed"] = OTHER
    replay["match"]["fairness"]["commitment"] = commitment(OTHER)


def other_turn(replay: Json) -> None:
    """The first move, as if by the other seat."""
    first = first_move(replay)
    first["seat"] = 1 - first["seat"]


def other_move(replay: Json) -> None:
    """The first move, as if it had been the last one."""
    moves = [entry for entry in replay["log"] if entry["kind"] == "move"]
    moves[0]["move"] = copy.deepcopy(moves[-1]["move"])


def no_move(replay: Json) -> None:
    first_move(replay)["move"] = {}


def first_move(replay: Json) -> Json:
    return next(entry for entry in replay["log"] if entry["kind"] == "move")


def entropy_exchanged(replay: Json) -> None:
    replay["entropy"].reverse()


def one_player(replay: Json) -> None:
    seats = replay["match"]["seats"]
    seats[1]["player"]["id"] = seats[0]["player"]["id"]


def third_entropy(replay: Json) -> None:
    replay["entropy"].append(None)


def scores_exchanged(replay: Json) -> None:
    replay["match"]["outcome"]["scores"][0] += 1


def late_version(replay: Json) -> int:
    """The version of the first time-out."""
    versions: Iterator[int] = (
        entry["version"] for entry in replay["log"] if entry["kind"] == "timeout"
    )
    return next(versions)


def at_timeout(offset: int, **members: Any) -> Tamper:
    """Members of the first time-out, or of an entry so many after it."""

    def tamper(replay: Json) -> None:
        replay["log"][late_version(replay) - 1 + offset] |= members

    return hashed(tamper)


def timeout_left_out(replay: Json) -> None:
    del replay["log"][late_version(replay) - 1]
    renumber(replay)


def forced_left_out(replay: Json) -> None:
    del replay["log"][late_version(replay)]
    renumber(replay)


def other_random_move(replay: Json) -> None:
    """Another legal move than the first that was drawn for a seat: that comes at once."""
    parsed = parse(replay)
    game, time = game_of(GAMES, parsed), ""
    match = genesis(game, parsed)
    for given, entry in zip(parsed.log, replay["log"], strict=True):
        if given.kind == "move" and given.time == time:
            legal = GAMES[match.game].rules.legal_moves(match.state, given.seat)
            moves = [game.wire.move_json(move) for move in legal]
            if others := [move for move in moves if move != entry["move"]]:
                entry["move"] = others[0]
                break
        time = given.time
        match = evolve(GAMES.of(match), match, decoding.entry(game, parsed, given), seeded_chance)
    rehash(replay)


OPEN = (
    Forgery("an id that is too short", FORM, put("match.id", OTHER_ID[1:])),
    Forgery("an id with a dot", FORM, put("match.id", OTHER_ID[1:] + ".")),
    Forgery("an id with a line break", FORM, put("match.id", OTHER_ID + "\n")),
    Forgery("a recipe that is none", FORM, put("match.fairness.recipe", 3)),
    Forgery("a recipe that is none any more", FORM, put("match.fairness.recipe", 1)),
    Forgery("rules that are none", FORM, put("match.rulesVersion", 2)),
    Forgery("a game that is none", FORM, put("match.game", "chess")),
    Forgery("half a seed", FORM, put("serverSeed", OTHER[:32])),
    Forgery("a seed in capitals", FORM, put("serverSeed", OTHER.upper())),
    Forgery("a time without a zone", FORM, put("match.createTime", EARLIER[:-1])),
    Forgery("a day that never was", FORM, put("log.3.time", "2026-02-30T12:00:00.000Z")),
    Forgery("a kind that is none", FORM, hashed(put("log.2.kind", "bribed"))),
    Forgery("33 bytes of entropy", FORM, put("entropy.0", "00" * 33)),
    Forgery("another seed", HASHES, put("serverSeed", OTHER)),
    Forgery("another commitment", HASHES, put("match.fairness.commitment", OTHER)),
    Forgery("two games", HASHES, put("game", "chess")),
    Forgery("two seeds", HASHES, put("match.fairness.serverSeed", OTHER)),
    Forgery("another seed, committed to", HASHES, other_seed),
    Forgery("another move", HASHES, other_move),
    Forgery("another time", HASHES, put("log.4.time", EARLIER)),
    Forgery("another kind", HASHES, put("log.2.kind", "resigned")),
    Forgery("another seat", HASHES, put("log.2.seat", 7)),
    Forgery("another hash", HASHES, put("log.2.hash", OTHER)),
    Forgery("another prev", HASHES, put("log.2.prev", OTHER)),
    Forgery("another first prev", HASHES, put("log.0.prev", OTHER)),
    Forgery("one more member", HASHES, put("log.2.note", "!")),
    Forgery("another logHead", HASHES, put("match.fairness.logHead", OTHER)),
    Forgery("an entry left out", HASHES, without(4)),
    Forgery("the last entry left out", HASHES, without(11)),
    Forgery("an entry twice", HASHES, twice(4)),
    Forgery("two entries exchanged", HASHES, exchanged(4)),
    Forgery("another version", HASHES, put("match.version", 9)),
    Forgery("seats in another order", SEATS, put("match.seats.1.index", 0)),
    Forgery("one player at two seats", SEATS, one_player),
    Forgery("entropy of one seat too many", SEATS, third_entropy),
    Forgery("two copies of the options", RESULT, put("options.startSeat", 0)),
    Forgery("a creator elsewhere", ORDER, hashed(put("log.0.seat", 1))),
    Forgery("two creations", ORDER, hashed(put("log.1.kind", "created"))),
    Forgery("no creation", ORDER, hashed(put("log.0.kind", "joined"))),
    Forgery("a seat taken twice", ORDER, hashed(put("log.1.seat", 0))),
    Forgery("a seat that is none", ORDER, hashed(put("log.2.seat", 2))),
    Forgery("a negative seat", ORDER, hashed(put("log.2.seat", -1))),
    Forgery("a move that is null", ORDER, hashed(put("log.2.move", None))),
    Forgery("a join with a move", ORDER, hashed(put("log.1.move", {}))),
    Forgery("a start after the start", ORDER, hashed(put("log.10.kind", "started"))),
    Forgery("a leave after the start", ORDER, hashed(put("log.10.kind", "left"))),
    Forgery("a leaving creator after the start", ORDER, hashed(put("log.10.kind", "aborted"))),
    Forgery("a time-out without a clock", ORDER, hashed(put("log.10.kind", "timeout"))),
    Forgery("an entry after the end", ORDER, appended(kind="resigned")),
    Forgery("a time before the last", ORDER, hashed(put("log.5.time", EARLIER))),
    Forgery("a note of a player", ORDER, hashed(put("log.2.note", "!"))),
    Forgery("a remark", FORM, hashed(put("log.2.remark", "!"))),
    Forgery("an abort by somebody else", ORDER, hashed(put("log.8.seat", 1)), "ticket"),
    Forgery("a note without words", ORDER, hashed(put("log.8.note", "")), "ticket"),
    Forgery("a note of other letters", ORDER, hashed(put("log.8.note", "Schluß!")), "ticket"),
    Forgery("a note of two lines", ORDER, hashed(put("log.8.note", "No\nmore")), "ticket"),
    Forgery("a start by somebody else", ORDER, hashed(put("match.start", "manual")), "left"),
    Forgery("another's turn", MOVES, hashed(other_turn)),
    Forgery("a later move at first", MOVES, hashed(other_move)),
    Forgery("a move that is empty", MOVES, hashed(no_move)),
    Forgery("a move left out", RESULT, both(without(3), renumber)),
    Forgery("two moves exchanged", ORDER, both(exchanged(3), renumber)),
    Forgery("another seed, hashed anew", MOVES, hashed(other_seed)),
    Forgery("other entropy", MOVES, put("entropy.1", "c0ffef")),
    Forgery("no entropy", MOVES, put("entropy.1", None)),
    Forgery("entropy exchanged", MOVES, entropy_exchanged),
    Forgery("a start that is manual", ORDER, hashed(put("match.start", "manual"))),
    Forgery("other eyes", RESULT, put("match.yourSeat", 1)),
    Forgery("no eyes", RESULT, put("match.yourSeat", None)),
    Forgery("eyes of nobody", RESULT, put("match.yourSeat", 2)),
    Forgery("no table", RESULT, put("match.state", None)),
    Forgery("another beginner", RESULT, put("match.state.starter", 7)),
    Forgery("true for a number", RESULT, put("match.state.starter", True)),
    Forgery("more on the table", RESULT, put("match.state.luck", 7)),
    Forgery("less on the table", RESULT, lambda it: it["match"]["state"].pop("deckSize")),
    Forgery("a card more in the deck", RESULT, put("match.state.deckSize", 60)),
    Forgery("a hand of five jokers", RESULT, put("match.state.hand", ["?"] * 5)),
    Forgery("events", RESULT, put("match.lastEvents", [{}])),
    Forgery("another score", RESULT, scores_exchanged),
    Forgery("another ranking", RESULT, put("match.outcome.ranking", [[0], [1]])),
    Forgery("one place for all", RESULT, put("match.outcome.ranking", [[0, 1]])),
    Forgery("another winner", RESULT, put("match.outcome.winners", [0])),
    Forgery("no winner", RESULT, put("match.outcome.winners", [])),
    Forgery("another reason", RESULT, put("match.outcome.reason", "completed")),
    Forgery("no outcome", RESULT, put("match.outcome", None)),
    Forgery("another status", RESULT, put("match.status", "aborted")),
    Forgery("a player gone", RESULT, put("match.seats.1.player", None)),
    Forgery("a seat that did not resign", RESULT, put("match.seats.0.resigned", False)),
    Forgery("somebody to move", RESULT, put("match.toMove", [0])),
    Forgery("another time of creation", RESULT, put("match.createTime", EARLIER)),
    Forgery("another last time", RESULT, put("match.updateTime", "2027-01-01T00:00:00.000Z")),
    Forgery(
        "a time-out too early", MOVES, at_timeout(0, time="2026-03-01T12:00:30.000Z"), "overdue"
    ),
    Forgery("a time-out of another seat", MOVES, at_timeout(0, seat=-1), "overdue"),
    Forgery("a resignation too late", MOVES, at_timeout(0, kind="resigned"), "overdue"),
    Forgery("no time-out", MOVES, timeout_left_out, "overdue"),
    Forgery("no random move", MOVES, forced_left_out, "overdue"),
    Forgery(
        "a random move later", MOVES, at_timeout(1, time="2027-01-01T00:00:00.000Z"), "overdue"
    ),
    Forgery("a slower clock", MOVES, hashed(put("match.clock.perMove", "31s")), "overdue"),
    Forgery("two clocks in one", RESULT, hashed(put("match.clock.bank", "5s")), "overdue"),
    Forgery(
        "a clock that forfeits", ORDER, hashed(put("match.clock.onTimeout", "forfeit")), "overdue"
    ),
    Forgery("no clock", ORDER, hashed(put("match.clock", None)), "overdue"),
    Forgery("a deadline after the end", RESULT, put("match.clock.deadline", EARLIER), "overdue"),
    Forgery("a seat's after the end", RESULT, put("match.clock.deadlines.0", EARLIER), "overdue"),
    Forgery("other banks", RESULT, put("match.clock.banks", ["1s", "1s"]), "forfeited"),
    Forgery(
        "a smaller increment", RESULT, hashed(put("match.clock.increment", "1.5s")), "forfeited"
    ),
    Forgery("a creator who stayed", RESULT, put("entropy.0", "00"), "aborted"),
    Forgery("another id", MOVES, hashed(put("match.id", OTHER_ID))),
    Forgery("another random move", MOVES, other_random_move, "overdue"),
)

OPEN_ONLY = frozenset({"a move left out", "other entropy", "no entropy", "entropy exchanged"})
"""Those that are about other entries in a sealed deal, in which the first moves come later."""
