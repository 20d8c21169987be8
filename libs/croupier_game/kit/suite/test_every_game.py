"""What every game owes: whole matches of seeded random moves."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, get_args

import orjson
import pytest
from croupier_match.entries import Entry, Moved, Resigned
from croupier_match.evolve import evolve, genesis, replay
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Status
from croupier_match.stored import entry_row, entry_type, match_type
from pydantic import TypeAdapter

from croupier_game.choose import Moves, selected
from croupier_game.errors import InvalidMove, RulesError
from croupier_game.game import view_json, view_of
from croupier_game.kit.described import some_of
from croupier_game.kit.differences import difference
from croupier_game.kit.disturbed import disturbed
from croupier_game.kit.games import GAMES, ORACLES, folder, package, playthrough, tables
from croupier_game.kit.messages import Messages
from croupier_game.kit.random_matches import NAMES, Played, move_entry, random_match, seated
from croupier_game.kit.seeds import SEEDS
from croupier_game.kit.spec import Oracle
from croupier_game.kit.watched import Watched, changes, looks_elsewhere
from croupier_game.listing import LISTED, listing
from croupier_game.seeded import seeded_chance

SEARCHED = range(30)
"""For what must happen in some match; the search ends with the first in which it does."""
FEW = 3
"""So many matches, or one for each of the options if those are more, for what depends on the shape
of a match more than on its luck."""
EVERY = 6
"""Where each position would be too many, every sixth is looked at."""
LAST = 4
"""And the last ones always: when the deck is empty, other rules hold."""
SELDOM = 24
"""The same where all moves that there are would be tried in each."""
PASSED_ON = range(max(1, len(SEEDS) // 3))
"""For what comes after a position that was made by hand."""
FEW_MOVES = 20
MOST_MORE = 60
"""So many moves of other positions are tried in each."""
AFTER_CONSTRUCTED = 40
"""As many moves are made after a position that was made by hand."""
GONE = (
    "It is for seats that lose together at the end, on the last rank. Where players go out one "
    "after another, leave it out: to_move passes over them, and ranking says when they went."
)
LISTING_BYTES = 16 * 1024
"""What a list of legal moves may take: a player asks for one in each turn."""


def play(game_id: str, seats: int, seed: int) -> Played:
    oracle = ORACLES[game_id]
    options = oracle.options[seed % len(oracle.options)]
    return random_match(game_id, options, seats, seed, oracle.bound(options, seats))


def few(game_id: str) -> range:
    return range(max(FEW, len(ORACLES[game_id].options)))


def matches_of(seeds: Callable[[str], range]) -> list[Any]:
    params = [(*table, seed) for table in tables() for seed in seeds(table[0])]
    return [pytest.param(param, id="{}-{}-seats-seed-{}".format(*param)) for param in params]


@pytest.fixture(scope="module", params=matches_of(lambda _: SEEDS))
def played(request: pytest.FixtureRequest) -> Played:
    return play(*request.param)


@pytest.fixture(scope="module", params=matches_of(few))
def one_of_few(request: pytest.FixtureRequest) -> Played:
    return play(*request.param)


def game_of(played: Played) -> Game:
    return GAMES[played.last.game]


def oracle_of(played: Played) -> Oracle:
    return ORACLES[played.last.game]


def some(played: Played) -> tuple[AnyMatch, ...]:
    """The deal, positions from the whole match, in each match other ones, and the last few."""
    dealt, first = played.dealt, 1 + int(played.last.seed, 16) % EVERY
    last = max(1, len(dealt) - LAST)
    return (dealt[0], *dealt[first:last:EVERY], *dealt[last:])


def refusal(game: Game, state: Any, seat: int, move: Any) -> RulesError | None:
    """What `check` has against the move."""
    try:
        game.rules.check(state, seat, move)
    except RulesError as refused:
        return refused
    return None


def moves_to_try(played: Played) -> list[Any]:
    """Moves that are near to the legal ones of some positions, for any position."""
    rng, positions = random.Random(played.last.seed), played.dealt[:-1]
    chosen = [positions[0], rng.choice(positions)]
    return [move for match in chosen for move in tried(game_of(played), match.state, rng)]


def tried(game: Game, state: Any, rng: random.Random) -> list[Any]:
    """Return moves of the first seat that must decide, legal or not."""
    (seat, *_) = game.rules.to_move(state)
    return list(ORACLES[game.rules.ID].moves(state, seat, rng))


def assert_agreed(
    game: Game, state: Any, seat: int, rng: random.Random, more: Sequence[Any] = ()
) -> None:
    """What `legal_moves` lists is all that `check` accepts, also of `more` moves."""
    oracle = ORACLES[game.rules.ID]
    listed, seen = game.rules.legal_moves(state, seat), view_of(game.rules, state, seat)
    for move in dict.fromkeys([*some_of(listed), *oracle.moves(state, seat, rng), *more]):
        refused = refusal(game, state, seat, move)
        agreed = oracle.covered(seen, listed, move) == (refused is None)
        says = "refuses a move that is" if refused else "accepts a move that is not"
        assert agreed, f"check {says} in legal_moves: {move!r} of seat {seat} in {state!r}"


def legal_somewhere(played: Played, rng: random.Random) -> list[Any]:
    """Moves that some seat can make at some time of the match: others, and mostly, cannot."""
    rules = game_of(played).rules
    found = {
        move: None
        for match in played.dealt[:-1:EVERY]
        for seat in rules.to_move(match.state)
        for move in some_of(rules.legal_moves(match.state, seat))
    }
    return rng.sample([*found], min(MOST_MORE, len(found)))


# Whole matches


def test_match_of_random_moves_ends_within_the_bound(played: Played) -> None:
    last = played.last
    assert last.status == Status.FINISHED
    assert 0 < len(played.moves) <= oracle_of(played).bound(last.options, len(last.seats))


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
    assert last.outcome.ranking == ranking
    assert last.outcome.scores == rules.scores(last.state)


def test_first_of_the_ranking_have_won_and_the_eliminated_never(played: Played) -> None:
    rules = game_of(played).rules
    early = next((out for match in played.dealt[:-1] if (out := rules.eliminated(match.state))), ())
    assert not early, f"eliminated returns {early} before the end. {GONE}"
    assert_won(played.last)


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_same_after_nothing_but_the_first_move_listed(game_id: str, seats: int) -> None:
    """Random players do a bit of everything; these leave out whatever is listed last."""
    game, oracle = GAMES[game_id], ORACLES[game_id]
    match = seated(game_id, oracle.options[0], seats, seed=f"{1:064x}").last
    for _ in range(oracle.bound(oracle.options[0], seats)):
        if match.ended:
            break
        (seat, *_) = game.rules.to_move(match.state)
        entry = move_entry(match, seat, game.rules.legal_moves(match.state, seat)[0])
        match = evolve(GAMES.of(match), match, entry, seeded_chance)
    assert_won(match)


def assert_won(match: AnyMatch) -> None:
    """The first of the ranking have won, unless they are eliminated; the eliminated rank last."""
    out = GAMES[match.game].rules.eliminated(match.state)
    assert match.outcome is not None
    ranking, winners = match.outcome.ranking, match.outcome.winners
    assert not set(winners) & set(out)
    assert winners == (() if ranking[0] == out else ranking[0])
    assert not out or ranking[-1] == out, (
        f"eliminated returns {out}, and the last rank is {ranking[-1]}. {GONE}"
    )


@pytest.mark.needs_spec
def test_nothing_is_made_or_lost(played: Played) -> None:
    oracle = oracle_of(played)
    box = Counter(oracle.box(played.last.options, len(played.last.seats)))
    for match in played.dealt:
        assert Counter(oracle.pieces(match.state)) == box, f"version {match.version}"
    for before, match in pairwise(played.dealt):
        accounted = oracle.accounts(before.state, match.events, match.state)
        assert accounted, f"version {match.version}"


def test_who_must_move_can_and_every_move_listed_is_accepted(played: Played) -> None:
    game = game_of(played)
    for match in played.dealt[:-1]:
        for seat in game.rules.to_move(match.state):
            listed = some_of(game.rules.legal_moves(match.state, seat))
            assert listed, "a player who must move can"
            assert len(set(listed)) == len(listed), "no move is listed twice"
            for move in listed:
                assert refusal(game, match.state, seat, move) is None, f"version {match.version}"


def test_who_is_late_makes_a_legal_move(played: Played) -> None:
    """GameFailed names on_timeout where it is not legal, and phase_ms where it is no such time."""
    rules = game_of(played).rules
    for match in played.dealt[:-1] if rules.has_on_timeout else ():
        rules.phase_ms(match.state)
        for seat in rules.to_move(match.state):
            assert rules.on_timeout(match.state, seat) == rules.on_timeout(match.state, seat)


def test_check_and_legal_moves_agree(played: Played) -> None:
    """Over all moves there are, or many that nearly are legal; see the oracle's `moves`."""
    game, rng = game_of(played), random.Random(played.last.seed)
    more = legal_somewhere(played, rng)
    for match in some(played)[:-1]:
        for seat in game.rules.to_move(match.state):
            assert_agreed(game, match.state, seat, rng, more)


def test_list_of_legal_moves_is_short(played: Played) -> None:
    """As the gateway answers it, in every position."""
    game = game_of(played)
    for match in played.dealt[:-1]:
        for seat in game.rules.to_move(match.state):
            moves = game.rules.legal_moves(match.state, seat)
            shown = [_shown(game, move) for move in selected(moves, LISTED)]
            size = len('{"version":1000,"seat":0,"moves":[]}') + len(",".join(shown))
            if isinstance(moves, Moves):
                size += len(orjson.dumps(listing(game, moves)["choose"]))
            assert size < LISTING_BYTES, f"version {match.version}"


@cache
def _shown(game: Game, move: Any) -> str:
    shown = {
        "move": game.wire.move_json(move),
        "notation": game.rules.notation(move),
    }
    return json.dumps(shown, separators=(",", ":"))


def test_what_makes_no_sense_does_so_in_every_position(one_of_few: Played) -> None:
    """InvalidMove depends on the options alone, and every refusal is a sentence."""
    game, all_moves = game_of(one_of_few), moves_to_try(one_of_few)
    senseless = set()
    *positions, _ = some(one_of_few)
    for match in (*positions[::SELDOM], positions[-1]):
        for seat in game.rules.to_move(match.state):
            refusals = {each: refusal(game, match.state, seat, each) for each in all_moves}
            assert all(str(each).endswith(".") for each in refusals.values() if each)
            invalid = (each for each in all_moves if isinstance(refusals[each], InvalidMove))
            senseless.add(frozenset(invalid))
    assert len(senseless) == 1


@pytest.mark.parametrize("note", [changes, looks_elsewhere])
def test_functions_do_nothing_beside(one_of_few: Played, note: Callable[..., Any]) -> None:
    """They change nothing that they are given, and follow from nothing else."""
    watched, last = Watched(package(one_of_few.last.game), note), one_of_few.last
    tried = moves_to_try(one_of_few)[:FEW_MOVES]
    looked = {each.version for each in some(one_of_few)}
    for match in replay(watched.game, last, one_of_few.log, seeded_chance):
        if match.version in looked:
            shown_of(match, watched.game)
            for seat in watched.game.rules.to_move(match.state):
                for move in tried:
                    refusal(watched.game, match.state, seat, move)
    assert not watched.found, "; ".join(watched.found.values())


def test_what_is_shown_depends_on_the_version_alone(one_of_few: Played) -> None:
    """Not on what the rules were asked before, nor on what they have kept of it."""
    last = one_of_few.last
    steps = replay(GAMES.of(last), last, one_of_few.log, seeded_chance)
    while_played = [shown_of(match) for match in steps if match.state is not None]
    backwards = [shown_of(match) for match in reversed(one_of_few.dealt)]
    for match, first, second in zip(
        one_of_few.dealt, while_played, reversed(backwards), strict=True
    ):
        found = difference(first, second)
        assert not found, f"version {match.version} is shown otherwise the second time: {found}"


def shown_of(match: AnyMatch, game: Game | None = None) -> dict[str, Any]:
    """All that is made of a version for those who look at it."""
    rules = (game or GAMES[match.game]).rules
    viewers = (*range(len(match.seats)), None)
    return {
        "views": [view_of(rules, match.state, viewer) for viewer in viewers],
        "events": [[rules.event_view(each, seat) for each in match.events] for seat in viewers],
        "legal_moves": [
            rules.legal_moves(match.state, seat) for seat in rules.to_move(match.state)
        ],
        "to_move": rules.to_move(match.state),
        "scores": rules.scores(match.state),
        "ranking": rules.ranking(match.state),
        "eliminated": rules.eliminated(match.state),
    }


def test_a_choice_at_the_same_time_leaves_the_decisions_of_others(played: Played) -> None:
    for (before, after), entry in zip(pairwise(played.dealt), played.moves, strict=True):
        assert not (why := disturbed(game_of(played), before.state, entry, after.state)), why


def test_resigning_leaves_the_table_as_it_is_and_the_last_one_wins(one_of_few: Played) -> None:
    match = before = one_of_few.dealt[len(one_of_few.dealt) // 2]
    others = tuple(range(1, len(match.seats)))
    for seat in others:
        assert not match.ended
        match = evolve(GAMES.of(match), match, _resignation(match, seat), seeded_chance)
        assert [each.resigned for each in match.seats] == [
            0 < place <= seat for place in range(len(match.seats))
        ]
        assert (match.state, match.events) == (before.state, ())
    assert match.outcome is not None
    assert (match.outcome.ranking, match.outcome.winners) == (((0,), others), (0,))


def _resignation(match: AnyMatch, seat: int) -> Entry:
    return Resigned(match.version + 1, seat, match.update_time)


# What is stored


def test_match_survives_its_json(one_of_few: Played) -> None:
    match_json = match_type(game_of(one_of_few))
    for match in one_of_few.versions:
        stored_match = match_json.dump_json(match)
        assert orjson.dumps(match) == stored_match, "the store writes it so, which takes less time"
        loaded = match_json.validate_json(stored_match)
        assert loaded == match
        assert match_json.dump_json(loaded) == stored_match
    for match in some(one_of_few):
        loaded = match_json.validate_json(match_json.dump_json(match))
        found = difference(shown_of(match), shown_of(loaded))
        assert not found, (
            f"version {match.version} is shown otherwise after it was stored: {found}. What is "
            "shown must follow from the values in State, not from how they came there"
        )


def test_state_and_every_event_survive_their_json(one_of_few: Played) -> None:
    rules = game_of(one_of_few).rules
    adapters: tuple[TypeAdapter[Any], ...] = (TypeAdapter(rules.State), TypeAdapter(rules.Event))
    state_json, event_json = adapters
    for match in one_of_few.dealt:
        pairs = [(state_json, match.state), *((event_json, event) for event in match.events)]
        for adapter, value in pairs:
            dumped = adapter.dump_json(value)
            loaded = adapter.validate_json(dumped)
            assert type(loaded) is type(value)
            assert loaded == value
            assert adapter.dump_json(loaded) == dumped


def test_same_seed_same_bytes(one_of_few: Played, request: pytest.FixtureRequest) -> None:
    again = play(*request.node.callspec.params["one_of_few"])
    match_json = match_type(game_of(one_of_few))
    assert again.log == one_of_few.log
    for match, twin in zip(one_of_few.versions, again.versions, strict=True):
        assert match_json.dump_json(match) == match_json.dump_json(twin)


def test_log_gives_every_version_again(one_of_few: Played) -> None:
    """The log as the store keeps it: JSON without defaults."""
    game = game_of(one_of_few)
    rows = [entry_row(one_of_few.last, entry) for entry in one_of_few.log]
    log = [entry_type(game).validate_json(row) for row in rows]
    assert log == list(one_of_few.log)
    assert (
        tuple(replay(GAMES.of(one_of_few.last), one_of_few.last, log, seeded_chance))
        == one_of_few.versions
    )


@pytest.mark.parametrize("keep_score", [False, True])
def test_a_rematch_can_be_played(one_of_few: Played, keep_score: bool) -> None:
    game, last = game_of(one_of_few), one_of_few.last
    options, seats = game.rules.rematch_options(last.state, keep_score), len(last.seats)
    game.rules.check_options(options, seats)
    messages = Messages(game.wire)
    assert messages.decode_options(messages.encode_options(options)) == options
    assert not random_match(last.game, options, seats, 1, 0).last.ended


def test_another_seed_is_another_match(one_of_few: Played) -> None:
    game = game_of(one_of_few)
    first = genesis(game, one_of_few.last)
    seed = f"{int(first.seed, 16) + 1000:064x}"
    seatings = one_of_few.log[: len(first.seats)]
    (*_, other) = replay(game, replace(first, seed=seed), seatings, seeded_chance)
    assert other.state != one_of_few.dealt[0].state


# What crosses the wire


def test_every_legal_move_survives_notation_and_wire(one_of_few: Played) -> None:
    game, listed = game_of(one_of_few), set[Any]()
    for match in some(one_of_few):
        for seat in game.rules.to_move(match.state):
            moves = some_of(game.rules.legal_moves(match.state, seat))
            assert len({game.rules.notation(move) for move in moves}) == len(moves)
            listed.update(moves)
    for move in listed:
        assert_survives(game, move)


def assert_survives(game: Game, move: Any) -> None:
    """The move is read as it was written, as a message and in notation."""
    messages = Messages(game.wire)
    assert messages.decode_move(messages.encode_move(move)) == move
    assert game.rules.parse(game.rules.notation(move)) == move


def test_every_viewer_can_see_every_version(one_of_few: Played) -> None:
    game, seats = game_of(one_of_few), len(one_of_few.last.seats)
    changes = list(zip(one_of_few.versions, one_of_few.log, strict=True))
    for match, entry in (*changes[seats - 1 :: EVERY], changes[-1]):
        for viewer in (*range(seats), None):
            assert view_json(game, match.state, viewer)
            seen = view_of(game.rules, match.state, viewer)
            assert game.table.render(seen, NAMES[:seats], viewer)
            for event in match.events:
                assert game.wire.event_json(game.rules.event_view(event, viewer))
            if isinstance(entry, Moved):
                moved = game.rules.move_view(entry.move, entry.seat, viewer)
                shown = game.wire.move_json(moved), game.rules.notation(moved)
                # Of a move that is hidden as a whole, others see nothing.
                assert all(shown) or viewer != entry.seat


# What random play does not show


def constructed() -> list[Any]:
    return [
        pytest.param(game_id, *position, id=f"{game_id}-{number}")
        for game_id, oracle in ORACLES.items()
        for number, position in enumerate(oracle.constructed)
    ]


@pytest.mark.parametrize(("game_id", "state", "move"), constructed())
def test_constructed_position_holds_what_every_game_owes(
    game_id: str, state: Any, move: Any
) -> None:
    game, chance = GAMES[game_id], seeded_chance("00", [], 1, "")
    (seat,) = game.rules.to_move(state)
    for number in range(10):
        assert_agreed(game, state, seat, random.Random(number))
    assert refusal(game, state, seat, move) is None
    assert_survives(game, move)
    _, events = game.rules.apply(state, seat, move, chance)
    for event in events:
        Messages(game.wire).encode_event(game.rules.event_view(event, seat))


@pytest.mark.parametrize("seed", PASSED_ON)
@pytest.mark.parametrize(("game_id", "state", "move"), constructed())
def test_match_goes_on_from_a_constructed_position(
    game_id: str, state: Any, move: Any, seed: int
) -> None:
    game, oracle, rng = GAMES[game_id], ORACLES[game_id], random.Random(seed)
    rules = game.rules
    box = Counter(oracle.box(state.options, len(rules.scores(state))))
    for version in range(1, AFTER_CONSTRUCTED):
        assert Counter(oracle.pieces(state)) == box
        if rules.over(state):
            break
        (seat,) = rules.to_move(state)
        assert_agreed(game, state, seat, rng)
        chosen = move if version == 1 else rng.choice(rules.legal_moves(state, seat))
        state, _ = rules.apply(
            state, seat, chosen, seeded_chance("00", [f"{seed:02x}"], version, "")
        )


def shown(matches: Iterator[Played]) -> Iterator[str]:
    """The kinds of all moves made and of all events."""
    for played in matches:
        yield from (oracle_of(played).kind(entry.move) for entry in played.moves)
        yield from (type(event).__name__ for match in played.dealt for event in match.events)


def shown_by_hand(game_id: str) -> Iterator[str]:
    """The same of the constructed positions."""
    rules, oracle = GAMES[game_id].rules, ORACLES[game_id]
    for state, move in oracle.constructed:
        (seat,) = rules.to_move(state)
        _, events = rules.apply(state, seat, move, seeded_chance("00", [], 1, ""))
        yield oracle.kind(move)
        yield from (type(event).__name__ for event in events)


@pytest.mark.needs_spec
@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_every_kind_of_move_and_event_happens(game_id: str, seats: int) -> None:
    """Else the tests above would prove less than they seem to."""
    oracle = ORACLES[game_id]
    events = {event.__name__ for event in get_args(GAMES[game_id].rules.Event)}
    missing = {*oracle.kinds, *events} - oracle.rare
    for each in shown(play(game_id, seats, seed) for seed in SEARCHED):
        missing.discard(each)
        if not missing:
            break
    assert not missing
    assert oracle.rare <= oracle.kinds | events
    assert oracle.rare <= set(shown_by_hand(game_id))


@pytest.mark.needs_spec
@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_moves_of_every_kind_are_tried_legal_and_not(game_id: str, seats: int) -> None:
    game, oracle = GAMES[game_id], ORACLES[game_id]
    missing = {(kind, legal) for kind in oracle.kinds - oracle.rare for legal in (True, False)}
    dice = random.Random(f"{game_id} {seats}")
    for match in positions(game_id, seats):
        if not missing:
            break
        (seat, *_) = game.rules.to_move(match.state)
        for move in oracle.moves(match.state, seat, dice):
            legal = refusal(game, match.state, seat, move) is None
            missing.discard((oracle.kind(move), legal))
    assert not missing


def positions(game_id: str, seats: int) -> Iterator[AnyMatch]:
    """Return the positions of many matches, one match after the other."""
    for seed in SEARCHED:
        yield from play(game_id, seats, seed).dealt[:-1]


# The tables themselves


@pytest.mark.needs_spec
@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_game_has_an_oracle_and_playthroughs(game_id: str, seats: int) -> None:
    assert ORACLES[game_id].options
    assert seats in ORACLES[game_id].specimens
    if (folder(game_id) / "tests").is_dir():  # which the wheel leaves out
        assert playthrough(game_id, seats).exists(), "croupier test-game --write-playthroughs"
