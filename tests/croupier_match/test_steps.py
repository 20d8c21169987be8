"""Steps: how the chance of an entry follows from the match, and what cannot change it."""

import hmac
import itertools
from dataclasses import replace
from typing import Any

import pytest
from croupier_game.seeded import SeededChance, match_key, seeded_chance
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.entries import Entry, Moved
from croupier_match.evolve import evolve, genesis
from croupier_match.forced import forced_move, forced_seat
from croupier_match.match import AnyMatch, Kind, Seat, StartMode
from engine.domain.registry import GAMES

from tests.support.matches import SEED, TIME, created, person, resigned, seated, step

ID = "kqFT0Yg1Qm2n3o4p5q6r7s"
ENTROPY = ("", "00", "ff" * 32)


def sham(joins: int) -> AnyMatch:
    """A match of two that starts after so many players have joined and left again."""
    match: AnyMatch = replace(created()[0], id=ID)
    for _ in range(joins):
        manual = replace(match, start=StartMode.MANUAL)
        match = step(seated(manual, 1, person())[0], Kind.LEFT, 1)[0]
    match = replace(match, start=StartMode.AUTO)
    return step(match, Kind.JOINED, 1, player=person(), entropy="ab")[0]


def of_three() -> AnyMatch:
    """A running match of Livingstone with three seats, of which seat 0 begins."""
    match: AnyMatch = replace(
        genesis(GAMES["lost-cities"], created()[0]),
        id=ID,
        game=livingstone.ID,
        options=livingstone.Options(start_seat=0),
        seats=(Seat(),) * 3,
    )
    for seat in range(3):
        match = seated(match, seat)[0]
    return match


def legal_moves(match: AnyMatch) -> tuple[Any, ...]:
    state: Any = match.state
    return livingstone.legal_moves(state, 0)


def test_key_mixes_the_id_and_each_entropy_behind_its_length() -> None:
    parts = b"\x00" + b"\x01\x00" + b"\x20" + b"\xff" * 32
    key = hmac.digest(bytes.fromhex(SEED), b"croupier chance v2" + ID.encode() + parts, "sha256")
    assert match_key(SEED, ENTROPY, ID) == key
    assert match_key(SEED, ENTROPY, ID) != match_key(SEED, ENTROPY, ID[::-1])


@pytest.mark.parametrize("joins", range(21))
def test_what_came_before_the_start_does_not_change_the_deal(joins: int) -> None:
    match = sham(joins)
    assert (match.version, match.dealt_at) == (2 + 2 * joins, 2 + 2 * joins)
    assert match.state == sham(0).state
    chance = SeededChance(match_key(SEED, ["", "ab"], ID), 0)
    assert match.state == lost_cities.new_game(match.options, 2, chance)[0]


def test_steps_count_the_entries_after_the_start() -> None:
    steps: list[tuple[int, str]] = []

    def source(seed: str, entropy: object, step: int, match_id: str) -> SeededChance:
        steps.append((step, match_id))
        return SeededChance(match_key(seed, (), match_id), step)

    match = resigned(of_three(), 1)[0]
    entry: Entry = Moved(match.version + 1, 0, TIME, legal_moves(match)[0])
    evolve(GAMES.of(match), match, entry, source)
    assert steps == [(2, ID)]


def test_a_forced_move_is_the_first_draw_of_its_own_step() -> None:
    match = resigned(of_three(), 0)[0]
    assert forced_seat(GAMES.of(match), match) == 0
    legal = legal_moves(match)
    chance = SeededChance(match_key(SEED, [""] * 3, ID), 2)
    assert forced_move(GAMES.of(match), match, 0, seeded_chance) == legal[chance.below(len(legal))]


def test_what_a_forced_move_draws_comes_after_the_draw_of_the_move() -> None:
    """Else the choice would say what the move draws."""
    taken = []

    class Counting(SeededChance):
        def below(self, bound: int) -> int:
            taken.append(bound)
            return super().below(bound)

    match = resigned(of_three(), 0)[0]
    legal = legal_moves(match)
    move = forced_move(GAMES.of(match), match, 0, seeded_chance)
    entry: Entry = Moved(match.version + 1, 0, TIME, move)
    evolve(GAMES.of(match), match, entry, lambda *_: Counting(match_key(SEED, (), ID), 2))
    assert taken[0] == len(legal)


def test_a_seat_that_still_plays_is_not_forced() -> None:
    match = of_three()
    game = GAMES.of(match)
    assert forced_seat(game, match) is None
    assert forced_seat(game, resigned(match, 1)[0]) is None
    assert forced_seat(game, replace(match, late=(0,))) == 0


def test_genesis_forgets_the_start() -> None:
    match = of_three()
    assert (match.dealt_at, genesis(GAMES.of(match), match).dealt_at) == (3, 0)


def test_the_words_of_no_two_steps_and_matches_are_the_same() -> None:
    drawn = [
        seeded_chance(SEED, entropy, step, match_id).below(2**32)
        for entropy, step, match_id in itertools.product(
            [(), ("",), ("00",)], range(4), ["", ID, ID[::-1]]
        )
    ]
    assert len(set(drawn)) == len(drawn)
