"""A server that plays all seats but one: what it can make of the deal, and what it cannot.

The honest seat is one of three in Just4Fun, 0 unless a test says otherwise. A deal is marked if it
is the one that the others would like: the seat before the honest one begins, and the honest hand is
small. The marked ones are one in a hundred.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from croupier_game.game import Rules
from croupier_game.seeded import seeded_chance
from croupier_just4fun import rules as just4fun
from croupier_just4fun.types import DECK
from croupier_match.entries import BY_KIND
from croupier_match.evolve import evolve
from croupier_match.match import AnyMatch, Deal, Kind, Player, StartMode
from croupier_match.sealing import REVEAL_MS, seal_of
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.ids import derived_id
from engine.domain.registry import GAMES

HONEST, SEATS, TRIES = 0, 3, 3000
SMALL = 15
"""The most that a marked hand adds up to."""
TIME = "2026-01-02T03:04:05.678Z"
PLAYERS = [Player(name.lower(), name, "human") for name in ("Ann", "Bob", "Eve")]


def marked(state: just4fun.State | None, honest: int = HONEST) -> bool:
    assert state
    return state.starter == (honest - 1) % SEATS and sum(state.hands[honest]) <= SMALL


def share() -> float:
    """The probability that a fair deal is marked."""
    sums = Counter({(0, 0): 1})
    for card in DECK:
        for (taken, total), ways in [*sums.items()]:
            if taken < 4:
                sums[taken + 1, total + card] += ways
    small = sum(ways for (taken, total), ways in sums.items() if taken == 4 and total <= SMALL)
    return small / math.comb(len(DECK), 4) / SEATS


def as_by_chance(found: int) -> bool:
    """Whether so many marked deals are what a fair server would have dealt."""
    expected = TRIES * share()
    return abs(found - expected) < 4 * math.sqrt(expected)


def fresh(deal: Deal, dice: random.Random, start: StartMode = StartMode.AUTO) -> AnyMatch:
    """A match before its first entry, with another id and seed."""
    reveal_ms = REVEAL_MS if deal == Deal.SEALED else 0
    settings = MatchSettings(just4fun.ID, seats=SEATS, start=start, deal=deal, reveal_ms=reveal_ms)
    match_id = derived_id("grinding", str(dice.random()))
    return new_match(match_id, dice.randbytes(32).hex(), settings)


def after(match: AnyMatch, kind: Kind, seat: int, **more: str) -> AnyMatch:
    seated = kind in (Kind.CREATED, Kind.JOINED)
    player = {"player": PLAYERS[seat]} if seated else {}
    entry = BY_KIND[kind](match.version + 1, seat, TIME, **player, **more)
    return evolve(GAMES.of(match), match, entry, seeded_chance)


def seated(match: AnyMatch, seat: int, **given: str) -> AnyMatch:
    return after(match, Kind.JOINED if seat else Kind.CREATED, seat, **given)


def dealt_sealed(match: AnyMatch, entropy: list[str]) -> AnyMatch:
    """The deal of a sealed match: all seals first, the honest entropy before the others."""
    for seat in range(SEATS):
        match = seated(match, seat, seal=seal_of(entropy[seat]))
    for seat in range(SEATS):
        match = after(match, Kind.REVEALED, seat, entropy=entropy[seat])
    return match


def foreseen(match: AnyMatch, entropy: list[str]) -> just4fun.State:
    """What the server can compute of any entropy."""
    chance = seeded_chance(match.seed, entropy, 0, match.id)
    return just4fun.new_game(match.options, SEATS, chance)[0]


def seats_of(rules: Rules) -> range:
    return range(rules.MIN_SEATS, rules.MAX_SEATS + 1)


def secret(dice: random.Random) -> str:
    return dice.randbytes(32).hex()


def test_one_deal_in_a_hundred_is_marked() -> None:
    assert 1 / 150 < share() < 1 / 75


def test_in_an_open_deal_the_last_to_join_finds_a_marked_one() -> None:
    dice = random.Random(1)
    match = fresh(Deal.OPEN, dice)
    for seat in range(SEATS - 1):
        match = seated(match, seat, entropy=secret(dice))
    tries = (seated(match, SEATS - 1, entropy=secret(dice)) for _ in range(TRIES))
    assert any(marked(each.state) for each in tries)


def test_in_an_open_deal_by_ticket_or_rematch_the_seed_finds_a_marked_one() -> None:
    """The server draws it when it knows all entropy."""
    dice = random.Random(4)
    entropy = [secret(dice) for _ in range(SEATS)]
    tries = (foreseen(fresh(Deal.OPEN, dice), entropy) for _ in range(TRIES))
    assert any(map(marked, tries))


def test_in_an_open_deal_with_a_manual_start_others_join_anew() -> None:
    """They join after the last, honest player: so they find a deal marked for it, too."""
    dice, honest = random.Random(5), SEATS - 1
    match = fresh(Deal.OPEN, dice, StartMode.MANUAL)
    for seat in range(SEATS):
        match = seated(match, seat, entropy=secret(dice))
    free = after(match, Kind.LEFT, 1)
    again = (seated(free, 1, entropy=secret(dice)) for _ in range(TRIES))
    assert any(marked(after(each, Kind.STARTED, 0).state, honest) for each in again)


def test_in_an_open_deal_nobody_does_better_than_chance_against_the_last_to_join() -> None:
    """The others choose seed and entropy so that they fit what they guess of the last entropy."""
    dice, found, honest = random.Random(1), 0, SEATS - 1
    for _ in range(TRIES):
        match, entropy = fresh(Deal.OPEN, dice), [secret(dice) for _ in range(SEATS)]
        if not marked(foreseen(match, [*entropy[:-1], secret(dice)]), honest):
            entropy[0] = secret(dice)
        for seat in range(SEATS):
            match = seated(match, seat, entropy=entropy[seat])
        found += marked(match.state, honest)
    assert as_by_chance(found)


@pytest.mark.parametrize("way", ["join", "ticket or rematch"])
def test_in_a_sealed_deal_nobody_does_better_than_chance(way: str) -> None:
    """The others know the seed, and choose theirs so that it fits what they guess of the honest
    entropy, of which they have the seal. By ticket and in a rematch, the seed can be chosen so."""
    dice, found = random.Random(1), 0
    for _ in range(TRIES):
        match, entropy = fresh(Deal.SEALED, dice), [secret(dice) for _ in range(SEATS)]
        guess = [secret(dice), *entropy[1:]]
        if not marked(foreseen(match, guess)):
            if way == "join":
                entropy[-1] = secret(dice)
            else:
                match = fresh(Deal.SEALED, dice)
        found += marked(dealt_sealed(match, entropy).state)
    assert as_by_chance(found)


def test_a_guess_that_is_right_would_do_better() -> None:
    """The test before can fail: a server that knows the honest entropy finds a marked deal."""
    dice = random.Random(2)
    match, entropy = fresh(Deal.SEALED, dice), [secret(dice) for _ in range(SEATS)]
    tries = ([*entropy[:-1], secret(dice)] for _ in range(TRIES))
    assert any(marked(foreseen(match, each)) for each in tries)
    assert foreseen(match, entropy) == dealt_sealed(match, entropy).state


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game.rules.ID, seats) for game in GAMES.values() for seats in seats_of(game.rules)],
)
def test_every_seat_is_in_the_deal_of_every_table(game: str, seats: int) -> None:
    """Each alone changes it: so one honest seat is enough, whichever it is."""
    dice, rules = random.Random(3), GAMES[game].rules
    entropy, match_id = [secret(dice) for _ in range(seats)], derived_id("grinding", "seats")

    def deal(entropy: Sequence[str]) -> object:
        chance = seeded_chance("ab" * 32, entropy, 0, match_id)
        return rules.new_game(rules.Options(), seats, chance)[0]

    for seat in range(seats):
        other = [*entropy]
        other[seat] = secret(dice)
        assert deal(other) != deal(entropy)
