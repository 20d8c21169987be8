"""Seats that choose at the same time, by the clients: a choice of another seat makes none stale."""

from collections.abc import Iterator, Sequence

import pytest
from croupier_client import Croupier, Play, Refused, Table, VersionMismatch

from tests.support import bids
from tests.support.live import Live
from tests.support.models import model_of, refused, told
from tests.support.players import Client, register

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def bidding(redis_url: str) -> Iterator[Live]:
    with bids.installed(), Live(redis_url) as live:
        yield live


@pytest.fixture
def players(bidding: Live) -> Sequence[Client]:
    return [register(bidding.url, name) for name in ("Ann", "Bob", "Cid")]


def begun(players: Sequence[Client]) -> str:
    """The id of a match in which all are to bid, at version 3."""
    match_id: str = players[0].create(game=bids.ID, seats=3)["id"]
    for other in players[1:]:
        other.join(match_id)
    return match_id


@pytest.fixture
def table(bidding: Live, players: Sequence[Client]) -> Iterator[Table]:
    with Croupier(bidding.url, players[0].token) as me:
        yield me.matches.get(begun(players))


def test_a_move_is_for_the_decision_that_was_seen(table: Table, players: Sequence[Client]) -> None:
    _, bob, cid = players
    first, other, *_ = table.legal_moves()
    assert (table.now.version, table.now.your_decision) == (3, 3)
    bob.move(table.id, "3 lamp")
    bob.act(table.id, "undo", toVersion=3)
    assert table.move(first).match
    with pytest.raises(VersionMismatch):
        table.move(other, expected_decision=3)
    cid.move(table.id, "4 clock")


def test_a_decision_is_made_once_though_versions_of_before_come(
    table: Table, players: Sequence[Client]
) -> None:
    made, seen = [], []
    for change in table.follow(include_legal_moves=True):
        if change.version == 3:
            players[1].move(table.id, "3 lamp")
        if table.my_turn:
            made.append(table.move("1 lamp").version)
        seen.append((change.version, change.match.my_turn, table.my_turn))
        if len(made) == 2:
            break
        if change.version == 5:
            players[2].move(table.id, "2 clock")
    assert made == [5, 7]
    assert seen[1] == (4, True, False)


def test_a_batch_expects_decisions(bidding: Live, players: Sequence[Client]) -> None:
    match_id = begun(players)
    players[1].move(match_id, "3 lamp")
    moves = [Play(match_id, "1 lamp", expected_decision=each) for each in (2, 3)]
    with Croupier(bidding.url, players[0].token) as me:
        stale, made = me.matches.play(moves)
    assert isinstance(stale, VersionMismatch)
    assert not isinstance(made, Refused)
    assert made.version == 5


@pytest.mark.anyio
async def test_a_model_decides_once_though_others_choose(players: Sequence[Client]) -> None:
    ann, bob, cid = players
    match_id = begun(players)
    async with model_of(ann) as model:
        assert "your turn, decision 3:" in await told(model, "see_table", match_id=match_id)
        bob.move(match_id, "3 lamp")
        assert "your turn, decision 3:" in await told(model, "see_table", match_id=match_id)
        made = await told(model, "move", match_id=match_id, move="1 lamp", decision=3)
        assert "It is not your turn" in made
        cid.move(match_id, "2 clock")
        stale = await refused(model, "move", match_id=match_id, move="1 lamp", decision=3)
        assert "another decision to make by now" in stale
        assert "decision 6:" in await told(model, "see_table", match_id=match_id)
