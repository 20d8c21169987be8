"""Emotes: the seats that may send one, the readers that hear it, and that it is not stored."""

from datetime import timedelta
from typing import cast

import httpx
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.client import EngineClient
from gateway.players import emotes
from gateway.players.emotes import NAMES
from redis import Redis as SyncRedis
from redislink.channels import match_channel

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NOBODY, newcomer, problem, table
from tests.support.socket_client import dialled
from tests.support.stream_reader import NDJSON, SSE, Event, events_path, following
from tests.support.waiting import until

EVENTS = "/v1/events"


def emote(
    seat: Client, match_id: str, name: str = "hello", headers: Json | None = None
) -> httpx.Response:
    return seat.post(f"/v1/matches/{match_id}/emotes", {"emote": name}, headers)


def told(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.content) == (204, b"")


def last(match_id: str, seat: int) -> str:
    return f"limit:{{{match_id}}}:emote:{seat}"


def stored(server: SyncRedis, match_id: str) -> bytes:
    """What is stored of the last emote of seat 0."""
    return cast(bytes, server.get(last(match_id, 0)))


def passed(server: SyncRedis, match_id: str) -> None:
    """Let the pause of seat 0 have passed."""
    server.set(last(match_id, 0), int(stored(server, match_id)) - 3000)


def listening(server: SyncRedis, match_id: str) -> None:
    """Wait until the gateway hears what is said of the match."""
    channel = match_channel(match_id)
    until(lambda: dict(server.pubsub_numsub(channel)).popitem()[1])


def test_who_follows_a_match_hears_each_emote_once(live: Live, server: SyncRedis) -> None:
    """The other seat, the sender and spectators, on every kind of line; no later readers."""
    match_id, (ann, bob) = table(live.url)
    path, nobody = events_path(match_id), Client(live.url)
    with (
        following(bob, path, NDJSON) as lines,
        following(ann, path, SSE, view="none") as outlines,
        following(nobody, path, NDJSON) as spectator,
        dialled(live.url) as talk,
    ):
        readers = (lines, outlines, spectator)
        for reader in readers:
            reader.next("snapshot")
        talk.ask("hello", token=bob.token)
        talk.ask("subscribe", matchId=match_id)
        listening(server, match_id)
        told(emote(ann, match_id, "hello"))
        told(emote(bob, match_id, "thanks"))
        for seat, name in enumerate(("hello", "thanks")):
            said = {"seat": seat, "emote": name}
            for reader in readers:
                assert reader.next() == Event("emote", None, said)
            assert talk.push() == {"matchId": match_id, "event": "emote", "data": said}
        with following(nobody, path) as later:
            assert later.next("snapshot").version == 2
            ann.act(match_id, "resign")
            assert [each.event for each in later.rest()] == ["change", "finished"]
        for reader in readers:
            assert [each.event for each in reader.rest()] == ["change", "finished"]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_one_of_a_few(live: Live, name: str) -> None:
    match_id, (ann, _) = table(live.url)
    told(emote(ann, match_id, name))


@pytest.mark.parametrize("body", [{}, {"emote": "well played"}, {"emote": 1}, {"emote": "HELLO"}])
def test_all_else_is_malformed(live: Live, body: Json) -> None:
    match_id, (ann, _) = table(live.url)
    refused(ann.post(f"/v1/matches/{match_id}/emotes", body), 400, "malformed")


def test_only_seats_send_them(live: Live) -> None:
    match_id, (ann, _) = table(live.url)
    stranger = newcomer(live.url)
    refused(emote(stranger, match_id), 403, "not_your_match")
    refused(emote(stranger, NOBODY), 404, "not_found")
    private = ann.create(access="private")["id"]
    told(emote(ann, private))
    refused(emote(stranger, private), 404, "not_found")


def test_after_the_end_the_players_hear_them_for_a_while(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, (ann, bob) = table(live.url)
    bob.act(match_id, "resign")
    with following(ann, EVENTS, NDJSON) as hers, following(bob, EVENTS, NDJSON) as his:
        other = str(ann.create(options={"startSeat": 0})["id"])
        bob.join(other)
        for reader in (hers, his):  # which therefore hear what comes next, too
            assert reader.next("matchStarted").data["matchId"] == other
        hers.next("yourTurn")
        told(emote(ann, match_id, "goodGame"))
        told(emote(bob, match_id, "thanks"))
        for seat, name in enumerate(("goodGame", "thanks")):
            said = {"matchId": match_id, "seat": seat, "emote": name}
            for reader in (hers, his):
                assert reader.next("emote") == Event("emote", None, said)
    monkeypatch.setattr(emotes, "AFTERWARDS", timedelta())
    refused(emote(bob, match_id), 429, "rate_limited")
    monkeypatch.setattr(emotes, "PAUSE_MS", 0)
    refused(emote(bob, match_id), 409, "match_not_active")


def test_a_seat_sends_one_in_three_seconds(live: Live, server: SyncRedis) -> None:
    match_id, (ann, bob) = table(live.url)
    told(emote(ann, match_id))
    answers = [emote(ann, match_id) for _ in range(3)]
    late = [each for each in answers if each.status_code == 429]
    assert late, "three requests have taken three seconds each"
    refusal = problem(late[0])
    assert (refusal["bucket"], refusal["per"], refusal["window"]) == ("emotes", "seat", 3)
    assert 1 <= int(late[0].headers["Retry-After"]) == refusal["retryAfter"] <= 3
    told(emote(bob, match_id))
    passed(server, match_id)
    told(emote(ann, match_id))


def test_who_sends_too_many_costs_the_engine_nothing(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, (ann, _) = table(live.url)
    told(emote(ann, match_id))
    asked = list[str]()
    get_roster = EngineClient.get_roster

    async def counted(engine: EngineClient, request: pb.GetRosterRequest) -> pb.Roster:
        asked.append(request.match_id)
        return await get_roster(engine, request)

    monkeypatch.setattr(EngineClient, "get_roster", counted)
    answers = [emote(ann, match_id).status_code for _ in range(3)]
    assert len(asked) == answers.count(204)
    assert 429 in answers


def test_a_repeat_is_not_told_again(live: Live, server: SyncRedis) -> None:
    match_id, (ann, bob) = table(live.url)
    once = key()
    with following(bob, events_path(match_id)) as reader:
        reader.next("snapshot")
        listening(server, match_id)
        first, again = (emote(ann, match_id, "nice", once) for _ in range(2))
        told(first)
        told(again)
        assert "idempotency-replayed" not in first.headers
        assert again.headers["idempotency-replayed"] == "true"
        refused(emote(ann, match_id, "oops", once), 422, "idempotency_mismatch")
        passed(server, match_id)
        told(emote(ann, match_id, "nice", key()))
        told(emote(ann, match_id, "nice", once))
        ann.act(match_id, "resign")
        told(emote(ann, match_id, "nice", once))
        assert [each.event for each in reader.rest()] == ["emote", "emote", "change", "finished"]


def test_a_match_may_be_without(live: Live) -> None:
    """Then it says so, its rematch too."""
    match_id, (ann, bob) = table(live.url, talk=False)
    assert ann.see(match_id)["talk"] is False
    assert ann.see(match_id, include="legalMoves")["talk"] is False
    with following(bob, events_path(match_id)) as reader:
        assert reader.next("snapshot").data["talk"] is False
    refused(emote(ann, match_id), 409, "conflict")
    ann.act(match_id, "resign")
    ids = [ok(seat.post(f"/v1/matches/{match_id}/rematch", {}))["matchId"] for seat in (ann, bob)]
    refused(emote(bob, ids[1]), 409, "conflict")
    assert "talk" not in ann.create(talk=True)


def test_nothing_of_it_is_kept(live: Live, server: SyncRedis) -> None:
    match_id, (ann, _) = table(live.url)
    before = {name: server.dump(name) for name in server.scan_iter(match=f"*{match_id}*")}
    told(emote(ann, match_id, "goodGame", {"Idempotency-Key": "secret"}))
    after = {name: server.dump(name) for name in server.scan_iter(match=f"*{match_id}*")}
    new = {*after} - {*before}
    assert len(new) == 2
    assert all(name.startswith(last(match_id, 0).encode()) for name in new)
    assert all(after[name] == before[name] for name in before)
    for name in new:
        kept = name + cast(bytes, server.get(name))
        assert not {b"goodGame", b"secret"} & {*kept.split()}
        assert 0 < server.pttl(name) <= emotes.REPEATS_MS
