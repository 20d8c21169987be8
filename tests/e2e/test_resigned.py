"""The seats that have resigned are shown; the pages of rules say what the server does for them."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.kit.random_matches import seated
from croupier_game.seeded import seeded_chance
from croupier_just4fun import rules as just4fun
from croupier_livingstone import rules as livingstone
from croupier_livingstone import types as livingstone_types
from croupier_match.entries import Moved, Resigned
from croupier_match.evolve import evolve
from croupier_match.match import AnyMatch
from engine.domain.registry import GAMES

from tests.support.live import Live
from tests.support.players import Client, Json, register

NAMES = ("Ann", "Bob", "Carl")


def trio(url: str, **wish: Any) -> tuple[str, list[Client]]:
    """A running match of three, which seat 0 begins."""
    players = [register(url, name) for name in NAMES]
    match_id = str(players[0].create(**{"game": "just4fun", "seats": 3, **wish})["id"])
    for player in players[1:]:
        player.join(match_id)
    return match_id, players


def gone(match: Json) -> list[bool]:
    return [seat["resigned"] for seat in match["seats"]]


@pytest.fixture(scope="module")
def played_on(live: Live) -> tuple[str, list[Client]]:
    """Seat 1 has resigned, and the server has moved for it once."""
    match_id, players = trio(live.url, options={"startSeat": 0})
    players[1].act(match_id, "resign")
    first = players[0].legal_moves(match_id)[0]["notation"]
    players[0].move(match_id, first)
    return match_id, players


def test_seats_tell_who_has_resigned(live: Live, played_on: tuple[str, list[Client]]) -> None:
    match_id, players = played_on
    for client in (*players, Client(live.url)):
        assert gone(client.see(match_id)) == [False, True, False]
        assert gone(client.see(match_id, atVersion=3)) == [False] * 3


def test_the_table_tells_who_has_resigned(played_on: tuple[str, list[Client]]) -> None:
    match_id, (ann, *_) = played_on
    text = ann.get(f"/v1/matches/{match_id}", {"Accept": "text/plain"}).text
    assert text.splitlines()[:3] == [
        f"Just4Fun {match_id}, version 6, active",
        "to move: Carl",
        "resigned: Bob",
    ]


# What the pages of rules say of it


def without(match: AnyMatch, seat: int) -> AnyMatch:
    entry: Any = Resigned(match.version + 1, seat, match.update_time)
    return evolve(GAMES.of(match), match, entry, seeded_chance)


def after(match: AnyMatch, seat: int, move: Any) -> AnyMatch:
    entry: Any = Moved(match.version + 1, seat, match.update_time, move)
    return evolve(GAMES.of(match), match, entry, seeded_chance)


def test_all_others_win_when_a_line_is_completed_for_who_resigned() -> None:
    """Fields 1, 14 and 30 are its own, 24 comes next to them."""
    match = without(seated("just4fun", just4fun.Options(start_seat=1), 3, "07" * 32).last, 1)
    state: Any = match.state
    stones = [(0, 1, 0) if field in (1, 14, 30) else (0, 0, 0) for field in range(1, 37)]
    near = replace(state, stones=tuple(stones), hands=(state.hands[0], (12, 12), state.hands[2]))
    ended = after(replace(match, state=near), 1, just4fun.Move((12, 12)))
    final: Any = ended.state
    assert ended.outcome
    assert final.line
    assert (ended.outcome.ranking, ended.outcome.winners) == (((0, 2), (1,)), (0, 2))


@pytest.mark.parametrize(("gift", "least"), [(0, (1,)), (9, (0, 2))])
def test_the_gift_of_who_resigned_counts_when_the_chests_are_opened(
    gift: int, least: tuple[int, ...]
) -> None:
    """The others gave 3 each: least, unless seat 1 gave less."""
    options = livingstone.Options(start_seat=0)
    match = without(seated("livingstone", options, 3, "07" * 32).last, 1)
    state: Any = match.state
    last = replace(
        state, boat=10, pool=(), owed=0, taken=True, coins=(0, 0, 0), chests=(3, gift, 3)
    )
    ended = after(replace(match, state=last), 0, livingstone_types.END_TURN)
    final: Any = ended.state
    assert ended.outcome
    assert final.final.eliminated == least
    assert ended.outcome.ranking == ((0, 2), (1,))
    assert ended.outcome.winners == ((0, 2) if least == (1,) else ())
