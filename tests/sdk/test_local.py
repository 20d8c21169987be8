"""Matches without a service: what they show is what a service shows, and they need none."""

import pickle
import random
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from croupier_client import Choice, LostCities, LostCitiesTurn, Turn, installed, local
from croupier_client.local import (
    Endless,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    LocalMatch,
    UnknownGame,
    play,
)
from croupier_client.types import known
from croupier_game.installed import find, load

from tests.support import bids
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
    assert match.view(None).hand == ()
    assert match.turn().state == match.view(0)


def parts(value: Any) -> Iterator[Any]:
    """The value, and all that is in it."""
    yield value
    within = value.values() if isinstance(value, dict) else value
    if isinstance(value, msgspec.Struct):
        within = msgspec.structs.astuple(value)
    for each in within if isinstance(within, Iterable) and not isinstance(within, str) else ():
        yield from parts(each)


def members(turn: Any) -> list[Any]:
    return [turn.options, turn.state, turn.events, turn.moves, turn.seen, turn.to_move]


def shown(match: LocalMatch) -> list[Any]:
    """All that anybody is shown."""
    seats = (*range(match.seats), None)
    seen = [[match.view(seat), match.events(seat)] for seat in seats]
    return [match.options, members(match.turn()), seen]


@pytest.fixture(params=["types", "no types"])
def typed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games have types here, or they have none and show plain JSON."""
    if request.param == "no types":
        monkeypatch.setattr(known, "_turns", {})
    installed.played.cache_clear()
    yield
    monkeypatch.undo()
    installed.played.cache_clear()


@pytest.mark.usefixtures("typed")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_is_shown_cannot_be_changed_for_others(game: str, seats: int) -> None:
    """Seats and matches share what they are shown, such as moves: none of it can be written to."""
    match, dice = LocalMatch(game, seats, seed=5), random.Random(5)
    for _ in range(12):
        turn = match.turn()
        for each in parts(members(turn)[:-1]):
            if isinstance(each, msgspec.Struct):
                with pytest.raises(AttributeError, match="immutable"):
                    setattr(each, (*each.__struct_fields__, "none")[0], None)
        before = deepcopy(shown(match))
        for each in [*parts(members(turn))]:
            if isinstance(each, list | dict):
                each.clear()
        assert shown(match) == before
        match.move(dice.choice(match.turn().moves))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_turn_shows_its_own_version_whenever_it_is_read(game: str, seats: int) -> None:
    match, dice, turns = LocalMatch(game, seats, seed=5), random.Random(5), list[Any]()
    for _ in range(9):
        turns.append((match.turn(), match.view(match.to_move[0]), deepcopy(match).turn().moves))
        match.move(dice.choice(match.turn().moves))
    for turn, view, moves in turns:
        assert (turn.state, turn.moves, len(turn.seen)) == (view, moves, turn.version)


def test_what_a_turn_hands_on_has_no_more_than_it_shows() -> None:
    """Printed, copied, sent to another process: neither the state nor the match comes along."""
    match = LocalMatch(LostCities(start_seat=0))
    turn: Any = match.turn()
    sent: Any = pickle.loads(pickle.dumps(turn))  # noqa: S301 - made here
    assert sent == turn == deepcopy(turn)
    for each in (sent, deepcopy(turn)):
        assert each.moves == turn.moves
        assert not hasattr(each, "seen")
    hidden = {*match._state.hands[1], *match._state.deck} - {*match.view(0).hand}
    assert not hidden & {*re.findall(r"[A-Z](?:x|\d+)", f"{turn!r}{vars(sent)}")}


@pytest.mark.parametrize("log", [False, True])
def test_a_decision_stands_while_other_seats_choose(
    monkeypatch: pytest.MonkeyPatch, log: bool
) -> None:
    monkeypatch.setattr(local, "played", lambda _: installed.Played(load(bids)))
    match = LocalMatch(bids.ID, 3, log=log)
    dealt = match.version
    match.move("1 lamp", 1)
    match.move("2 lamp", 0)
    assert (match.turn(2).version, match.turn(2).decision) == (dealt + 2, dealt)
    match.resign(0)
    assert match.turn(2).decision == dealt
    match.move("3 clock", 2)  # and the first seat has bid again, at random
    shown = [match.turn(seat) for seat in match.to_move]
    assert [(each.version, each.decision) for each in shown] == [(dealt + 5, dealt + 4)] * 2


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
