"""No sight depends on what its viewer may not know, in any game, at any version.

The twins are matches that look alike to one viewer (see `croupier_game.kit.twins`). Over HTTP, the
service is shown them as well.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import orjson
import pytest
from croupier_match.entries import Entry, Moved
from croupier_match.match import AnyMatch, Player

from croupier_game.choose import Moves
from croupier_game.errors import RulesError
from croupier_game.game import view_of
from croupier_game.kit import twins
from croupier_game.kit.described import some_of
from croupier_game.kit.differences import difference
from croupier_game.kit.games import GAMES, ORACLES, SECRETS, chosen
from croupier_game.kit.random_matches import NAMES
from croupier_game.kit.seeds import SEEDS
from croupier_game.kit.twins import Position, viewer_name
from croupier_game.kit.work import steps
from croupier_game.listing import described

pytestmark = [
    pytest.mark.service,  # it needs none, but takes longer than fast tests may
    pytest.mark.needs_spec,
]

SEED = 20261121
PAIRS = 24 if len(SEEDS) < 10 else 40
ENOUGH = PAIRS / 3
"""In so many pairs at least, each secret must differ, and a move must be possible in both."""
TRIED = 30
"""Moves that are tried in a position, to see what is said against them."""


@dataclass(frozen=True)
class Pair:
    """Twins of a random match, in the eyes of `viewer`."""

    one: Position
    other: Position
    viewer: int | None
    move: str | None
    """A next move that shows the viewer the same in both."""


@dataclass(frozen=True)
class Pairs:
    """The twins of a game, and what came of the attempts to tell them apart."""

    game_id: str
    pairs: list[Pair]
    tried: Counter[str]


class Sight(NamedTuple):
    """All that reaches a viewer at one version."""

    public_view: Any
    public_view_json: bytes
    private_view: Any
    private_view_json: bytes
    table: str
    events: list[Any]
    events_json: list[bytes]
    move: Any
    notation: str | None
    legal_moves: Any
    legal_notation: list[str]
    legal_choose: Any
    on_timeout: Any
    phase_ms: int | None
    to_move: Any
    scores: Any
    ranking: Any
    eliminated: Any


@pytest.fixture(scope="module", params=chosen())
def pairs(request: pytest.FixtureRequest) -> Pairs:
    game_id, dice = request.param, random.Random(f"{SEED} {request.param}")
    tried: Counter[str] = Counter()
    return Pairs(game_id, [pair(game_id, dice, tried) for _ in range(PAIRS)], tried)


def pair(game_id: str, dice: random.Random, tried: Counter[str]) -> Pair:
    rules = GAMES[game_id].rules
    seats = dice.randint(rules.MIN_SEATS, rules.MAX_SEATS)
    players = [Player(name.lower(), name, "human") for name in NAMES[:seats]]
    one = twins.play(game_id, players, dice.randrange(SECRETS[game_id].turns), dice)
    viewer = dice.choice((None, *range(seats)))
    other = twins.twin(one, viewer, dice, tried)
    own_dice = random.Random(one.match.seed)
    return Pair(one, other, viewer, twins.common_move(one, other, viewer, own_dice))


def sights(position: Position, viewer: int | None) -> Iterator[tuple[int, Sight]]:
    """What reaches a viewer, by the version, from the deal on."""
    for match, entry in zip(position.pasts, position.log, strict=True):
        if match.state is not None:
            yield match.version, sight(match, entry, viewer)


def sight(match: AnyMatch, entry: Entry, viewer: int | None) -> Sight:
    game = GAMES[match.game]
    rules, wire = game.rules, game.wire
    view = view_of(rules, match.state, viewer)
    events = [rules.event_view(event, viewer) for event in match.events]
    moved = rules.move_view(entry.move, entry.seat, viewer) if isinstance(entry, Moved) else None
    listed = rules.legal_moves(match.state, viewer or 0) if _decides(match, viewer) else ()
    return Sight(
        public_view=view.public,
        public_view_json=orjson.dumps(wire.public_view_json(view.public)),
        private_view=view.private,
        private_view_json=orjson.dumps(wire.private_view_json(view.private)),
        table=game.table.render(view, NAMES[: len(match.seats)], viewer),
        events=events,
        events_json=[orjson.dumps(wire.event_json(event)) for event in events],
        move=moved and (moved, wire.move_json(moved)),
        notation=moved and rules.notation(moved),
        legal_moves=listed.parts if isinstance(listed, Moves) else listed,
        legal_notation=[rules.notation(move) for move in some_of(listed)],
        legal_choose=described(game, listed),
        on_timeout=listed and rules.has_on_timeout and rules.on_timeout(match.state, viewer or 0),
        phase_ms=rules.phase_ms(match.state),
        to_move=rules.to_move(match.state),
        scores=rules.scores(match.state),
        ranking=rules.ranking(match.state),
        eliminated=rules.eliminated(match.state),
    )


def _decides(match: AnyMatch, viewer: int | None) -> bool:
    return viewer in GAMES[match.game].rules.to_move(match.state)


def test_what_a_viewer_may_not_know_does_not_show(pairs: Pairs) -> None:
    for number, each in enumerate(pairs.pairs):
        both = zip(sights(each.one, each.viewer), sights(each.other, each.viewer), strict=True)
        for (version, first), (_, second) in both:
            found = difference(first._asdict(), second._asdict())
            assert not found, (
                f"{pairs.game_id}, seed {SEED}, pair {number}: at version {version}, "
                f"{viewer_name(each.viewer)} can tell twins apart by {found.lstrip('.')}. Hide it, "
                "or let SECRETS.known return it if it is no secret."
            )


def test_refusal_of_a_move_tells_nothing(pairs: Pairs) -> None:
    """Neither by its sentence nor by the time that it takes, as far as the rules work for it."""
    for number, each in enumerate(pairs.pairs):
        for move in _tried(pairs.game_id, each, random.Random(number)):
            first, second = (_refused(position, each.viewer or 0, move) for position in _both(each))
            found = difference(first, second, "refusal")
            version = each.one.match.version
            assert not found, (
                f"{pairs.game_id}, seed {SEED}, pair {number}: at version {version}, "
                f"{viewer_name(each.viewer)} can tell twins apart by trying {move}: {found}"
            )


def _both(pair: Pair) -> tuple[Position, Position]:
    return pair.one, pair.other


def _tried(game_id: str, pair: Pair, dice: random.Random) -> list[Any]:
    """Return moves that the viewer could try, if both twins wait for it: most are illegal."""
    if any(not _decides(each.match, pair.viewer) for each in _both(pair)):
        return []
    moves = list(ORACLES[game_id].moves(pair.one.state, pair.viewer or 0, dice))
    return dice.sample(moves, min(TRIED, len(moves)))


def _refused(position: Position, seat: int, move: Any) -> dict[str, Any]:
    """Return what the player is told, and the work that it takes; nothing of a legal move."""
    check = partial(GAMES[position.match.game].rules.check, position.state, seat, move)
    try:
        check()
    except RulesError as error:
        return {"kind": type(error).__name__, "text": str(error), "steps": steps(check)}
    return {}


def test_twins_differ_in_all_that_is_secret(pairs: Pairs) -> None:
    """Else the test above would prove less than it seems to."""
    changed: Counter[str] = Counter()
    empty: Counter[str] = Counter()
    for each in pairs.pairs:
        hidden = SECRETS[pairs.game_id].hidden
        here, there = hidden(each.one.state, each.viewer), hidden(each.other.state, each.viewer)
        changed.update({name: here[name] != there[name] for name in here})
        empty.update({name: not here[name] and not there[name] for name in here})
    name, count = min(changed.items(), key=lambda each: each[1], default=("", PAIRS))
    assert count >= ENOUGH, (
        f"{pairs.game_id}: hidden[{name!r}] differs in {count} of {PAIRS} pairs of twins, and "
        f"must in {ENOUGH:.0f}. Of {pairs.tried.total()} changes that were tried, "
        f"{_told(pairs.tried)}. What `known` and `ahead` return is the same in both twins: `known` "
        "must return nothing that is hidden, and `ahead` nothing that moves only probe."
        f"{_short(name, empty[name])}"
    )


def _short(name: str, empty: int) -> str:
    """What to do if it is secret in so few positions that the others cannot be enough."""
    if PAIRS - empty >= ENOUGH:
        return ""
    return (
        f" In {empty} pairs {name!r} is empty in both: what is secret for a short time goes with "
        "what is secret always, under one name."
    )


def test_moves_that_are_hidden_are_others_in_some_twins(pairs: Pairs) -> None:
    """Else nothing above is said of them: no shuffle changes what a player has chosen."""
    hiding = [each for each in pairs.pairs if _hides_a_move(each)]
    assert not hiding or any(each.one.log != each.other.log for each in hiding), (
        f"{pairs.game_id}: move_view hides moves, and in none of {len(hiding)} pairs of twins with "
        "such a move is it another one. SECRETS.known must not return what is hidden; or let "
        "SECRETS.otherwise return another move that looks the same and is mostly legal, or leave "
        "it out."
    )


def _hides_a_move(pair: Pair) -> bool:
    rules = GAMES[pair.one.match.game].rules
    moves = (entry for entry in pair.one.log if isinstance(entry, Moved))
    return any(rules.move_view(each.move, each.seat, pair.viewer) != each.move for each in moves)


def test_twins_have_a_next_move_in_common(pairs: Pairs) -> None:
    """Else the tests over HTTP, which make it, would prove less than they seem to."""
    count = sum(each.move is not None for each in pairs.pairs)
    assert count >= ENOUGH, (
        f"{pairs.game_id}: in {count} of {PAIRS} pairs of twins there is a move that is legal in "
        f"both and shows its viewer the same, and there must be in {ENOUGH:.0f}. SECRETS.ahead "
        "can return what nearly every move brings to light, such as the top of the deck: then "
        "that is the same in both twins."
    )


def _told(tried: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in tried.most_common())
