"""`?as=`: a match that has ended, through the eyes of any seat or of a spectator."""

import random
from typing import Any

import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, ok, play_some, refused
from tests.support.requests import newcomer, table
from tests.support.stream_reader import NDJSON, following

SEED = 20261122
SPECTATOR = "spectator"
MOVES: Json = {"include": "legalMoves"}


def eyes(who: Any) -> Json:
    return {"as": str(who)}


@pytest.fixture(scope="module")
def ended(live: Live) -> tuple[str, list[Client]]:
    """A match in which cards were drawn, and its players."""
    match_id, seats = table(live.url)
    play_some(match_id, seats, 9, random.Random(SEED))
    seats[1].act(match_id, "resign")
    return match_id, seats


def paths(match_id: str) -> list[str]:
    path = f"/v1/matches/{match_id}"
    return [path, f"{path}/moves", f"{path}/events"]


def test_everybody_sees_what_that_seat_has_seen(ended: tuple[str, list[Client]]) -> None:
    """Now, at earlier versions, in the history and as text."""
    match_id, seats = ended
    path, text = f"/v1/matches/{match_id}", {"Accept": "text/plain"}
    own = {0: seats[0], 1: seats[1], SPECTATOR: Client(seats[0].url)}
    readers = [*own.values(), newcomer(seats[0].url)]
    told = []
    for who, viewer in own.items():
        last = viewer.see(match_id)
        for version in (2, 7, last["version"]):
            then = viewer.see(match_id, atVersion=version, **MOVES)
            told.append(then)
            for reader in readers:
                assert reader.see(match_id, atVersion=version, **MOVES, **eyes(who)) == then
        for reader in readers:
            seen = reader.get(path, **eyes(who))
            assert (ok(seen), seen.headers["etag"]) == (last, f'"{last["version"]}"')
            assert reader.get(path, text, **eyes(who)).text == viewer.get(path, text).text
            for after in (0, 5):
                page: Json = {"after": after, "pageSize": 4}
                shown = ok(reader.get(f"{path}/moves", **page, **eyes(who)))
                assert shown == ok(viewer.get(f"{path}/moves", **page))
        assert last["yourSeat"] == (None if who == SPECTATOR else who)
    assert len({str(each["state"]) for each in told}) == len(told), "views differ"


@pytest.mark.parametrize("query", [{}, {"after": 3}, {"after": 12}, {"view": "none", "after": 1}])
def test_a_stream_shows_what_that_seat_was_shown(
    ended: tuple[str, list[Client]], query: Json
) -> None:
    match_id, seats = ended
    path = paths(match_id)[2]
    for who, viewer in ((1, seats[1]), (SPECTATOR, Client(seats[0].url))):
        with (
            following(viewer, path, NDJSON, **query, **MOVES) as own,
            following(seats[0], path, NDJSON, **query, **MOVES, **eyes(who)) as lent,
        ):
            assert lent.rest() == own.rest()
            assert lent.rest()[-1].event == "finished"


def test_while_a_match_runs_nobody_is_lent_eyes(live: Live) -> None:
    """Not its players either, for their own; what there is not is refused first."""
    match_id, seats = table(live.url)
    for reader in (*seats, newcomer(live.url), Client(live.url)):
        for path in paths(match_id):
            for who in (0, 1, SPECTATOR):
                refused(reader.get(path, **eyes(who)), 409, "match_active")
            for nobody in (2, -1, 2**32, "9" * 30):
                refused(reader.get(path, **eyes(nobody)), 404, "not_found")
            for wrong in ("", "x", "1.0", "Spectator"):
                refused(reader.get(path, **eyes(wrong)), 400, "malformed")
        refused(reader.get(paths(match_id)[0], atVersion=9, **eyes(0)), 404, "not_found")
        refused(reader.get(paths(match_id)[2], after=9, **eyes(0)), 400, "malformed")


def test_a_seat_that_there_is_not_has_no_eyes(ended: tuple[str, list[Client]]) -> None:
    match_id, seats = ended
    for path in paths(match_id):
        refused(seats[0].get(path, **eyes(2)), 404, "not_found")
    refused(seats[0].get(paths(match_id)[2], after=99, **eyes(1)), 400, "malformed")


def test_a_private_match_lends_no_eyes_to_strangers(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    match = ann.create(access="private")
    bob.join(match["id"], inviteCode=match["inviteCode"])
    unknown = [each.get(paths("A" * 22)[0]).json() for each in (newcomer(live.url),)]
    ann.act(match["id"], "resign")
    for path in paths(match["id"]):
        for stranger in (newcomer(live.url), Client(live.url)):
            told = stranger.get(path, **eyes(0))
            refused(told, 404, "not_found")
            assert told.json()["detail"] == unknown[0]["detail"]
    assert bob.see(match["id"], **eyes(0)) == ann.see(match["id"])


def test_what_is_seen_through_other_eyes_is_not_waited_for(
    ended: tuple[str, list[Client]],
) -> None:
    match_id, seats = ended
    version = seats[0].see(match_id)["version"]
    known = {"If-None-Match": f'"{version}"', "Prefer": "wait=60"}
    assert seats[0].get(paths(match_id)[0], known, **eyes(1)).status_code == 304
