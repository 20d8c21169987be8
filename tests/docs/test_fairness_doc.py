"""`docs/fairness.md` is true: its test vector and the lines that it shows are the engine's.

The verifier in JavaScript, which shares no code with the service, judges docs/vectors."""

import hashlib
import hmac
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import rfc8785
from croupier_game import seeded as chance
from croupier_just4fun import rules as just4fun
from croupier_just4fun import types as just4fun_types
from croupier_livingstone import rules as livingstone
from croupier_livingstone import types as livingstone_types
from croupier_lost_cities import rules, types
from croupier_match import terms
from croupier_match.chain import canonical, commitment
from croupier_match.evolve import genesis
from croupier_match.match import Kind, Player
from engine import verify
from engine.domain.registry import GAMES

from tests.croupier_match.verify.replays import table
from tests.vectors.tables import OPENED_MS, Table

PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text()
SEED = bytes(range(32)).hex()
MATCH_ID = "kqFT0Yg1Qm2n3o4p5q6r7s"
ENTROPY = "c0ffee"
KEY = chance.match_key(SEED, [ENTROPY, ""], MATCH_ID)
SEALED = bytes(range(32, 64)).hex()
LATER = 46
STONES = ("black", "clear", "blue", "red", "white")


def block(fence: str = "vector") -> str:
    """The lines of a test vector, as the page has them."""
    return PAGE.partition(f"```{fence}\n")[2].partition("```")[0]


def vector() -> dict[str, str]:
    """The test vector of the page: names and values."""
    lines = (line.split(maxsplit=1) for line in block().splitlines())
    return {name: value for name, value in lines}  # noqa: C416


def from_the_engine() -> str:
    """The test vector as the engine computes it."""
    table = match()
    lines = {
        "serverSeed": SEED,
        "commitment": commitment(SEED),
        "seal.entropy": SEALED,
        "seal": hashlib.sha256(b"croupier seal v1" + bytes.fromhex(SEALED)).hexdigest(),
        "id": MATCH_ID,
        "entropy.0": ENTROPY,
        "entropy.1": "null",
        "key": KEY.hex(),
        **deal("start", 0, draws_starter=True),
        **deal("later", LATER, draws_starter=False),
        **forced(),
        **livingstones(),
        **just4funs(),
    }
    lines |= {
        "terms.json": agreed(table.replay()["match"]),
        "terms": terms.terms(GAMES.of(table.match), table.match),
    }
    for entry in table.replay()["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        lines |= {
            f"log.{entry['version']}.json": canonical(hashed).decode(),
            f"log.{entry['version']}.salt": salt(entry["version"]),
            f"log.{entry['version']}.prev": entry["prev"],
            f"log.{entry['version']}.hash": entry["hash"],
        }
    return listed(lines)


def agreed(match: dict[str, Any]) -> str:
    """The canonical JSON of what the terms are the hash of."""
    names = ("id", "game", "rulesVersion", "options", "goneAfter", "deal", "start", "undoMode")
    of_the_deal = {name: match["fairness"][name] for name in ("recipe", "commitment")}
    of_the_match = {name: match[name] for name in names}
    return rfc8785.dumps({**of_the_match, **of_the_deal, "clock": None, "reveal": None}).decode()


def listed(lines: dict[str, str]) -> str:
    return "".join(f"{name:<16} {value}\n" for name, value in lines.items())


def luck(step: int) -> chance.SeededChance:
    return chance.SeededChance(KEY, step)


def forced() -> dict[str, str]:
    """The lines of a move that the server draws: its place, and what it draws itself."""
    drawn = luck(9)
    return {
        "forced.step": "9",
        "forced.moves": "17",
        "forced.place": str(drawn.below(17)),
        "forced.die": str(drawn.below(6) + 1),
    }


def livingstones() -> dict[str, str]:
    """The lines of Livingstone: a start, six stones from a full bag, MINE_CRASH, the chests."""
    begun, _ = livingstone.new_game(livingstone.Options(), 2, luck(0))
    numbers = luck(18)
    digging = replace(begun, turn=0, die=6, owed=0, taken=True)
    _, (dug,) = livingstone.apply(digging, 0, livingstone_types.DIG, luck(18))
    crashing = replace(
        digging, turn=1, deck=(livingstone_types.MINE_CRASH,), discard=livingstone_types.CARDS[:5]
    )
    crashed, _ = livingstone.apply(crashing, 1, livingstone_types.DRAW_CARD, luck(28))
    ending = replace(digging, boat=10, pool=(), die=0)
    ended, _ = livingstone.apply(ending, 0, livingstone_types.END_TURN, luck(178))
    assert isinstance(dug, livingstone_types.StonesDrawn)
    assert ended.final
    return {
        "river.step": "0",
        "river.starter": str(begun.starter),
        "river.deck": " ".join(begun.deck),
        "river.dice": " ".join(map(str, begun.pool)),
        "dig.step": "18",
        "dig.numbers": " ".join(str(numbers.below(bound)) for bound in range(60, 54, -1)),
        "dig.stones": counted((*dug.stones, int(dug.white))),
        "crash.step": "28",
        "crash.discards": " ".join(crashing.discard),
        "crash.deck": " ".join(crashed.deck),
        "crash.hand.1": " ".join(crashed.hands[1]),
        "crash.hand.0": " ".join(crashed.hands[0]),
        "chests.step": "178",
        "chests.dice": " ".join(map(str, ended.final.dice)),
    }


def counted(stones: Sequence[int]) -> str:
    named = zip(STONES, stones, strict=True)
    return ", ".join(f"{count} {kind}" for kind, count in named if count)


def just4funs() -> dict[str, str]:
    """The lines of Just4Fun: a start, and a hand that is filled from a deck of two cards."""
    options = just4fun.Options(layout="random")
    begun, _ = just4fun.new_game(options, 2, luck(0))
    start = luck(0)
    start.below(2)
    start.shuffle(begun.layout)
    low = replace(
        begun, turn=1, deck=(7, 12), hands=(begun.hands[0], (1, 2, 3, 19)), discard=(8, 8, 5, 11)
    )
    filled, _ = just4fun.apply(low, 1, just4fun.Move((1, 2, 3)), luck(38))
    return {
        "board.step": "0",
        "board.starter": str(begun.starter),
        "board.layout": " ".join(map(str, begun.layout)),
        "board.deck": " ".join(map(str, start.shuffle(just4fun_types.DECK))),
        "board.hand.0": " ".join(map(str, begun.hands[0])),
        "board.hand.1": " ".join(map(str, begun.hands[1])),
        "refill.step": "38",
        "refill.discards": " ".join(map(str, low.discard)),
        "refill.hand.1": " ".join(map(str, filled.hands[1])),
        "refill.deck": " ".join(map(str, filled.deck)),
    }


def salt(version: int) -> str:
    return hmac.digest(bytes.fromhex(SEED), f"log:{version}".encode(), "sha256").hex()


def dealt(seed: str, options: rules.Options) -> Table:
    """A match of the page's id, of which the first player gives entropy."""
    played = table("page", options)
    played.match = genesis(GAMES.of(played.match), replace(played.match, id=MATCH_ID, seed=seed))
    entry(played, Kind.CREATED, 0, player=Player("ann", "Ann", "human"), entropy=ENTROPY)
    entry(played, Kind.JOINED, 1, player=Player("bob", "Bob", "human"))
    return played


def match() -> Table:
    """The match of the test vector: one discard, and then seat 1 resigns."""
    played = dealt(SEED, rules.Options())
    turn = played.state.turn
    move = rules.Move(played.state.hands[turn][0], types.DISCARD, types.DECK)
    entry(played, Kind.MOVE, turn, move=move)
    entry(played, Kind.RESIGNED, 1)
    return played


def entry(played: Table, kind: Kind, seat: int, **more: Any) -> None:
    """The next entry, so many seconds after the opening as its version, and milliseconds as its
    seat."""
    time_ms = OPENED_MS + 1000 * (played.match.version + 1) + seat
    played.do(kind, seat, time_ms - played.now_ms, **more)


def deal(name: str, step: int, draws_starter: bool) -> dict[str, str]:
    options = rules.Options(start_seat=None if draws_starter else 0)
    state, _ = rules.new_game(options, 2, luck(step))
    drawing = luck(step)
    drawn = {f"{name}.starter": str(drawing.below(2))} if draws_starter else {}
    words = luck(step)
    return {
        f"{name}.step": str(step),
        f"{name}.words": " ".join(str(words.below(chance.WORDS)) for _ in range(10)),
        **drawn,
        f"{name}.deck": " ".join(drawing.shuffle(types.DECKS[5])),
        f"{name}.hand.0": " ".join(state.hands[0]),
        f"{name}.hand.1": " ".join(state.hands[1]),
    }


def test_the_vector_of_the_page_is_the_engines() -> None:
    assert block() == from_the_engine()


def test_the_entries_of_the_vector_are_canonical_json() -> None:
    """By another implementation of RFC 8785 than the engine's."""
    for version in range(1, 5):
        line = vector()[f"log.{version}.json"]
        assert rfc8785.dumps(json.loads(line)) == line.encode()


def test_the_terms_of_the_vector_are_the_hash_of_their_json() -> None:
    text = b"croupier terms v1\0" + vector()["terms.json"].encode()
    assert hashlib.sha256(text).hexdigest() == vector()["terms"] == vector()["log.1.prev"]


def test_words_from_the_limit_on_are_passed_over() -> None:
    words = [4294967280, 4294967295, 67]
    assert f"of the words {', '.join(map(str, words))} the first two are" in " ".join(PAGE.split())
    limit = chance.WORDS - chance.WORDS % 60
    assert [word % 60 for word in words if word < limit] == [7]


def test_the_lines_that_the_page_shows_are_the_verifiers() -> None:
    seed = random.Random(1).randbytes(32).hex()
    played = dealt(seed, rules.Options(rounds=2)).played()
    for line in verify.verify(played.replay()):
        assert f"    {unnumbered(line)}\n" in unnumbered(PAGE)


def unnumbered(text: str) -> str:
    """The text with every number replaced."""
    return re.sub(r"-?\d+", "#", text)
