"""Legality of forced moves: the one that chance draws, and at once."""

from dataclasses import replace

import pytest
from croupier_game.seeded import seeded_chance
from croupier_livingstone import rules as livingstone
from croupier_match.entries import Aborted, Entry, Moved, Resigned
from croupier_match.evolve import genesis
from croupier_match.forced import forced_move
from croupier_match.match import AnyMatch, Kind, Seat
from engine.domain.registry import GAMES
from engine.verify.errors import Refuted
from engine.verify.legality import check_possible

from tests.support.matches import created, resigned, seated


def resigned_of_three() -> AnyMatch:
    """A match of Livingstone, in which a seat that has resigned is to move."""
    empty: AnyMatch = replace(
        genesis(GAMES["lost-cities"], created()[0]),
        game=livingstone.ID,
        options=livingstone.Options(start_seat=0),
        seats=(Seat(),) * 3,
    )
    match = empty
    for seat in range(3):
        match = seated(match, seat)[0]
    return resigned(match, 0)[0]


def test_a_forced_move_is_the_one_that_chance_draws() -> None:
    match = resigned_of_three()
    drawn = forced_move(GAMES.of(match), match, 0, seeded_chance)
    legal = GAMES[match.game].rules.legal_moves(match.state, 0)
    for move in legal:
        entry: Entry = Moved(match.version + 1, 0, match.update_time, move)
        if move == drawn:
            check_possible(match, entry, seeded_chance)
        else:
            with pytest.raises(Refuted, match="not the one that the match's chance draws"):
                check_possible(match, entry, seeded_chance)
    assert len(legal) > 1


@pytest.mark.parametrize("kind", [Kind.RESIGNED, Kind.MOVE])
def test_nothing_comes_before_a_forced_move(kind: Kind) -> None:
    """Else the server could choose the step that it is drawn at."""
    match = resigned_of_three()
    move = forced_move(GAMES.of(match), match, 0, seeded_chance)
    version, late = match.version + 1, "2099-01-02T03:04:05.678Z"
    entry = Moved(version, 0, late, move) if kind == Kind.MOVE else Resigned(version, 1, late)
    with pytest.raises(Refuted, match="its random move must follow, at the same time"):
        check_possible(match, entry, seeded_chance)
    aborted: Entry = Aborted(match.version + 1, 0, late, note="why")
    check_possible(match, aborted, seeded_chance)
