"""`docs/fairness.md` is true: its test vector is the engine's, and a verifier written
from the page alone agrees with the engine about random matches."""

import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from engine import chance, changes, fairness, verify
from engine.match import Kind
from engine.rules import lost_cities as rules

from tests.docs import independent_verifier as stranger
from tests.engine.test_verify import HONEST, Table

PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text()
FENCE = "```vector\n"
SEED = bytes(range(32)).hex()
ENTROPY = "c0ffee"
START, LATER = 2, 48


def block() -> str:
    """The lines of the test vector, as the page has them."""
    return PAGE.partition(FENCE)[2].partition("```")[0]


def vector() -> dict[str, str]:
    """The test vector of the page: names and values."""
    lines = (line.split(maxsplit=1) for line in block().splitlines())
    return {name: value for name, value in lines}  # noqa: C416


def from_the_engine() -> str:
    """The test vector as the engine computes it."""
    table = match()
    lines = {
        "serverSeed": SEED,
        "commitment": fairness.commitment(SEED),
        "entropy.0": ENTROPY,
        "entropy.1": "null",
        "key": chance.match_key(SEED, [ENTROPY, ""]).hex(),
        **deal("start", START, draws_starter=True),
        **deal("later", LATER, draws_starter=False),
    }
    for entry in table.replay()["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        lines |= {
            f"log.{entry['version']}.json": fairness.canonical(hashed).decode(),
            f"log.{entry['version']}.salt": salt(entry["version"]),
            f"log.{entry['version']}.prev": entry["prev"],
            f"log.{entry['version']}.hash": entry["hash"],
        }
    return "".join(f"{name:<16} {value}\n" for name, value in lines.items())


def salt(version: int) -> str:
    return hmac.digest(bytes.fromhex(SEED), f"log:{version}".encode(), "sha256").hex()


def match() -> Table:
    """The match of the test vector: one discard, and then seat 1 resigns."""
    table = Table(0, rules.Options())
    table.match = replace(table.match, seed=SEED)
    state: Any = table.seated(ENTROPY, "").match.state
    move = rules.Move(state.hands[state.turn][0], rules.DISCARD, rules.DECK)
    return table.do(Kind.MOVE, state.turn, move=move).do(Kind.RESIGNED, 1)


def deal(name: str, version: int, draws_starter: bool) -> dict[str, str]:
    key = chance.match_key(SEED, [ENTROPY, ""])
    options = rules.Options(start_seat=None if draws_starter else 0)
    state, _ = rules.new_game(options, 2, chance.SeededChance(key, version))
    luck = chance.SeededChance(key, version)
    drawn = {f"{name}.starter": str(luck.below(2))} if draws_starter else {}
    words = chance.SeededChance(key, version)
    return {
        f"{name}.version": str(version),
        f"{name}.words": " ".join(str(words.below(chance.WORDS)) for _ in range(10)),
        **drawn,
        f"{name}.deck": " ".join(luck.shuffle(rules.DECKS[5])),
        f"{name}.hand.0": " ".join(state.hands[0]),
        f"{name}.hand.1": " ".join(state.hands[1]),
    }


def test_the_vector_of_the_page_is_the_engines() -> None:
    assert block() == from_the_engine()


def test_a_stranger_computes_the_vectors_chance() -> None:
    given = vector()
    assert stranger.commitment(given["serverSeed"]) == given["commitment"]
    key = stranger.match_key(given["serverSeed"], [given["entropy.0"], None])
    assert (given["entropy.1"], key.hex()) == ("null", given["key"])
    for name in ("start", "later"):
        row = stranger.words(key, int(given[f"{name}.version"]))
        words = given[f"{name}.words"].split()
        assert [str(next(row)) for _ in words] == words


@pytest.mark.parametrize("name", ["start", "later"])
def test_a_stranger_deals_the_vectors_cards(name: str) -> None:
    given = vector()
    row = stranger.words(bytes.fromhex(given["key"]), int(given[f"{name}.version"]))
    if name == "start":
        assert stranger.below(row, 2) == int(given["start.starter"])
    deck, hands = stranger.deal(row, 5)
    assert " ".join(deck) == given[f"{name}.deck"]
    assert [" ".join(hand) for hand in hands] == [given[f"{name}.hand.{seat}"] for seat in (0, 1)]


def test_a_stranger_hashes_the_vectors_log() -> None:
    given, seed = vector(), vector()["serverSeed"]
    for version in range(1, 5):
        line = f"log.{version}"
        entry = json.loads(given[f"{line}.json"])
        assert stranger.canonical(entry) == given[f"{line}.json"]
        assert rfc8785.dumps(entry) == given[f"{line}.json"].encode()
        assert stranger.salt(seed, version).hex() == given[f"{line}.salt"]
        assert stranger.entry_hash(seed, given[f"{line}.prev"], entry) == given[f"{line}.hash"]


def test_words_from_the_limit_on_are_passed_over() -> None:
    words = [4294967280, 4294967295, 67]
    assert f"of the words {', '.join(map(str, words))} the first two are" in " ".join(PAGE.split())
    assert stranger.below(iter(words), 60) == 7


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", HONEST)
def test_a_stranger_agrees_about_random_matches(name: str, seed: int) -> None:
    """Every deal, every hand at the end, and every hash."""
    table = HONEST[name](seed)
    replay = table.replay()
    stranger.check_hashes(replay)
    cards = stranger.Cards(replay)
    assert cards.deals == dict(dealt(table))
    if cards.deals:
        state: Any = table.match.state
        assert [sorted(hand) for hand in cards.hands] == [sorted(hand) for hand in state.hands]
        assert len(cards.piles["DECK"]) == len(state.deck)
        first = next(event for event in started(table) if event.round == 1)
        assert cards.starter == first.starter


def test_a_stranger_is_not_fooled() -> None:
    replay = HONEST["entropy"](5).replay()
    with pytest.raises(ValueError, match="commitment"):
        stranger.check_hashes(replay | {"serverSeed": "5e" * 32})
    with pytest.raises(ValueError, match="is not in the hand"):
        stranger.Cards(replay | {"entropy": ["00fe", replay["entropy"][1]]})


def test_the_lines_that_the_page_shows_are_the_verifiers() -> None:
    table = Table(1, replace(rules.Options(), rounds=2)).seated("c0ffee", "").played()
    for line in verify.verify(table.replay()):
        assert f"    {unnumbered(line)}\n" in unnumbered(PAGE)


def unnumbered(text: str) -> str:
    """The text with every number replaced."""
    return re.sub(r"-?\d+", "#", text)


def started(table: Table) -> Iterator[rules.RoundStarted]:
    return (event for _, event in starts(table))


def dealt(table: Table) -> Iterator[tuple[int, list[list[str]]]]:
    """The versions that dealt, and the hands they dealt."""
    for version, event in starts(table):
        yield version, [list(hand or ()) for hand in event.hands]


def starts(table: Table) -> Iterator[tuple[int, rules.RoundStarted]]:
    for match in changes.replay(table.match, table.log, chance.seeded_chance):
        for event in match.events:
            if isinstance(event, rules.RoundStarted):
                yield match.version, event
