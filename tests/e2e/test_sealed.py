"""Sealed deals over HTTP: every way into one, what is told of them, and what is not."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import httpx
from engine.verify import verify

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, play_out
from tests.support.sealed import seal_of
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, Event, events_path, following

SHORT = {"rounds": 1, "maxTurnsWithoutDeckDraw": 4}


@dataclass
class Sealed:
    """A match of a sealed deal, its players by seat, and what they keep."""

    match_id: str
    seats: list[Client]
    kept: list[str]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match_id}"

    def reveal(self, seat: int, headers: Json | None = None, **body: Any) -> httpx.Response:
        own = {"entropy": self.kept[seat]} | body
        return self.seats[seat].post(f"{self.path}/entropy", own, headers)


def waiting(url: str, **settings: Any) -> Sealed:
    """A match with one seat taken."""
    ann, entropy = newcomer(url, "Ann"), secrets.token_hex(32)
    # Longer than the slowest of machines takes.
    wish = {"deal": "sealed", "seal": seal_of(entropy), "options": SHORT, "reveal": "3600s"}
    wish |= settings
    return Sealed(ann.create(**wish)["id"], [ann], [entropy])


def revealing(url: str, **settings: Any) -> Sealed:
    """A match with both seats taken; neither player has revealed."""
    sealed = waiting(url, **settings)
    bob, entropy = newcomer(url, "Bob"), secrets.token_hex(32)
    bob.join(sealed.match_id, seal=seal_of(entropy))
    return Sealed(sealed.match_id, [*sealed.seats, bob], [*sealed.kept, entropy])


def dealt(url: str) -> Sealed:
    sealed = revealing(url)
    for seat in (1, 0):
        ok(sealed.reveal(seat))
    return sealed


def test_a_sealed_deal_is_revealed_played_and_verified(live: Live) -> None:
    sealed = waiting(live.url)
    ann = sealed.seats[0]
    match = ann.see(sealed.match_id)
    seals = [seal_of(sealed.kept[0]), None]
    assert (match["deal"], match["fairness"]["recipe"]) == ("sealed", 2)
    shown = {"reveal": "3600s", "seals": seals, "toReveal": [], "revealBy": None}
    assert {name: match["fairness"][name] for name in shown} == shown
    bob, entropy = newcomer(live.url, "Bob"), secrets.token_hex(32)
    with following(ann, events_path(sealed.match_id)) as reader:
        reader.next("snapshot")
        match = bob.join(sealed.match_id, seal=seal_of(entropy).upper())
        fairness = match["fairness"]
        assert (match["version"], match["status"], match["state"]) == (2, "waiting", None)
        assert (fairness["toReveal"], fairness["seals"][1]) == ([0, 1], seal_of(entropy))
        opened = datetime.fromisoformat(match["updateTime"])
        assert datetime.fromisoformat(fairness["revealBy"]) == opened + timedelta(hours=1)
        assert reader.next("change").data["match"]["fairness"] == fairness
        sealed = Sealed(sealed.match_id, [ann, bob], [*sealed.kept, entropy])
        first = sealed.reveal(1)
        assert (first.headers["etag"], ok(first)["fairness"]["toReveal"]) == ('"3"', [0])
        last = ok(sealed.reveal(0))
        assert (last["version"], last["status"]) == (4, "active")
        assert (last["fairness"]["toReveal"], last["fairness"]["revealBy"]) == ([], None)
        assert [reader.next("change").version for _ in range(2)] == [3, 4]
    assert play_out(sealed.match_id, sealed.seats)["status"] == "finished"
    replay = ok(ann.get(f"{sealed.path}/replay"))
    assert verify(replay)[-1] == "verified"
    assert replay["entropy"] == sealed.kept
    kinds = [entry["kind"] for entry in replay["log"][:4]]
    assert kinds == ["created", "joined", "revealed", "revealed"]
    assert [entry.get("entropy") for entry in replay["log"][:4]] == [None, None, *sealed.kept[::-1]]
    assert [entry.get("seal") for entry in replay["log"][:2]] == [*map(seal_of, sealed.kept)]
    history = ok(ann.get(f"{sealed.path}/moves", pageSize=4))["moves"]
    assert [entry["kind"] for entry in history] == kinds
    assert history[3]["events"]


def test_a_player_is_told_that_its_entropy_is_needed(live: Live) -> None:
    sealed = waiting(live.url)
    ann, bob = sealed.seats[0], newcomer(live.url, "Bob")
    needed = Event("entropyNeeded", None, {"matchId": sealed.match_id, "version": 2})
    with following(ann, "/v1/events", NDJSON) as reader:
        entropy = secrets.token_hex(32)
        bob.join(sealed.match_id, seal=seal_of(entropy))
        assert reader.next() == needed
        sealed = Sealed(sealed.match_id, [ann, bob], [*sealed.kept, entropy])
        with following(bob, "/v1/events", NDJSON) as opened_later:
            assert opened_later.next() == needed
            by = ok(sealed.reveal(1))["fairness"]["revealBy"]
            text = bob.get(sealed.path, {"Accept": "text/plain"}).text
            assert f"to reveal their entropy by {by}: Ann\n" in text
            ok(sealed.reveal(0))
            assert opened_later.next().event == "matchStarted"
        assert reader.next().event == "matchStarted"


def test_tickets_and_rematches_are_sealed_as_well(live: Live) -> None:
    kept: dict[str, str] = {}
    players, wish = [], {"game": "lost-cities", "deal": "sealed", "reveal": "3234.5s"}
    for name in ("Ann", "Bob"):
        player, entropy = newcomer(live.url, name), secrets.token_hex(32)
        kept[player.id] = entropy
        ticket = ok(player.post("/v1/tickets", {**wish, "seal": seal_of(entropy)}), 201)
        players.append(player)
    match = players[0].see(ticket["matchId"])
    assert (match["status"], match["fairness"]["reveal"]) == ("waiting", "3234.5s")
    players.sort(key=lambda player: player.see(match["id"])["yourSeat"])
    sealed = Sealed(match["id"], players, [kept[player.id] for player in players])
    for seat in (0, 1):
        ok(sealed.reveal(seat))
    players[0].act(sealed.match_id, "resign")
    again = [secrets.token_hex(32) for _ in players]
    refused(players[0].post(f"{sealed.path}/rematch", {}), 422, "invalid_options")
    for player, entropy in zip(players, again, strict=True):
        asked = player.act(sealed.match_id, "rematch", seal=seal_of(entropy))
    other = {"seal": seal_of(again[0])}
    refused(players[1].post(f"{sealed.path}/rematch", other), 409, "conflict")
    rematch = Sealed(asked["matchId"], players, again)
    for seat in (1, 0):
        ok(rematch.reveal(seat))
    assert players[0].see(rematch.match_id)["status"] == "active"


def test_nobody_is_told_any_entropy_before_the_end(live: Live) -> None:
    """What was revealed is as secret as the seed: on every path, for every caller."""
    eve, spectator = newcomer(live.url, "Eve"), Client(live.url)
    for sealed in (revealing(live.url), dealt(live.url)):
        sealed.reveal(1)
        for eyes in (*sealed.seats, eve, spectator):
            for name, told in everything(eyes, sealed):
                assert not [each for each in sealed.kept if each in told.lower()], name
        sealed.seats[0].post(f"{sealed.path}/resign", {})


def everything(eyes: Client, sealed: Sealed) -> Iterator[tuple[str, str]]:
    """All that can be asked about the match, and the answers."""
    path, version = sealed.path, eyes.see(sealed.match_id)["version"]
    yield "match", eyes.get(path, include="legalMoves").text
    yield "text", eyes.get(path, {"Accept": "text/plain"}).text
    for at in range(1, version + 1):
        yield f"at {at}", eyes.get(path, atVersion=at).text
        yield f"text at {at}", eyes.get(path, {"Accept": "text/plain"}, atVersion=at).text
    yield "history", eyes.get(f"{path}/moves").text
    yield "legal moves", eyes.get(f"{path}/legal-moves").text
    yield "replay", eyes.get(f"{path}/replay").text
    yield "replay as lines", eyes.get(f"{path}/replay", {"Accept": NDJSON}).text
    yield "list", eyes.get("/v1/matches", player=sealed.seats[0].id).text
    # Not `leave`, which before the own first move ends the match, and so tells all.
    for verb in ("join", "start", "rematch", "moves"):
        yield verb, eyes.post(f"{path}/{verb}", {}).text
    yield "wrong entropy", eyes.post(f"{path}/entropy", {"entropy": "00" * 32}).text
    if eyes in sealed.seats and eyes is sealed.seats[1]:
        answer = sealed.reveal(1)
        yield "entropy again", answer.text + str(answer.headers)
    with following(eyes, events_path(sealed.match_id), NDJSON) as reader:
        yield "stream", str(reader.next("snapshot"))
    with following(eyes, events_path(sealed.match_id), NDJSON, after=0) as reader:
        yield "stream from the start", str([reader.next("change") for _ in range(version)])
    with talking(eyes) as talk:
        yield "socket", str(talk.ask("subscribe", matchId=sealed.match_id))
