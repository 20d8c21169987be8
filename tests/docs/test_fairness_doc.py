"""`docs/fairness.md` is true: its test vector is the engine's, and a verifier written
from the page alone agrees with the engine about random matches."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from croupier.v1 import engine_service_pb2 as pb
from engine import verify
from engine.domain import chance, hash_chain, reducer
from engine.domain.match import Kind
from engine.domain.registry import GAMES
from engine.games.just4fun import rules as just4fun
from engine.games.just4fun import types as just4fun_types
from engine.games.livingstone import rules as livingstone
from engine.games.livingstone import types as livingstone_types
from engine.games.lost_cities import rules, types
from engine.games.proto_json import as_json

from tests.docs import independent_draws as draws
from tests.docs import independent_verifier as stranger
from tests.engine.verify.replays import HONEST, Table
from tests.support.games import ORACLES
from tests.support.random_matches import Played, random_match

PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text()
SEED = bytes(range(32)).hex()
MATCH_ID = "kqFT0Yg1Qm2n3o4p5q6r7s"
ENTROPY = "c0ffee"
KEY = chance.match_key(SEED, [ENTROPY, ""], MATCH_ID)
SEALED = bytes(range(32, 64)).hex()
LATER = 46


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
        "commitment": hash_chain.commitment(SEED),
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
    for entry in table.replay()["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        lines |= {
            f"log.{entry['version']}.json": hash_chain.canonical(hashed).decode(),
            f"log.{entry['version']}.salt": salt(entry["version"]),
            f"log.{entry['version']}.prev": entry["prev"],
            f"log.{entry['version']}.hash": entry["hash"],
        }
    return listed(lines)


def listed(lines: dict[str, str]) -> str:
    return "".join(f"{name:<16} {value}\n" for name, value in lines.items())


def of_recipe_1() -> str:
    """The test vector of the appendix, as the engine computes it."""
    key = chance.match_key(SEED, [ENTROPY, ""])
    options = rules.Options()
    state, _ = rules.new_game(options, 2, chance.SeededChance(key, 2))
    words = chance.SeededChance(key, 2)
    return listed(
        {
            "key": key.hex(),
            "start.version": "2",
            "start.words": spaced([words.below(chance.WORDS) for _ in range(10)]),
            "start.starter": str(state.starter),
            "start.hand.0": spaced(state.hands[0]),
            "start.hand.1": spaced(state.hands[1]),
        }
    )


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
    named = zip(draws.STONES, stones, strict=True)
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


def match() -> Table:
    """The match of the test vector: one discard, and then seat 1 resigns."""
    table = Table(0, rules.Options(), recipe=2)
    table.match = replace(table.match, seed=SEED)
    state: Any = table.seated(ENTROPY, "").match.state
    move = rules.Move(state.hands[state.turn][0], types.DISCARD, types.DECK)
    return table.do(Kind.MOVE, state.turn, move=move).do(Kind.RESIGNED, 1)


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
    assert block("vector1") == of_recipe_1()


def test_a_stranger_computes_the_vectors_chance() -> None:
    given = vector()
    assert stranger.commitment(given["serverSeed"]) == given["commitment"]
    assert stranger.seal(given["seal.entropy"]) == given["seal"]
    key = stranger.match_key(given["serverSeed"], [given["entropy.0"], None], given["id"])
    assert (given["entropy.1"], key.hex()) == ("null", given["key"])
    for name in ("start", "later"):
        row = stranger.words(key, int(given[f"{name}.step"]))
        words = given[f"{name}.words"].split()
        assert [str(next(row)) for _ in words] == words


def test_a_stranger_draws_the_vectors_forced_move() -> None:
    given = vector()
    drawn = row("forced")
    assert stranger.below(drawn, int(given["forced.moves"])) == int(given["forced.place"])
    assert stranger.below(drawn, 6) + 1 == int(given["forced.die"])


@pytest.mark.parametrize("name", ["start", "later"])
def test_a_stranger_deals_the_vectors_cards(name: str) -> None:
    given = vector()
    row = stranger.words(bytes.fromhex(given["key"]), int(given[f"{name}.step"]))
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


def row(name: str) -> Iterator[int]:
    """A stranger's words for these lines of the vector."""
    given = vector()
    return stranger.words(bytes.fromhex(given["key"]), int(given[f"{name}.step"]))


def log_of(played: Played) -> stranger.Json:
    """As much of a replay as a stranger needs to follow the draws."""
    last = played.last
    game = GAMES[last.game]
    return {
        "match": {"id": last.id, "fairness": {"recipe": last.recipe}},
        "options": as_json(game.wire.encode_options(last.options)),
        "serverSeed": last.seed,
        "entropy": [seat.entropy or None for seat in last.seats],
        "log": [reducer.public_entry(last.game, entry) for entry in played.log],
    }


def vector_start(game: str, **options: Any) -> stranger.Json:
    """The replay of the vector's match of this game, as long as nobody has moved."""
    default = pb.Options(**{game: GAMES[game].wire.encode_options(GAMES[game].rules.Options())})
    return {
        "match": {"id": MATCH_ID, "fairness": {"recipe": 2}},
        "options": as_json(getattr(default, game)) | options,
        "serverSeed": SEED,
        "entropy": [ENTROPY, None],
        "log": [{"version": 1, "kind": "created"}, {"version": 2, "kind": "joined"}],
    }


def spaced(items: Sequence[object]) -> str:
    return " ".join(map(str, items))


def test_a_stranger_begins_the_vectors_livingstone() -> None:
    given, begun = vector(), draws.Livingstone(vector_start("livingstone"))
    assert spaced(begun.deck) == given["river.deck"]
    assert (str(begun.starter), spaced(begun.pool)) == (given["river.starter"], given["river.dice"])
    assert spaced(draws.dice(row("chests"), 4)) == given["chests.dice"]


def test_a_stranger_digs_the_vectors_stones() -> None:
    given, drawn = vector(), draws.stones(row("dig"), dict(draws.FULL), 6)
    assert counted([drawn.count(kind) for kind in draws.STONES]) == given["dig.stones"]
    numbers = row("dig")
    due = [stranger.below(numbers, bound) for bound in range(60, 54, -1)]
    assert spaced(due) == given["dig.numbers"]


def test_a_stranger_crashes_the_vectors_mine() -> None:
    given, table = vector(), draws.Livingstone(vector_start("livingstone"))
    table.row, table.deck, table.discard = (
        row("crash"),
        ["MINE_CRASH"],
        given["crash.discards"].split(),
    )
    table.draw_card(1)
    assert spaced(table.deck) == given["crash.deck"]
    assert [spaced(hand) for hand in table.hands] == [given["crash.hand.0"], given["crash.hand.1"]]


def test_a_stranger_deals_the_vectors_just4fun() -> None:
    given, begun = vector(), draws.Just4Fun(vector_start("just4fun", layout="RANDOM"))
    assert (str(begun.starter), spaced(begun.layout)) == (
        given["board.starter"],
        given["board.layout"],
    )
    hands = [spaced(sorted(hand)) for hand in begun.hands]
    assert hands == [given["board.hand.0"], given["board.hand.1"]]
    assert (
        spaced((*begun.deck, *begun.hands[1][::-1], *begun.hands[0][::-1])) == given["board.deck"]
    )


def test_a_stranger_fills_the_vectors_hand() -> None:
    given, table = vector(), draws.Just4Fun(vector_start("just4fun"))
    table.row, table.deck, table.hands[1] = row("refill"), [7, 12], [1, 2, 3, 19]
    table.discard = [*map(int, given["refill.discards"].split())]
    table.move(1, [1, 2, 3], last=False)
    assert spaced(sorted(table.hands[1])) == given["refill.hand.1"]
    assert spaced(table.deck) == given["refill.deck"]


DRAWS = [
    (game_id, number, seats)
    for game_id in ("livingstone", "just4fun")
    for number in range(len(ORACLES[game_id].options))
    for seats in range(GAMES[game_id].rules.MIN_SEATS, GAMES[game_id].rules.MAX_SEATS + 1)
]


@pytest.mark.parametrize(("game_id", "number", "seats"), DRAWS)
def test_a_stranger_follows_every_draw_of_a_random_match(
    game_id: str, number: int, seats: int
) -> None:
    """Of any options and number of players, to the end or for 400 moves."""
    options = ORACLES[game_id].options[number]
    played = random_match(game_id, options, seats, seed=number, bound=400)
    state: Any = played.last.state
    followed: Any = FOLLOWED[game_id](log_of(played))
    assert followed.deck == [*state.deck]
    assert followed.discard == [*state.discard]
    assert [sorted(hand) for hand in followed.hands] == [sorted(hand) for hand in state.hands]
    assert followed.starter == state.starter
    if game_id == "livingstone":
        assert followed.pool == [*state.pool]
        assert [tuple(gems.values()) for gems in followed.gems] == [*state.gems]
        assert tuple(followed.bag.values()) == (*state.bag, 1)
        assert followed.chest_dice == [*(state.final.dice if state.final else ())]
    elif options.layout == "random":
        assert followed.layout == [*state.layout]


FOLLOWED = {"livingstone": draws.Livingstone, "just4fun": draws.Just4Fun}


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


def started(table: Table) -> Iterator[types.RoundStarted]:
    return (event for _, event in starts(table))


def dealt(table: Table) -> Iterator[tuple[int, list[list[str]]]]:
    """The versions that dealt, and the hands they dealt."""
    for version, event in starts(table):
        yield version, [list(hand or ()) for hand in event.hands]


def starts(table: Table) -> Iterator[tuple[int, types.RoundStarted]]:
    for match in reducer.replay(table.match, table.log, chance.seeded_chance):
        for event in match.events:
            if isinstance(event, types.RoundStarted):
                yield match.version, event
