"""What a player can prove afterwards: the commitment, and the chain of the log."""

import hashlib
import hmac
import random
import string
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
import rfc8785
from croupier_game.kit.random_matches import Played, random_match
from croupier_lost_cities import rules as lost_cities
from croupier_lost_cities import types as lost_cities_types
from croupier_match import chain
from croupier_match.chain import canonical, commitment, entry_hash
from croupier_match.terms import terms
from engine.domain.registry import GAMES

Json: TypeAlias = Any

SEED = "5eed" * 16
OTHER_SEED = "5eed" * 15 + "5eee"
FIRST = {
    "version": 1,
    "kind": "created",
    "seat": 0,
    "move": None,
    "time": "2026-01-02T12:00:01.000Z",
}
SECOND = {
    "version": 2,
    "kind": "move",
    "seat": 1,
    "move": {"card": "Yx", "place": "DISCARD", "draw": "DECK"},
    "time": "2026-01-02T12:00:02.000Z",
}

# Printed once.
TERMS = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
COMMITMENT = "f9fa5c699354e46a448f75765ae99bf06741d541ab6c337c0f3722850adbb136"
AFTER_FIRST = "e7c8335b1fed2558f53a8922835afd18795868ca8c01770385f3d008ddaf5256"
AFTER_SECOND = "5cabae01e330ae4e36807fbdf1c53520004d53e2ded403393c0b04df13d02894"


def chained(seed: str, *entries: dict[str, Any]) -> str:
    """The head of the log with these entries."""
    head = TERMS
    for entry in entries:
        head = entry_hash(seed, head, entry)
    return head


# RFC 8785

CHARACTERS = [
    string.printable,
    "".join(map(chr, range(0x20))),
    "\x7f\x80\xa0\u2028\u2029\ufeff\ufffd\uffff",
    "äßéñçøœÆ",
    "ひらがなカタカナ漢字",
    "אבגدهو",
    "\U0001f0a1\U0001f3b2\U0010ffff",
    "e\u0301a\u0308",
]


def any_text(rng: random.Random) -> str:
    return "".join(rng.choice(rng.choice(CHARACTERS)) for _ in range(rng.randrange(12)))


def any_name(rng: random.Random) -> str:
    """Names of log entries are ASCII."""
    return "".join(rng.choices(string.printable, k=rng.randrange(8)))


def any_value(rng: random.Random, depth: int) -> Json:
    """What a log entry may hold: no fractions, and integers that every JSON reader can hold."""
    kinds: list[Callable[[], Json]] = [
        lambda: None,
        lambda: rng.choice((True, False)),
        lambda: rng.randint(-(2**53) + 1, 2**53 - 1),
        lambda: rng.randint(-99, 99),
        lambda: any_text(rng),
    ]
    if depth:
        kinds += [
            lambda: [any_value(rng, depth - 1) for _ in range(rng.randrange(4))],
            lambda: any_object(rng, depth - 1),
        ]
    return rng.choice(kinds)()


def any_object(rng: random.Random, depth: int) -> dict[str, Json]:
    return {any_name(rng): any_value(rng, depth) for _ in range(rng.randrange(7))}


@pytest.mark.parametrize("seed", range(50))
def test_canonical_is_rfc_8785(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        entry = {**any_object(rng, depth=3), "version": rng.randrange(1, 5000)}
        assert canonical(entry) == rfc8785.dumps(entry)


@pytest.mark.parametrize("seed", range(20))
def test_without_orjson_the_bytes_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    value = any_object(random.Random(seed), depth=4)
    fast = canonical(value)
    monkeypatch.setattr(chain, "orjson", None)
    assert canonical(value) == fast


def test_canonical_does_not_depend_on_the_order_of_names() -> None:
    shuffled = dict(reversed(SECOND.items()))
    assert list(shuffled) != list(SECOND)
    assert canonical(shuffled) == canonical(SECOND)


def test_canonical_of_an_entry() -> None:
    assert canonical(SECOND) == (
        b'{"kind":"move","move":{"card":"Yx","draw":"DECK","place":"DISCARD"},'
        b'"seat":1,"time":"2026-01-02T12:00:02.000Z","version":2}'
    )


# The commitment


def test_commitment_is_the_sha_256_of_the_seed_bytes() -> None:
    assert commitment("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()
    assert commitment(SEED) == COMMITMENT


def test_another_seed_is_another_commitment() -> None:
    assert commitment(OTHER_SEED) != commitment(SEED)


# The chain


def test_known_chain() -> None:
    assert chained(SEED, FIRST) == AFTER_FIRST
    assert chained(SEED, FIRST, SECOND) == AFTER_SECOND


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 3},
        {"kind": "timeout"},
        {"seat": 0},
        {"move": None},
        {"move": {"card": "Yx", "place": "DISCARD", "draw": "RED"}},
        {"time": "2026-01-02T12:00:02.001Z"},
        {"more": None},
    ],
    ids=str,
)
def test_changed_entry_changes_the_hash(changed: dict[str, Any]) -> None:
    assert chained(SEED, FIRST, SECOND | changed) != chained(SEED, FIRST, SECOND)
    assert chained(SEED, SECOND | changed, FIRST) != chained(SEED, SECOND, FIRST)


def test_missing_entry_changes_the_hash() -> None:
    assert len({chained(SEED, FIRST, SECOND), chained(SEED, FIRST), chained(SEED, SECOND)}) == 3


def test_order_changes_the_hash() -> None:
    assert chained(SEED, SECOND, FIRST) != chained(SEED, FIRST, SECOND)


def test_seed_changes_the_hash() -> None:
    """The seed salts every entry, so a secret of few values cannot be found by trying them."""
    assert chained(OTHER_SEED, FIRST) != chained(SEED, FIRST)


def test_each_version_has_its_own_salt() -> None:
    """Without it, the same entry twice would have the hash of SHA-256 over known bytes."""
    bare = hashlib.sha256(bytes.fromhex(TERMS) + canonical(FIRST)).hexdigest()
    salt = hmac.new(bytes.fromhex(SEED), b"log:1", "sha256").digest()
    salted = hashlib.sha256(bytes.fromhex(TERMS) + salt + canonical(FIRST)).hexdigest()
    assert bare != chained(SEED, FIRST) == salted


# The chain of a match


@pytest.fixture(scope="module")
def played() -> Played:
    options = lost_cities.Options(rounds=1, max_turns_without_deck_draw=8)
    return random_match(lost_cities.ID, options, 2, seed=8785, bound=400)


def test_stranger_finds_the_same_head_at_every_version(played: Played) -> None:
    """By the recipe, with hashlib and the rfc8785 library alone."""
    seed, head = (
        bytes.fromhex(played.last.seed),
        bytes.fromhex(terms(GAMES.of(played.last), played.last)),
    )
    for match, entry in zip(played.versions, played.log, strict=True):
        public = entry.public(GAMES.of(match))
        salt = hmac.new(seed, f"log:{match.version}".encode(), "sha256").digest()
        head = hashlib.sha256(head + salt + rfc8785.dumps(public)).digest()
        assert match.log_head == head.hex(), f"version {match.version}"


def test_entry_is_hashed_as_it_is_shown(played: Played) -> None:
    move = lost_cities.Move("Yx", lost_cities_types.DISCARD, "*")
    entry = replace(played.moves[0], seat=1, move=move)
    assert entry.public(GAMES[lost_cities.ID]) == {
        "version": 3,
        "kind": "move",
        "seat": 1,
        "move": {"card": "Yx", "place": "DISCARD", "draw": "DECK"},
        "time": "2026-01-02T12:00:03.000Z",
    }
    assert played.log[0].public(GAMES[lost_cities.ID]) == FIRST
