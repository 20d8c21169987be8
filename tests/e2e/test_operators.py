"""What players hear of what operators do, and when."""

import hashlib
import random
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from croupier_match.verify.errors import Refuted
from engine.admin import find_player
from engine.admin.__main__ import main
from engine.verify import verify
from telemetry.players import told_as

from tests.e2e.test_secrecy import FIXED, whole
from tests.support.live import Live
from tests.support.players import (
    Client,
    Json,
    key,
    ok,
    play_some,
    refused,
    register,
    start_match,
)
from tests.support.stream_reader import NDJSON, following
from tests.support.waiting import until
from tools.redis_server import RedisServer

WHY = 'The server was at fault; "sorry" \\o/'
Run = Callable[..., str]


@pytest.fixture
def croupierctl(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs it, and gives what it prints; it must not fail."""
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    monkeypatch.setenv("USER", "olga")

    def run(*arguments: str) -> str:
        capsys.readouterr()
        code = main(arguments)
        told = capsys.readouterr()
        assert (code, told.err) == (0, "")
        return told.out

    return run


def replay_of(player: Client, match_id: str) -> Json:
    return ok(player.get(f"/v1/matches/{match_id}/replay"))


def test_everybody_who_follows_a_match_hears_of_its_abort(live: Live, croupierctl: Run) -> None:
    match_id, (ann, bob) = start_match(live.url)
    path = f"/v1/matches/{match_id}/events"
    with (
        following(ann, path) as hers,
        following(Client(live.url), path, NDJSON) as strangers,
        following(bob, "/v1/events") as all_of_bob,
    ):
        for reader in (hers, strangers):
            reader.next("snapshot")
        told = croupierctl("abort", match_id, "--reason", WHY)
        assert told == f"{match_id} is aborted, at version 3\n"
        for reader in (hers, strangers):
            change, finished = reader.rest()
            assert (change.event, change.version, finished.event) == ("change", 3, "finished")
            match = change.data["match"]
            assert (match["status"], match["outcome"]["reason"]) == ("aborted", "aborted")
        heard = [all_of_bob.next()]
        while heard[-1].event != "matchFinished":
            heard.append(all_of_bob.next())
        assert heard[-1].data == {"matchId": match_id, "version": 3}


@pytest.mark.parametrize("moves", [0, 5])
def test_why_stands_in_the_history_and_in_a_replay_that_strangers_can_verify(
    live: Live, croupierctl: Run, moves: int
) -> None:
    match_id, players = start_match(live.url)
    for _ in range(moves):
        mover = players[ok(players[0].get(f"/v1/matches/{match_id}"))["toMove"][0]]
        mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
    croupierctl("abort", match_id, "--reason", WHY)
    history = ok(players[1].get(f"/v1/matches/{match_id}/moves", pageSize=100))["moves"]
    assert (history[-1]["kind"], history[-1]["note"]) == ("aborted", WHY)
    assert all("note" not in entry for entry in history[:-1])
    replay = replay_of(players[0], match_id)
    assert [(each["act"], each["reason"]) for each in replay["audit"]] == [("aborted", WHY)]
    assert replay["log"][-1]["note"] == WHY
    report = verify(replay)
    assert ("result      aborted, without a winner" in report, report[-1]) == (True, "verified")
    replay["log"][-1]["note"] += "!"
    with pytest.raises(Refuted, match=f"Version {moves + 3}: hash"):
        verify(replay)


def answers(eyes: Client, match_id: str) -> Iterator[bytes]:
    """All that is told about a running match."""
    path = f"/v1/matches/{match_id}"
    yield whole(eyes.get(path, FIXED))
    yield whole(eyes.get(path, {**FIXED, "Accept": "text/plain"}))
    yield whole(eyes.get(path, FIXED, atVersion=2))
    yield whole(eyes.get(f"{path}/moves", FIXED))
    yield whole(eyes.get(f"{path}/legal-moves", FIXED))
    yield whole(eyes.get(f"{path}/replay", FIXED))
    yield whole(eyes.get("/v1/matches", FIXED, player=eyes.id if eyes.token else "nobody"))


def test_that_somebody_looked_is_told_after_the_end_and_not_before(
    live: Live, croupierctl: Run, tmp_path: Path
) -> None:
    match_id, (ann, bob) = start_match(live.url)
    everybody = (ann, bob, Client(live.url))
    before = [[*answers(eyes, match_id)] for eyes in everybody]
    with following(ann, f"/v1/matches/{match_id}/events") as hers:
        hers.next("snapshot")
        croupierctl("show", match_id, "--secrets", "--reason", "A bug in dealing")
        croupierctl("export", match_id, f"{tmp_path}/file", "--reason", "To look into it")
        assert [[*answers(eyes, match_id)] for eyes in everybody] == before
        bob.act(match_id, "resign")
        assert hers.next("change").version == 3
    for eyes in everybody:
        audit = replay_of(eyes, match_id)["audit"]
        assert [(each["act"], each["version"], each["reason"]) for each in audit] == [
            ("shown", 2, "A bug in dealing"),
            ("exported", 2, "To look into it"),
        ]
        assert "olga" not in str(audit)


def test_what_operators_are_shown_without_a_reason_is_what_a_spectator_sees(
    live: Live, croupierctl: Run
) -> None:
    match_id, players = start_match(live.url)
    spectator, path = Client(live.url), f"/v1/matches/{match_id}"
    table = spectator.get(path, {"Accept": "text/plain"}).text
    assert croupierctl("show", match_id).startswith(table)
    assert ok(players[0].get(path))["state"]["hand"]
    shown = croupierctl("show", match_id, "--json")
    assert '"hand": []' in shown
    croupierctl("show", match_id, "--secrets", "--reason", "x")
    assert "shown by olga: x" in croupierctl("show", match_id)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A service with a Redis of its own, and croupierctl at it."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    monkeypatch.setenv("ENGINE_REDIS_URL", server.url)
    with Live(server.url, engines=2) as live:
        yield live
    server.close()


def test_in_maintenance_nothing_new_begins_and_what_is_going_on_goes_on(own: Live) -> None:
    match_id, (ann, bob) = start_match(own.url, options={"startSeat": 0})
    once = key()
    made = ok(ann.post("/v1/matches", {"game": "just4fun"}, once), 201)
    ended, (cleo, dan) = start_match(own.url)
    cleo.act(ended, "resign")
    wished = ok(cleo.post(f"/v1/matches/{ended}/rematch", {}, once))
    assert main(["maintenance", "on", "--message", "Back at 9!", "--retry-after", "90"]) == 0
    wish = {"game": "lost-cities"}
    until(lambda: ann.post("/v1/matches", wish).status_code == 503)
    beginnings: list[Callable[[], httpx.Response]] = [
        lambda: ann.post("/v1/matches", wish, key()),
        lambda: ann.post("/v1/tickets", wish),
        lambda: dan.post(f"/v1/matches/{ended}/rematch", {}),
    ]
    for begin in beginnings:
        problem = refused(begin(), 503, "unavailable")
        assert (problem["detail"], problem["maintenance"]) == ("Back at 9!", True)
        assert begin().headers["Retry-After"] == "90"
    repeated = ann.post("/v1/matches", {"game": "just4fun"}, once)
    assert ok(repeated, 201) == made
    assert ok(cleo.post(f"/v1/matches/{ended}/rematch", {}, once)) == wished
    ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
    bob.join(made["id"])
    assert own_status(own) == 200
    assert main(["maintenance", "off"]) == 0
    until(lambda: ann.post("/v1/matches", wish).status_code == 201)
    for begin in beginnings:
        assert begin().is_success


def own_status(live: Live) -> int:
    return Client(live.url).get("/readyz").status_code


def test_a_wish_that_makes_no_sense_is_told_so_in_maintenance_too(own: Live) -> None:
    ann = register(own.url)
    assert main(["maintenance", "on"]) == 0
    until(lambda: ann.post("/v1/matches", {"game": "lost-cities"}).status_code == 503)
    refused(ann.post("/v1/tickets", {"game": "no-such-game"}), 422, "invalid_options")
    refused(ann.post("/v1/matches", {"game": 7}), 400, "malformed")


def test_a_player_is_shown_without_anything_to_log_in_with(live: Live, croupierctl: Run) -> None:
    match_id, (ann, _) = start_match(live.url)
    phone = ok(ann.post("/v1/players/me/tokens", {"name": "phone", "scopes": ["read"]}), 201)
    waiting = ann.create(access="private")["id"]
    told = croupierctl("player", "show", ann.id)
    assert told.startswith(
        f"player      {ann.id}\nname        Ann\nkind        human\ncreated     20"
    )
    assert f"token       {phone['id']} " in told
    assert told.endswith("matches     1 waiting, 1 active, 0 finished, 0 aborted\n")
    for token in (ann.token, phone["token"]):
        secret = token[-43:]
        assert secret not in told
        assert hashlib.sha256(secret.encode()).hexdigest() not in told
    assert f"in logs     {told_as(ann.id)}\n" in told
    one, other = croupierctl("player", "matches", ann.id).splitlines()
    assert one == f"{waiting} waiting lost-cities, version 1"
    name = ("Ann", "Bob")[ann.see(match_id)["toMove"][0]]
    since = f"{match_id} active lost-cities, version 2, {name} to move since 20"
    assert other.startswith(since)


def test_who_moves_until_when_is_told(live: Live, croupierctl: Run) -> None:
    match_id, (ann, _) = start_match(live.url, clock={"perMove": "3600s"})
    due = ann.see(match_id)["clock"]["deadline"]
    assert croupierctl("player", "matches", ann.id).endswith(f", until {due}\n")


@pytest.mark.parametrize("game", ["livingstone", "lost-cities"])
def test_the_log_has_of_a_move_what_a_spectator_is_told(
    live: Live, croupierctl: Run, game: str
) -> None:
    """Which is all that tests/e2e/test_secrecy.py looks at: a donation's amount is not in it."""
    match_id, seats = start_match(live.url, game=game)
    play_some(match_id, seats, 30, random.Random(game))
    seen = ok(Client(live.url).get(f"/v1/matches/{match_id}/moves", pageSize=100))["moves"]
    *_, own = croupierctl("show", match_id, "--log").partition("log head")
    told = [line for line in own.splitlines()[1:] if " move seat " in line]
    assert [line.rpartition(": ")[2] for line in told] == [
        each["notation"] for each in seen if each["kind"] == "move"
    ]


def test_players_are_found_by_their_names(
    live: Live, croupierctl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All players of the name: names are not unique."""
    name = f"Zoë {uuid.uuid4().hex[:8]}"
    one, other, _ = [register(live.url, each) for each in (name, name.upper(), f"{name}!")]
    headers = {"Authorization": f"Bearer {one.token}", "Idempotency-Key": f"player:{{{name[-8:]}}}"}
    httpx.post(
        f"{live.url}/v1/players/me/tokens", json={"name": "x"}, headers=headers
    ).raise_for_status()
    match_id = one.create()["id"]
    own = f"{one.id} human {name}: 1 waiting"
    assert {*croupierctl("player", "find", name.casefold()).splitlines()} == {
        own,
        f"{other.id} human {name.upper()}: no matches",
    }
    assert len(croupierctl("player", "find", name, "--part").splitlines()) == 3
    monkeypatch.setattr(find_player, "MOST", 1)
    monkeypatch.setattr(find_player, "KEYS", 2)
    assert croupierctl("player", "find", name).splitlines()[1:] == ["There are more than 1."]
    assert croupierctl("player", "find", f"{name}?") == ""
    assert croupierctl("show", match_id, "--log").splitlines()[-1].endswith(f"seat 0 {name}")


def test_all_tokens_of_a_player_end_and_the_player_stays(live: Live, croupierctl: Run) -> None:
    match_id, (ann, bob) = start_match(live.url)
    ok(ann.post("/v1/players/me/tokens", {"name": "phone"}), 201)
    with following(ann, f"/v1/matches/{match_id}/events") as stream:
        stream.next("snapshot")
        assert croupierctl("player", "revoke", ann.id) == "2 tokens revoked\n"
        assert stream.rest()[-1].data["reason"] == "unauthenticated"
    refused(ann.get("/v1/players/me"), 401, "unauthenticated")
    assert ok(bob.get(f"/v1/players/{ann.id}"))["displayName"] == "Ann"
    assert croupierctl("player", "revoke", ann.id) == "0 tokens revoked\n"


def test_an_operator_deletes_a_player_as_the_player_would(live: Live, croupierctl: Run) -> None:
    match_id, (ann, bob) = start_match(live.url)
    croupierctl("player", "delete", ann.id)
    until(lambda: bob.see(match_id)["status"] == "finished")
    refused(ann.get("/v1/players/me"), 401, "unauthenticated")
    assert bob.see(match_id)["seats"][0]["player"]["displayName"] == "gone"
    told = croupierctl("player", "show", ann.id)
    assert told.startswith(f"player      {ann.id}\ndeletion    ordered; next pass at 20")
    assert told.endswith("matches     0 waiting, 0 active, 1 finished, 0 aborted\n")
    croupierctl("player", "delete", ann.id)  # which its matches allow: it may be restored


@pytest.mark.parametrize("verb", ["show", "revoke", "delete"])
def test_an_unknown_player_is_refused(
    redis_url: str,
    verb: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    assert main(["player", verb, "A" * 22]) == 1
    assert capsys.readouterr().err == "There is no such player.\n"
