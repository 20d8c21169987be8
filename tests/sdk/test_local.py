"""Matches without a service: what they show is what a service shows, and they need none."""

import random
import secrets
from collections.abc import Sequence

import msgspec
import pytest
from croupier_client import Choice, LostCities, LostCitiesTurn, Turn
from croupier_client.local import (
    Endless,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    LocalMatch,
    UnknownGame,
    play,
)
from croupier_game.installed import find

from tests.support.live import Live
from tests.support.players import start_match

GAMES = [
    (package.rules.ID, seats)
    for package in find().games
    for seats in range(package.rules.MIN_SEATS, package.rules.MAX_SEATS + 1)
]


class Percy:
    """Any of the legal moves."""

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(seed)
        self.seen: list[Turn] = []

    def choose(self, turn: Turn) -> Choice:
        self.seen.append(turn)
        return self._dice.choice(turn.moves)


def played(game: str, seats: int, seed: int) -> tuple[LocalMatch, Sequence[Percy]]:
    options = {"maxTurnsWithoutDeckDraw": 60} if game == "lost-cities" else {}
    strategies = [Percy(f"{seed} {seat}") for seat in range(seats)]
    return play(LocalMatch(game, seats, options, seed), strategies), strategies


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_seed_is_a_match_to_its_end(game: str, seats: int) -> None:
    seed = secrets.randbelow(1 << 32)
    print(f"seed {seed}")  # noqa: T201
    match, strategies = played(game, seats, seed)
    again, others = played(game, seats, seed)
    assert match.over
    assert match.scores == again.scores
    assert [each.seen for each in strategies] == [each.seen for each in others]
    assert sum(len(each.seen) for each in strategies) == match.version - 1


@pytest.mark.service
def test_a_turn_is_what_the_service_shows(live: Live) -> None:
    """Of the first position of a match, which two services deal otherwise, all but its cards."""
    match_id, clients = start_match(live.url, options={"startSeat": 0, "rounds": 1})
    shown = clients[0].see(match_id, include="legalMoves")
    turn = LocalMatch(LostCities(rounds=1, start_seat=0)).turn()
    assert isinstance(turn, LostCitiesTurn)
    assert msgspec.json.decode(msgspec.json.encode(turn.options)).keys() <= shown["options"].keys()
    assert shape(msgspec.to_builtins(turn.state)) <= shape(shown["state"])
    assert shape(msgspec.to_builtins(turn.moves[0])) == shape(shown["legalMoves"]["moves"][0])
    assert turn.seat == shown["yourSeat"]


def shape(value: object, path: str = "") -> set[str]:
    """The names of all members."""
    if isinstance(value, dict):
        return {path}.union(*(shape(each, f"{path}.{name}") for name, each in value.items()))
    if isinstance(value, list):
        return {path}.union(*(shape(each, f"{path}[]") for each in value))
    return set()


def test_a_hand_is_seen_from_its_seat_alone() -> None:
    match = LocalMatch(LostCities(start_seat=0))
    assert match.view(0).hand != match.view(1).hand
    assert match.view(None).hand == []
    assert match.turn().state == match.view(0)


def test_what_is_no_move_leaves_the_match_as_it_was() -> None:
    match = LocalMatch(LostCities(start_seat=0))
    turn = match.turn()
    quoted = {"card": "Y7", "place": "1", "draw": "DECK"}
    for choice in ("Z1+*", 7, [["card", "Y7"]], {"card": 7}, quoted, {"card": None}, None):
        with pytest.raises(InvalidMove):
            match.move(choice)  # type: ignore[arg-type]
    missing = next(f"Y{rank}+*" for rank in range(2, 11) if f"Y{rank}" not in match.view(0).hand)
    for refused in ((missing, 0), (turn.moves[0], 1)):
        with pytest.raises(IllegalMove):
            match.move(*refused)
    assert match.turn() == turn
    match.move(turn.moves[0].move)
    assert match.version == 2


def test_bad_options_and_games_say_why() -> None:
    with pytest.raises(InvalidOptions, match="rounds"):
        LocalMatch("lost-cities", options={"rounds": 0})
    with pytest.raises(InvalidOptions, match=r"rounsd is not known. The options are rounds, "):
        LocalMatch("lost-cities", options={"rounsd": 1})
    with pytest.raises(InvalidOptions, match="rounds cannot be 'one'"):
        LocalMatch("lost-cities", options={"colors": 5, "rounds": "one"})
    wrong: Sequence[object] = ("1", None, True, 1.5, [1], {})
    for value in wrong:
        with pytest.raises(InvalidOptions, match="rounds cannot be "):
            LocalMatch("lost-cities", options={"rounds": value})
    with pytest.raises(InvalidOptions, match=r"start_seat is not known.* startSeat"):
        LocalMatch("lost-cities", options={"start_seat": 0})
    for layout in (1, "1", "castle", "\ud800"):
        with pytest.raises(InvalidOptions, match="layout cannot be "):
            LocalMatch("just4fun", options={"layout": layout})
    with pytest.raises(InvalidOptions, match="has 2 seats, not 3"):
        LocalMatch("lost-cities", seats=3)
    with pytest.raises(UnknownGame, match="pip install"):
        LocalMatch("chess")


def test_a_match_without_an_end_is_given_up() -> None:
    with pytest.raises(Endless, match="No end after 3 moves"):
        play(LocalMatch("lost-cities"), [Percy("0"), Percy("1")], most=3)
