"""Which seat a request sees through, with an engine that holds one roster."""

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.client import EngineClient
from gateway.engine_client.errors import RosterChanged
from gateway.errors import Problem
from gateway.players import visibility
from gateway.players.player import Player
from gateway.players.visibility import ATTEMPTS, Eyes, MatchGame, Visibility, caller

pytestmark = pytest.mark.anyio

MATCH_ID = "m" * 22
ANN, BOB, EVE = (Player(name * 22, name, "human") for name in "abe")


class RosterEngine(EngineClient):
    """An engine of which only rosters are asked; it counts how often."""

    def __init__(self, roster: pb.Roster) -> None:
        self.current = roster
        self.asked = 0

    async def get_roster(self, request: pb.GetRosterRequest) -> pb.Roster:
        self.asked += 1
        ids = self.current.player_ids
        if self.current.access == pb.ACCESS_PRIVATE and request.viewer_id not in ids:
            raise Problem("not_found", "There is no such match.")
        return self.current


def roster(
    *players: Player, access: "pb.Access.ValueType" = pb.ACCESS_PUBLIC, settled: bool = True
) -> pb.Roster:
    ids = [player.id for player in players]
    return pb.Roster(game="nim", rules_version=7, player_ids=ids, access=access, settled=settled)


async def seat_of(rooms: Visibility, player: Player | None) -> int | None:
    """Return the seat that a call for the player is made with."""

    async def call(by: pb.Caller) -> int | None:
        return by.seat if by.HasField("seat") else None

    return await rooms.through(MATCH_ID, player, call)


async def test_players_see_through_their_seats_and_all_others_through_none() -> None:
    rooms = Visibility(RosterEngine(roster(ANN, BOB)))
    assert [await seat_of(rooms, viewer) for viewer in (ANN, BOB, EVE, None)] == [0, 1, None, None]


@pytest.mark.parametrize("text", [None, "spectator", "1", "-1"])
async def test_the_caller_stays_itself_and_asks_for_other_eyes(text: str | None) -> None:
    rooms, asked = Visibility(RosterEngine(roster(ANN, BOB))), Eyes.asked(text)
    told: list[pb.Caller] = []

    async def call(by: pb.Caller) -> pb.Shown:
        told.append(by)
        return pb.Shown(ended=True)

    await rooms.through_eyes(MATCH_ID, ANN, asked, call)
    seat = {None: None, "spectator": None, "1": 1, "-1": 2**32 - 1}[text]
    eyes = pb.Eyes(seat=seat) if text else None
    assert told == [pb.Caller(player_id=ANN.id, seat=0, eyes=eyes)]


async def test_a_caller_has_an_id_but_no_seat_in_the_matches_of_others() -> None:
    assert caller(roster(ANN), BOB) == pb.Caller(player_id=BOB.id)
    assert caller(roster(ANN), None) == pb.Caller()
    assert caller(roster(ANN, BOB), BOB) == pb.Caller(player_id=BOB.id, seat=1)


async def test_a_seat_is_looked_up_again_when_the_engine_refuses_it() -> None:
    engine = RosterEngine(roster(ANN, BOB))
    rooms = Visibility(engine)

    async def call(by: pb.Caller) -> int:
        if by.seat == 0:
            engine.current = roster(BOB, ANN)
            raise RosterChanged
        return by.seat

    assert await rooms.through(MATCH_ID, ANN, call) == 1


async def test_a_seat_is_not_looked_up_for_ever() -> None:
    engine = RosterEngine(roster(ANN))

    async def refuse(_: pb.Caller) -> None:
        raise RosterChanged

    with pytest.raises(Problem) as refusal:
        await Visibility(engine).through(MATCH_ID, ANN, refuse)
    assert refusal.value.code == "unavailable"
    assert engine.asked == ATTEMPTS


async def test_a_roster_is_remembered_once_it_is_settled() -> None:
    for settled, asked in ((True, 1), (False, 3)):
        engine = RosterEngine(roster(ANN, settled=settled))
        rooms = Visibility(engine)
        for _ in range(3):
            await rooms.roster(MATCH_ID, ANN)
        assert engine.asked == asked


async def test_the_rosters_used_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visibility, "CACHED_ROSTERS", 2)
    engine = RosterEngine(roster(ANN))
    rooms = Visibility(engine)
    for match_id in ("1", "2", "1", "3"):
        await rooms.roster(match_id, ANN)
    assert engine.asked == 3
    await rooms.roster("1", ANN)
    assert engine.asked == 3
    await rooms.roster("2", ANN)
    assert engine.asked == 4


@pytest.mark.parametrize(
    ("access", "viewers"),
    [(pb.ACCESS_PUBLIC, (ANN, EVE, None)), (pb.ACCESS_PRIVATE, (ANN,))],
)
async def test_a_private_match_is_known_to_its_players_only(
    access: "pb.Access.ValueType", viewers: tuple[Player | None, ...]
) -> None:
    rooms = Visibility(RosterEngine(roster(ANN, BOB, access=access)))
    for viewer in (ANN, EVE, None):
        if viewer in viewers:
            assert await rooms.game_for(MATCH_ID, viewer) == MatchGame("nim", 7)
            continue
        with pytest.raises(Problem) as refusal:
            await rooms.game_for(MATCH_ID, viewer)
        assert refusal.value.code == "not_found"
