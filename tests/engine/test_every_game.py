"""What every game owes, over the registry: whole matches of seeded random moves.

A new game joins by its entry in ORACLES, and by what
`python -m tests.engine.playthroughs` writes for it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine import require
from engine.chance import seeded_chance
from engine.changes import AnyEntry, AnyMatch, advance, genesis, replay
from engine.errors import NotYourTurn, RosterChanged
from engine.games import GAMES, Game
from engine.match import Entry, Kind, Player, Seat, Status
from engine.rules import lost_cities
from engine.rules.errors import InvalidMove, InvalidOptions, RulesError
from pydantic import TypeAdapter

from tests.engine.playthroughs import playthrough, stored
from tests.engine.playthroughs.play import NAMES, Played, random_match

SEEDS = range(30)
EVERY = 6
"""Where each position would be too many, every sixth is looked at."""


@dataclass(frozen=True)
class Oracle:
    """What these tests must know of a game, and its rules module does not say.

    options: under these, a match of random moves must end.
    bound:   (options, seats) -> no match has more moves.
    box:     (options, seats) -> all cards and pieces of the game.
    pieces:  state -> all cards and pieces, wherever they are.
    moves:   every move there is to write down, legal or not, of any options.
    """

    options: tuple[Any, ...]
    bound: Callable[[Any, int], int]
    box: Callable[[Any, int], Iterable[str]]
    pieces: Callable[[Any], Iterable[str]]
    moves: Callable[[], Iterable[Any]]


def lost_cities_bound(options: lost_cities.Options, seats: int) -> int:
    """The most moves that a match with maxTurnsWithoutDeckDraw = n can have.

    Every turn draws from the deck of d cards or does not. Before each draw from
    the deck there are at most n - 1 turns that do not, since the n-th ends the
    round, and the d-th draw ends it too. A round that the deck ends thus has at
    most d * n turns; one that the limit ends after k < d draws has at most
    k * n, and n more: no more either.
    """
    deck = len(lost_cities.DECKS[options.colors]) - seats * lost_cities.HAND_SIZE
    return options.rounds * deck * options.max_turns_without_deck_draw


def lost_cities_box(options: lost_cities.Options, seats: int) -> Iterable[str]:
    return lost_cities.DECKS[options.colors]


def lost_cities_pieces(state: lost_cities.State) -> Iterator[str]:
    expeditions = [pile for side in state.expeditions for pile in side]
    for pile in (state.deck, *state.hands, *state.discards, *expeditions):
        yield from pile


def lost_cities_moves() -> Iterator[lost_cities.Move]:
    for card in lost_cities.ORDER:
        for draw in (lost_cities.DECK, *lost_cities.COLORS):
            yield lost_cities.Move(card, lost_cities.EXPEDITION, draw)
            yield lost_cities.Move(card, lost_cities.DISCARD, draw)


ORACLES = {
    lost_cities.ID: Oracle(
        options=(
            lost_cities.Options(rounds=1, max_turns_without_deck_draw=30),
            lost_cities.Options(rounds=3, colors=6, start_seat=1, max_turns_without_deck_draw=12),
            lost_cities.Options(rounds=2, max_turns_without_deck_draw=6, carried_scores=(7, -12)),
        ),
        bound=lost_cities_bound,
        box=lost_cities_box,
        pieces=lost_cities_pieces,
        moves=lost_cities_moves,
    ),
}

TABLES = [
    (game_id, seats)
    for game_id, game in GAMES.items()
    for seats in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1)
]


def play(game_id: str, seats: int, seed: int) -> Played:
    oracle = ORACLES[game_id]
    options = oracle.options[seed % len(oracle.options)]
    return random_match(game_id, options, seats, seed, oracle.bound(options, seats))


@pytest.fixture(
    scope="module",
    params=[(*table, seed) for table in TABLES for seed in SEEDS],
    ids=lambda param: "{}-{}-seats-seed-{}".format(*param),
)
def played(request: pytest.FixtureRequest) -> Played:
    return play(*request.param)


def game_of(played: Played) -> Game:
    return GAMES[played.last.game]


def some(played: Played) -> tuple[AnyMatch, ...]:
    """The deal, positions from the whole match, and the end."""
    return (*played.dealt[:-1:EVERY], played.last)


def refusal(game: Game, state: Any, seat: int, move: Any) -> RulesError | None:
    """What `check` has against the move."""
    try:
        game.rules.check(state, seat, move)
    except RulesError as refused:
        return refused
    return None


# Whole matches


def test_match_of_random_moves_ends(played: Played) -> None:
    assert played.last.status == Status.FINISHED
    assert played.moves


def test_nobody_is_to_move_when_it_is_over_and_only_then(played: Played) -> None:
    rules = game_of(played).rules
    for match in played.dealt:
        assert rules.over(match.state) == match.ended
        assert (rules.to_move(match.state) == ()) == match.ended


def test_outcome_ranks_every_seat_once(played: Played) -> None:
    rules, last = game_of(played).rules, played.last
    ranking = rules.ranking(last.state)
    assert sorted(seat for rank in ranking for seat in rank) == list(range(len(last.seats)))
    assert len(rules.scores(last.state)) == len(last.seats)
    assert last.outcome is not None
    assert (last.outcome.ranking, last.outcome.winners) == (ranking, ranking[0])
    assert last.outcome.scores == rules.scores(last.state)


def test_nothing_is_made_or_lost(played: Played) -> None:
    oracle = ORACLES[played.last.game]
    box = Counter(oracle.box(played.last.options, len(played.last.seats)))
    for match in played.dealt:
        assert Counter(oracle.pieces(match.state)) == box, f"version {match.version}"


def test_check_and_legal_moves_agree_over_all_moves(played: Played) -> None:
    game, all_moves = game_of(played), list(ORACLES[played.last.game].moves())
    for match in some(played)[:-1]:
        for seat in game.rules.to_move(match.state):
            listed = game.rules.legal_moves(match.state, seat)
            assert listed, "a player who must move can"
            assert len(set(listed)) == len(listed), "no move is listed twice"
            accepted = {each for each in all_moves if not refusal(game, match.state, seat, each)}
            assert accepted == set(listed), f"version {match.version}, seat {seat}"


def test_what_makes_no_sense_does_so_in_every_position(played: Played) -> None:
    """InvalidMove depends on the options alone, and every refusal is a sentence."""
    game, all_moves = game_of(played), list(ORACLES[played.last.game].moves())
    senseless = set()
    for match in some(played)[:-1:EVERY]:
        for seat in game.rules.to_move(match.state):
            refusals = {each: refusal(game, match.state, seat, each) for each in all_moves}
            assert all(str(each).endswith(".") for each in refusals.values() if each)
            invalid = (each for each in all_moves if isinstance(refusals[each], InvalidMove))
            senseless.add(frozenset(invalid))
    assert len(senseless) == 1


def test_looking_and_refusing_change_nothing(played: Played) -> None:
    game, all_moves = game_of(played), list(ORACLES[played.last.game].moves())
    for match in some(played)[::EVERY]:
        before = game.match_json.dump_json(match)
        for seat in game.rules.to_move(match.state):
            game.rules.legal_moves(match.state, seat)
            for move in all_moves:
                refusal(game, match.state, seat, move)
        assert game.match_json.dump_json(match) == before


def test_a_move_leaves_the_state_before_it_as_it_was(played: Played) -> None:
    game = game_of(played)
    states = [game.match_json.dump_json(match) for match in played.versions]
    list(replay(played.last, played.log, seeded_chance))
    assert [game.match_json.dump_json(match) for match in played.versions] == states


def test_resigning_leaves_the_table_as_it_is(played: Played) -> None:
    before = played.dealt[len(played.dealt) // 2]
    entry: AnyEntry = Entry(before.version + 1, Kind.RESIGNED, 1, before.update_time)
    after = advance(before, entry, seeded_chance)
    assert [seat.resigned for seat in after.seats] == [
        seat == 1 for seat in range(len(after.seats))
    ]
    assert (after.state, after.events) == (before.state, ())
    assert after.ended == (len(after.seats) == 2)
    if after.outcome:
        assert (after.outcome.ranking, after.outcome.winners) == (((0,), (1,)), (0,))


# What is stored


def test_match_survives_its_json(played: Played) -> None:
    match_json = game_of(played).match_json
    for match in played.versions:
        stored_match = match_json.dump_json(match)
        loaded = match_json.validate_json(stored_match)
        assert loaded == match
        assert match_json.dump_json(loaded) == stored_match


def test_state_and_every_event_survive_their_json(played: Played) -> None:
    rules = game_of(played).rules
    adapters: tuple[TypeAdapter[Any], ...] = (TypeAdapter(rules.State), TypeAdapter(rules.Event))
    state_json, event_json = adapters
    for match in played.dealt:
        pairs = [(state_json, match.state), *((event_json, event) for event in match.events)]
        for adapter, value in pairs:
            dumped = adapter.dump_json(value)
            loaded = adapter.validate_json(dumped)
            assert type(loaded) is type(value)
            assert loaded == value
            assert adapter.dump_json(loaded) == dumped


def test_same_seed_same_bytes(played: Played, request: pytest.FixtureRequest) -> None:
    again = play(*request.node.callspec.params["played"])
    match_json = game_of(played).match_json
    assert again.log == played.log
    for match, twin in zip(played.versions, again.versions, strict=True):
        assert match_json.dump_json(match) == match_json.dump_json(twin)


def test_log_gives_every_version_again(played: Played) -> None:
    """The log as the store keeps it: JSON without defaults."""
    game = game_of(played)
    rows = [game.entry_json.dump_json(entry, exclude_defaults=True) for entry in played.log]
    log = [game.entry_json.validate_json(row) for row in rows]
    assert log == list(played.log)
    assert tuple(replay(played.last, log, seeded_chance)) == played.versions


def test_another_seed_is_another_match(played: Played) -> None:
    first = genesis(played.last)
    seed = f"{int(first.seed, 16) + 1000:064x}"
    seatings = played.log[: len(first.seats)]
    (*_, other) = replay(replace(first, seed=seed), seatings, seeded_chance)
    assert other.state != played.dealt[0].state


# What crosses the wire


def test_every_legal_move_survives_notation_and_wire(played: Played) -> None:
    game = game_of(played)
    for match in some(played):
        for seat in game.rules.to_move(match.state):
            moves = game.rules.legal_moves(match.state, seat)
            for move in moves:
                wire = game.codec.encode_move(move).SerializeToString()
                message = getattr(pb.Move(), game.arm)
                message.ParseFromString(wire)
                assert game.codec.decode_move(message) == move
                assert game.rules.parse(game.rules.notation(move)) == move
            assert len({game.rules.notation(move) for move in moves}) == len(moves)


def test_every_eye_can_look_at_everything(played: Played) -> None:
    game, seats = game_of(played), len(played.last.seats)
    changes = list(zip(played.versions, played.log, strict=True))
    for match, entry in (*changes[seats - 1 :: EVERY], changes[-1]):
        for eye in (*range(seats), None):
            seen = game.rules.view(match.state, eye)
            assert game.codec.encode_view(seen).ByteSize() > 0
            assert game.codec.table(seen, NAMES[:seats], eye).endswith("\n")
            for event in match.events:
                assert game.codec.encode_event(game.rules.event_view(event, eye)).ByteSize() > 0
            if entry.move is not None:
                assert game.rules.notation(game.rules.move_view(entry.move, entry.seat, eye))


def test_seat_outside_the_table_is_turned_away(played: Played) -> None:
    """Before the rules are asked: `hands[-1]` would be somebody's hand."""
    match, seats = played.dealt[0], len(played.last.seats)
    for outside in (-1, seats, seats + 1):
        for player_id in ("stranger", NAMES[0].lower()):
            with pytest.raises(RosterChanged):
                require.sight(match, require.Caller(player_id, outside))
        with pytest.raises(NotYourTurn):
            require.turn(match, outside)


# The tables themselves


@pytest.mark.parametrize("game_id", GAMES)
def test_game_has_an_oracle_a_playthrough_and_a_stored_match(game_id: str) -> None:
    assert ORACLES.keys() == GAMES.keys()
    assert ORACLES[game_id].options
    assert playthrough(game_id).exists()
    assert stored(game_id).exists()


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_default_and_bounded_options_can_be_played(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    for options in (game.rules.Options(), *ORACLES[game_id].options):
        game.rules.check_options(options, seats)
        assert game.codec.decode_options(game.codec.encode_options(options)) == options
        options_json: TypeAdapter[Any] = TypeAdapter(game.rules.Options)
        assert options_json.validate_json(options_json.dump_json(options)) == options


@pytest.mark.parametrize("game_id", GAMES)
def test_options_left_out_on_the_wire_are_the_defaults(game_id: str) -> None:
    game = GAMES[game_id]
    assert game.codec.decode_options(getattr(pb.Options(), game.arm)) == game.rules.Options()


@pytest.mark.parametrize("game_id", GAMES)
def test_empty_move_makes_no_sense_in_any_game(game_id: str) -> None:
    game = GAMES[game_id]
    with pytest.raises(InvalidMove):
        game.codec.decode_move(getattr(pb.Move(), game.arm))
    with pytest.raises(InvalidMove):
        game.rules.parse("")


@pytest.mark.parametrize("game_id", GAMES)
def test_seat_wished_for_outside_the_table_is_refused(game_id: str) -> None:
    first = genesis(play(game_id, GAMES[game_id].rules.MIN_SEATS, seed=0).last)
    assert first.seats == (Seat(),) * len(first.seats)
    with pytest.raises(InvalidOptions):
        require.free_seat(first, Player("ada", "Ada", "bot"), len(first.seats))


@pytest.mark.parametrize("message", [pb.Caller, pb.JoinMatchRequest])
def test_wire_has_no_negative_seats(message: type[pb.Caller] | type[pb.JoinMatchRequest]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        message(seat=-1)
