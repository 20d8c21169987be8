"""A second verifier, written from `docs/fairness.md` alone: not a line of the engine is used.

It follows the cards and the hashes, and takes the score on trust. Run it as
`python tests/docs/independent_verifier.py replay.json`.
"""

import copy
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COLORS = "RWYBGP"
RANKS = ["x", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
PILES = ["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
Json = dict[str, Any]


def commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def seal(entropy: str) -> str:
    return hashlib.sha256(b"croupier seal v1" + bytes.fromhex(entropy)).hexdigest()


def match_key(seed: str, entropy: list[str | None], match_id: str = "") -> bytes:
    """That of recipe 2; without an id, of recipe 1."""
    parts = [bytes.fromhex(each or "") for each in entropy]
    label = "croupier chance v2" + match_id if match_id else "croupier chance v1"
    message = label.encode() + b"".join(bytes([len(part)]) + part for part in parts)
    return hmac.digest(bytes.fromhex(seed), message, "sha256")


def words(key: bytes, version: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, b"%d:%d" % (version, block), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(row: Iterator[int], bound: int) -> int:
    limit = 2**32 - 2**32 % bound
    while (word := next(row)) >= limit:
        pass
    return word % bound


def shuffle(row: Iterator[int], cards: list[str]) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(row, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def by_color_and_rank(card: str) -> tuple[int, int]:
    return COLORS.index(card[0]), RANKS.index(card[1:])


def deal(row: Iterator[int], colors: int) -> tuple[list[str], list[list[str]]]:
    """The shuffled deck as a whole, and the hands from its top, sorted."""
    deck = [color + rank for color in COLORS[:colors] for rank in ["x", "x", *RANKS]]
    shuffle(row, deck)
    return deck, [sorted(hand, key=by_color_and_rank) for hand in (deck[-8:], deck[-16:-8])]


def salt(seed: str, version: int) -> bytes:
    return hmac.digest(bytes.fromhex(seed), b"log:%d" % version, "sha256")


def canonical(entry: Json) -> str:
    hashed = {name: value for name, value in entry.items() if name not in ("prev", "hash")}
    return json.dumps(hashed, sort_keys=True, separators=(",", ":"))


def entry_hash(seed: str, prev: str, entry: Json) -> str:
    salted = bytes.fromhex(prev) + salt(seed, entry["version"])
    return hashlib.sha256(salted + canonical(entry).encode()).hexdigest()


def check_hashes(replay: Json) -> None:
    """Raise ValueError unless the seed was the promised one and the log is one chain."""
    seed, fairness = replay["serverSeed"], replay["match"]["fairness"]
    head = hashlib.sha256().hexdigest()
    must(commitment(seed) == fairness["commitment"], "commitment")
    for version, entry in enumerate(replay["log"], 1):
        must(entry["version"] == version and entry["prev"] == head, f"version {version}: prev")
        head = entry_hash(seed, head, entry)
        must(entry["hash"] == head, f"version {version}: hash")
    must(fairness["logHead"] == head, "logHead")


class Steps:
    """The words of each entry, the entry that starts the match, and whom the server moves for."""

    def __init__(self, replay: Json) -> None:
        match = replay["match"]
        self.second = match["fairness"].get("recipe") == 2
        match_id = match["id"] if self.second else ""
        self.key = match_key(replay["serverSeed"], replay["entropy"], match_id)
        self.begun = start(replay["log"]) if match.get("state", True) else 0
        self.random = (match.get("clock") or {}).get("onTimeout") == "random"
        self.gone: set[int] = set()
        self.late: int | None = None
        self.from_version = [0]

    def row(self, entry: Json) -> Iterator[int]:
        """The words that are left for the entry itself, once the server has drawn the move."""
        begun = entry["version"] == self.begun and self.second
        first = entry["version"] if begun else self.from_version[-1]
        row = words(self.key, entry["version"] - first)
        if entry["kind"] in ("asked", "agreed", "refused"):
            first += 1
        if entry["kind"] == "undone":
            first = self.from_version[entry["to"]] + entry["version"] - entry["to"]
        self.from_version.append(first)
        if entry["kind"] == "resigned" or (entry["kind"] == "timeout" and not self.random):
            self.gone.add(entry["seat"])
        forced = entry["kind"] == "move" and entry["seat"] in {*self.gone, self.late}
        self.late = entry["seat"] if entry["kind"] == "timeout" else None
        if forced and self.second:
            # Which of the legal moves, of which there are too few to skip a word for.
            next(row)
        return row


def start(log: list[Json]) -> int:
    """The version that starts a match that has begun."""
    versions: dict[str, int] = {entry["kind"]: entry["version"] for entry in log}
    return versions.get("revealed") or versions.get("started") or versions["joined"]


class Followed:
    """A game that its log leads on, and back to how it was where moves are taken back."""

    def follow(self, replay: Json) -> None:
        steps = Steps(replay)
        goes_back = any(entry["kind"] == "undone" for entry in replay["log"])
        kept = [self.kept()]
        for entry in replay["log"]:
            self.row = steps.row(entry)
            if entry["kind"] == "undone":
                vars(self).update(copy.deepcopy(kept[entry["to"]]))
            self.step(entry, entry["version"] == steps.begun)
            kept.append(self.kept() if goes_back else {})

    def kept(self) -> Json:
        passing = ("row", "log")
        return copy.deepcopy({name: it for name, it in vars(self).items() if name not in passing})

    def step(self, entry: Json, begins: bool) -> None:
        """What an entry does, the one that `begins` the match among them."""
        raise NotImplementedError


class Cards(Followed):
    """The cards of a match as its log moves them, and the hands of each deal by its version."""

    def __init__(self, replay: Json) -> None:
        self.options, self.starter = replay["options"], replay["options"].get("startSeat")
        self.deals: dict[int, list[list[str]]] = {}
        self.follow(replay)

    def step(self, entry: Json, begins: bool) -> None:
        if begins:
            self.deal(entry["version"])
        elif entry["kind"] == "move":
            self.move(entry["version"], entry["seat"], **entry["move"])

    def deal(self, version: int) -> None:
        if self.starter is None:
            self.starter = below(self.row, 2)
        deck, self.hands = deal(self.row, self.options["colors"])
        self.deals[version] = [list(hand) for hand in self.hands]
        self.piles: dict[str, list[str]] = {"DECK": deck[:-16]} | {pile: [] for pile in PILES}
        self.idle = 0

    def move(self, version: int, seat: int, card: str, place: str, draw: str) -> None:
        must(card in self.hands[seat], f"version {version}: {card} is not in the hand")
        self.hands[seat].remove(card)
        if place == "DISCARD":
            self.piles[PILES[COLORS.index(card[0])]].append(card)
        must(bool(self.piles[draw]), f"version {version}: {draw} is empty")
        self.hands[seat].append(self.piles[draw].pop())
        self.idle = 0 if draw == "DECK" else self.idle + 1
        stalled = self.idle == self.options["maxTurnsWithoutDeckDraw"] != 0
        if (stalled or not self.piles["DECK"]) and len(self.deals) < self.options["rounds"]:
            self.deal(version)


def must(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text())
    check_hashes(given)
    sys.stdout.write(f"{len(Cards(given).deals)} deals, {len(given['log'])} entries: all right\n")
