"""Replays of Lost Cities for tests of the verifier: honest ones, and ways to tamper with them."""

import copy
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from engine.domain import hash_chain, reducer, terms
from engine.domain.chance import seeded_chance
from engine.domain.match import Access, Deal, Entry, Kind, Match, Player, Seat, StartMode, Status
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.domain.sealing import seal_of
from engine.games.lost_cities import rules, types
from engine.games.proto_json import as_json
from engine.rpc import encode
from engine.service.past import MatchVersion
from engine.service.queries import LoggedEntry
from engine.verify import verify
from engine.verify.errors import NotAReplay, Refuted

Json = dict[str, Any]


ANN, BOB, CARL = (Player(name.lower(), name, "human") for name in ("Ann", "Bob", "Carl"))


SHORT = rules.Options(rounds=1, max_turns_without_deck_draw=4)


ENTROPY = ("00ff", "c0ffee" * 10)
SECRETS = ("ab" * 32, "cd" * 32)
"""The entropy of sealed deals."""


@dataclass
class Table:
    """A match and its log, played without a server, from one seed."""

    seed: int
    options: rules.Options = SHORT
    start: StartMode = StartMode.AUTO
    reveal_ms: int = 0
    log: list[AnyEntry] = field(default_factory=list)

    def __post_init__(self) -> None:
        sys.stdout.write(f"seed {self.seed}\n")
        self.random = random.Random(self.seed)
        self.match: AnyMatch = reducer.genesis(
            Match(
                id="kqFT0Yg1Qm2n3o4p5q6r7s",
                game=rules.ID,
                rules_version=rules.VERSION,
                options=self.options,
                access=Access.PUBLIC,
                start=self.start,
                invite_code="",
                seed=self.random.randbytes(32).hex(),
                seats=(Seat(), Seat()),
                deal=Deal.SEALED if self.reveal_ms else Deal.OPEN,
                reveal_ms=self.reveal_ms,
            )
        )

    def do(
        self,
        kind: Kind,
        seat: int,
        player: Player | None = None,
        entropy: str = "",
        move: rules.Move | None = None,
        note: str = "",
        **sealing: Any,
    ) -> "Table":
        version = self.match.version + 1
        time = f"2026-03-01T12:{version // 60 % 60:02}:{version % 60:02}.{seat:03}Z"
        time = sealing.pop("time", time)
        entry = Entry(version, kind, seat, time, move, player, entropy, note, **sealing)
        self.match = reducer.advance(self.match, entry, seeded_chance)
        self.log.append(entry)
        return self

    def seated(self, *entropy: str) -> "Table":
        first, second = entropy or ("", "")
        return self.do(Kind.CREATED, 0, ANN, first).do(Kind.JOINED, 1, BOB, second)

    def bound(self, *entropy: str) -> "Table":
        """Both seats taken, each with the seal of its entropy."""
        first, second = map(seal_of, entropy)
        self.do(Kind.CREATED, 0, ANN, seal=first)
        return self.do(Kind.JOINED, 1, BOB, seal=second)

    def revealed(self, *entropy: str) -> "Table":
        """All entropy revealed, the last seat first."""
        for seat, each in reversed([*enumerate(entropy)]):
            self.do(Kind.REVEALED, seat, entropy=each)
        return self

    def played(self, turns: int = 10_000) -> "Table":
        """Random legal moves, to the end or so many; more from the deck than from the piles."""
        while turns and self.match.status == Status.ACTIVE:
            state: Any = self.match.state
            moves = rules.legal_moves(state, state.turn)
            fast = [move for move in moves if move.draw == types.DECK]
            chosen = self.random.choice(fast if self.random.random() < 0.8 else moves)
            self.do(Kind.MOVE, state.turn, move=chosen)
            turns -= 1
        return self

    def replay(self, seat: int | None = None) -> Json:
        """What the server answers to `seat`, by way of its own messages."""
        message = pb.Replay(
            match=encode.match(self.match, seat),
            entropy=[place.entropy for place in self.match.seats],
            log=[encode.log_entry(GAMES[self.match.game], each) for each in self.logged()],
        )
        return public(as_json(message))

    def past(self) -> Iterator[MatchVersion]:
        """The match at each version, and the entry that made it."""
        versions = reducer.replay(self.match, self.log, seeded_chance)
        return map(MatchVersion, versions, self.log)

    def logged(self) -> Iterator[LoggedEntry]:
        prev = terms.terms(self.match)
        for past in self.past():
            yield LoggedEntry(past.entry, prev, past.match.log_head)
            prev = past.match.log_head


def public(message: Json) -> Json:
    """A replay message in the words of the public contract."""
    match = message["match"]
    match |= {
        "status": word(match["status"]),
        "start": word(match["start"]),
        "access": word(match["access"]),
        "deal": word(match["deal"]),
        "undoMode": word(match["undoMode"]),
        "fairness": public_fairness(match["fairness"]),
        "options": match["options"]["lostCities"],
        "yourSeat": match.get("yourSeat"),
        "clock": None,
        "lastEvents": [event["lostCities"] for event in match["lastEvents"]],
        "seats": [{"player": None} | seat for seat in match["seats"]],
        "outcome": public_outcome(match["outcome"]) if "outcome" in match else None,
    }
    del match["silent"]
    match["state"] = match.pop("view", {"lostCities": None})["lostCities"]
    for seat in match["seats"]:
        if seat["player"]:
            seat["player"]["kind"] = word(seat["player"]["kind"])
    return {
        "match": match,
        "game": match["game"],
        "options": copy.deepcopy(match["options"]),
        "serverSeed": match["fairness"]["serverSeed"],
        "entropy": [entropy or None for entropy in message["entropy"]],
        "log": [public_entry(entry) for entry in message["log"]],
    }


def public_fairness(fairness: Json) -> Json:
    """Of a sealed deal with its members, and of an open one without."""
    names = ("commitment", "serverSeed", "logHead", "recipe", "terms")
    shown = {name: fairness[name] for name in names}
    if not fairness["revealMs"]:
        return shown
    return shown | {
        "reveal": f"{fairness['revealMs'] // 1000}s",
        "seals": [seal or None for seal in fairness["seals"]],
        "toReveal": fairness["toReveal"],
        "revealBy": fairness["revealBy"] or None,
    }


def public_outcome(outcome: Json) -> Json:
    ranking = [rank["seats"] for rank in outcome["ranking"]]
    return outcome | {"ranking": ranking, "reason": word(outcome["reason"])}


def public_entry(entry: Json) -> Json:
    move = entry.pop("move", {"lostCities": None})["lostCities"]
    # As the server writes it: what is not there has no member, since all members are hashed.
    for name in ("withheld", "needs"):
        if not entry[name]:
            del entry[name]
    if "toVersion" in entry:
        entry["to"] = entry.pop("toVersion")
    return entry | {"kind": word(entry["kind"]), "move": move}


def word(name: str) -> str:
    """`MATCH_STATUS_FINISHED` as `finished`."""
    return name.rpartition("_")[2].lower()


AGREED = ("id", "game", "rulesVersion", "options", "deal", "start", "undoMode")
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
    return terms.hash_of(agreed)


def rehash(replay: Json, *settings: str) -> None:
    """Hash what was agreed, these other settings included, and the log anew: as only who knows the
    seed can."""
    prev = replay["match"]["fairness"]["terms"] = terms_of(replay["match"], *settings)
    for entry in replay["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        entry["prev"], prev = prev, hash_chain.entry_hash(replay["serverSeed"], prev, hashed)
        entry["hash"] = prev
    replay["match"]["fairness"]["logHead"] = prev


def renumber(replay: Json) -> None:
    for version, entry in enumerate(replay["log"], 1):
        entry["version"] = version
    replay["match"]["version"] = len(replay["log"])
    rehash(replay)


def rematch(table: Table) -> Table:
    state: Any = table.match.state
    again = rules.rematch_options(state, keep_score=True)
    assert again.carried_scores == table.match.outcome.scores  # type: ignore[union-attr]
    return Table(table.seed + 1, again)


def manual(seed: int) -> Table:
    return Table(seed, start=StartMode.MANUAL).seated(*ENTROPY).do(Kind.STARTED, 0)


def rejoined(seed: int) -> Table:
    table = Table(seed, start=StartMode.MANUAL).seated("aa", "bb").do(Kind.LEFT, 1)
    return table.do(Kind.JOINED, 1, CARL, "cc").do(Kind.STARTED, 0)


def sealed(seed: int, start: StartMode = StartMode.AUTO) -> Table:
    """A table of a sealed deal, of which all entropy is to be revealed."""
    table = Table(seed, start=start, reveal_ms=20_000).bound(*SECRETS)
    return table.do(Kind.STARTED, 0) if start == StartMode.MANUAL else table


def withheld(seed: int) -> Table:
    table = sealed(seed).do(Kind.REVEALED, 1, entropy=SECRETS[1])
    time = table.match.reveal_by
    return table.do(Kind.ABORTED, 0, withheld=(0,), time=time)


HONEST: dict[str, Callable[[int], Table]] = {
    "one round": lambda seed: Table(seed).seated().played(),
    "defaults": lambda seed: Table(seed, rules.Options()).seated().played(),
    "purple": lambda seed: Table(seed, replace(SHORT, colors=6)).seated().played(),
    "three rounds of purple": lambda seed: (
        Table(seed, replace(SHORT, rounds=3, colors=6)).seated(*ENTROPY).played()
    ),
    "seat 1 starts": lambda seed: Table(seed, replace(SHORT, start_seat=1)).seated().played(),
    "entropy": lambda seed: Table(seed).seated(*ENTROPY).played(),
    "entropy of one": lambda seed: Table(seed).seated("", "00").played(),
    "manual start": lambda seed: manual(seed).played(),
    "left and joined again": lambda seed: rejoined(seed).played(),
    "resigned": lambda seed: Table(seed).seated().played(5).do(Kind.RESIGNED, 1),
    "resigned at once": lambda seed: Table(seed).seated().do(Kind.RESIGNED, 0),
    "aborted alone": lambda seed: Table(seed).do(Kind.CREATED, 0, ANN).do(Kind.ABORTED, 0),
    "aborted in company": lambda seed: (
        Table(seed, start=StartMode.MANUAL).seated(*ENTROPY).do(Kind.ABORTED, 0)
    ),
    "aborted by an operator": lambda seed: (
        Table(seed).seated(*ENTROPY).played(9).do(Kind.ABORTED, 0, note='He said "no" \\o/')
    ),
    "left and joined again, rounds": lambda seed: (
        Table(seed, rules.Options(), StartMode.MANUAL)
        .seated("aa", "bb")
        .do(Kind.LEFT, 1)
        .do(Kind.JOINED, 1, CARL, "cc")
        .do(Kind.STARTED, 0)
        .played()
    ),
    "sealed": lambda seed: sealed(seed).revealed(*SECRETS).played(),
    "sealed, manual start": lambda seed: (
        sealed(seed, StartMode.MANUAL).revealed(*SECRETS).played(5).do(Kind.RESIGNED, 1)
    ),
    "sealed and withheld": withheld,
    "sealed and aborted by an operator": lambda seed: (
        sealed(seed).do(Kind.REVEALED, 1, entropy=SECRETS[1]).do(Kind.ABORTED, 0, note="why")
    ),
    "sealed and left": lambda seed: (
        Table(seed, reveal_ms=20_000)
        .do(Kind.CREATED, 0, ANN, seal=seal_of(SECRETS[0]))
        .do(Kind.ABORTED, 0)
    ),
    "rematch": lambda seed: rematch(Table(seed).seated().played()).seated().played(),
}


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
    table = Table(11, rules.Options(rounds=1)).seated("", "c0ffee").played(5)
    return table.do(Kind.RESIGNED, 1).replay(seat=0)


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
