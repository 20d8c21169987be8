"""Long matches: of Lost Cities, which can go on for ever without draws from the deck."""

import random

from croupier_game.kit.random_matches import Played, follow, move_entry, seatings
from croupier_lost_cities import rules
from croupier_lost_cities.types import DECK, DISCARD
from croupier_match.entries import Entry, Resigned
from croupier_match.evolve import genesis
from croupier_match.match import Access, AnyMatch, Match, Seat, StartMode
from engine.domain.registry import GAMES
from engine.store.idempotency import Answer
from engine.store.matches import MatchStore
from engine.store.snapshots import due
from engine.store.types import Saving

from tests.support.matches import fresh_id

SEED = "10f6" * 16
PART = 500


def endless_match(versions: int) -> Played:
    """Return a running match of two at each of its versions, up to so many, under a new id."""
    dice = random.Random(versions)
    played = follow(_new(), seatings(2))
    matches, log = [*played.versions], [*played.log]
    while matches[-1].version < versions:
        state = matches[-1].state
        assert state
        log.append(move_entry(matches[-1], state.turn, _idle_move(state, dice)))
        matches += follow(matches[-1], log[-1:]).versions
    return Played(tuple(matches), tuple(log))


def resigned(played: Played) -> Played:
    """The match that ends with the resignation of seat 0."""
    last = played.last
    entry: Entry = Resigned(last.version + 1, 0, last.update_time)
    end = follow(last, [entry])
    return Played(played.versions + end.versions, played.log + end.log)


async def stored(store: MatchStore, played: Played, snapshots: bool = True) -> AnyMatch:
    """Return the last version, stored PART versions at a time.

    Without `snapshots`, it is stored as an imported match is.
    """
    before = None
    for start in range(0, len(played.log), PART):
        part = played.versions[start : start + PART]
        kept = [each for each in part if snapshots and due(each.version)]
        answer = Answer(start, part[-1].version, None)
        log = played.log[start : start + PART]
        await store.save(Saving(before, part[-1], log, None, answer, kept))
        before = part[-1]
    assert before
    return before


def _new() -> AnyMatch:
    return genesis(
        GAMES[rules.ID],
        Match(
            id=fresh_id(),
            game=rules.ID,
            rules_version=rules.VERSION,
            options=rules.Options(),
            access=Access.PUBLIC,
            start=StartMode.AUTO,
            invite_code="",
            seed=SEED,
            seats=(Seat(),) * 2,
        ),
    )


def _idle_move(state: rules.State, dice: random.Random) -> rules.Move:
    """A discard that draws another discarded card; at first, from the deck."""
    discards = [move for move in rules.legal_moves(state, state.turn) if move.place == DISCARD]
    idle = [move for move in discards if move.draw != DECK]
    return dice.choice(idle or discards)
