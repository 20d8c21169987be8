"""A hundred matches, and all that was told of them meanwhile: logs, metrics and traces."""

import random
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.players import HTTP, Client, Json, ok, register
from tests.support.socket_client import talking
from tests.telemetry.collector import Collector, Span
from tests.telemetry.secrets import Secrets
from tools.stack import Stack, free_port

SEED = 20261122
PLAN: tuple[tuple[str, Json, int], ...] = (
    ("just4fun", {}, 70),
    ("lost-cities", {"rounds": 1}, 26),
    ("livingstone", {}, 4),
)
WHOLE = 4
"""Of so many matches, one is played to its end."""
ENOUGH = 10
"""Moves, after which somebody resigns in the others."""
TRACE, BATCH_TRACE = "a" * 32, "b" * 32
PARENT = "c" * 16
REQUEST_ID = "an-id-of-my-own"
HANDS = 4
"""Requests at once."""
PATIENT = {
    "GATEWAY_RATE_LIMITS": "off",
    "GATEWAY_ENGINE_TIMEOUT_S": "20",
    "GATEWAY_QUEUE_S": "20",
    "GATEWAY_REDIS_TIMEOUT_S": "10",
    "ENGINE_REDIS_TIMEOUT_S": "10",
    "OTEL_BSP_MAX_QUEUE_SIZE": "100000",
    "OTEL_BSP_SCHEDULE_DELAY": "500",
}
"""A machine that is busy with other tests is not an outage, and loses no span."""


@dataclass
class Capture:
    """What was played, and what was told of it."""

    logs: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, str] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    secrets: Secrets = field(default_factory=Secrets)
    request_ids: set[str] = field(default_factory=lambda: {"-", REQUEST_ID, "strange"})
    """Those that callers have chosen."""
    made: Counter[str] = field(default_factory=Counter)
    """Moves, by match."""
    matches: dict[str, str] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    """Those that are played to their end; in the others, somebody resigns."""
    completed: set[str] = field(default_factory=set)
    """Those that came to their end, some of them before anybody would have resigned."""
    over: set[str] = field(default_factory=set)
    mover: dict[str, int | None] = field(default_factory=dict)
    """A seat that is to move, as far as that is known."""
    batch: int = 0

    @property
    def moves(self) -> Counter[str]:
        """By game."""
        return sum((Counter({self.matches[each]: n}) for each, n in self.made.items()), Counter())


def capture(folder: Path) -> Capture:
    """Play, with everything switched on that tells of it."""
    got, collector = Capture(), Collector()
    ports = {name: free_port() for name in ("ENGINE", "GATEWAY")}
    with collector.serving():
        stack = _stack(folder, collector.url, ports)
        try:
            stack.start()
            _play(stack.url, got)
            for name, port in ports.items():
                answer = HTTP.get(f"http://127.0.0.1:{port}/metrics")
                assert answer.headers["content-type"].startswith("text/plain")
                got.metrics[name.lower()] = answer.text
        finally:
            stack.stop()
    got.logs = {name: (folder / f"{name}.log").read_text() for name in ("engine", "gateway")}
    got.spans, got.sent = collector.spans, collector.bodies
    return got


def _stack(folder: Path, collector: str, ports: dict[str, int]) -> Stack:
    own = {f"{name}_METRICS_ADDRESS": f"127.0.0.1:{port}" for name, port in ports.items()}
    own |= {f"{name}_LOG_FORMAT": "json" for name in ports}
    own |= PATIENT
    own |= {f"{name}_LOG_LEVEL": "debug" for name in ports}
    return Stack(folder, 0, "", 1, 1, OTEL_EXPORTER_OTLP_ENDPOINT=collector, **own)


def _play(url: str, got: Capture) -> None:
    rng = random.Random(SEED)
    players = [register(url, name) for name in ("Ann", "Bob")]
    for player in players:
        got.secrets.add_token(player.token)
    with ThreadPoolExecutor(HANDS) as pool:
        running = dict(pool.map(lambda each: _make(players, got, *each), _plan()))
        _strange(players[0], next(iter(running)), got)
        _over_a_socket(players, next(iter(running)), got)
        _traced(players, list(running)[1], got)
        while running:
            wishes = pool.map(lambda each: _wish(players, each, rng, got.mover.get(each)), running)
            _move_all(players, [*wishes], got)
            for match_id in running:
                _resign(players[0], match_id, got)
            running = {each: game for each, game in running.items() if each not in got.over}
        for match_id in got.matches:
            replay = ok(players[0].get(f"/v1/matches/{match_id}/replay"))
            got.secrets.add_seed(replay["serverSeed"])
            for entropy in filter(None, replay["entropy"]):
                got.secrets.add_word("entropy", entropy)


def _plan() -> Iterator[tuple[str, Json, int]]:
    for game, options, matches in PLAN:
        for number in range(matches):
            yield game, options, number


def _make(
    players: Sequence[Client], got: Capture, game: str, options: Json, number: int
) -> tuple[str, str]:
    """A match of both players, every other one private."""
    access = "private" if number % 2 else "public"
    entropy = uuid.uuid4().hex
    made = players[0].create(game=game, options=options, access=access, entropy=entropy)
    code = made.get("inviteCode")
    if code:
        got.secrets.add_word("invite code", code)
    players[1].join(made["id"], **({"inviteCode": code} if code else {}))
    got.matches[made["id"]] = game
    if number % WHOLE == 0:
        got.whole.add(made["id"])
    return made["id"], game


def _wish(
    players: Sequence[Client], match_id: str, rng: random.Random, mover: int | None = None
) -> tuple[int, Json]:
    """The seat to move, asked for if it is not known, and its move."""
    for seat, player in enumerate(players):
        if mover not in (None, seat):
            continue
        if moves := player.legal_moves(match_id):
            return seat, {"matchId": match_id, "move": rng.choice(moves)["move"]}
    raise AssertionError("nobody can move")


def _move_all(players: Sequence[Client], wishes: Sequence[tuple[int, Json]], got: Capture) -> None:
    for seat, player in enumerate(players):
        moves = [move for mover, move in wishes if mover == seat]
        if moves:
            results = ok(player.post("/v1/moves", {"moves": moves}))["results"]
            _note(moves, results, got)


def _resign(player: Client, match_id: str, got: Capture) -> None:
    """Give up, if enough was seen of this match."""
    if got.made[match_id] > ENOUGH and match_id not in {*got.whole, *got.over}:
        player.act(match_id, "resign")
        got.over.add(match_id)


def _note(moves: Sequence[Json], results: Sequence[Json], got: Capture) -> None:
    for move, result in zip(moves, results, strict=True):
        assert "error" not in result, result
        got.made[move["matchId"]] += 1
        got.mover[move["matchId"]] = next(iter(result["match"]["toMove"]), None)
        if result["match"]["status"] == "finished":
            got.over.add(move["matchId"])
            got.completed.add(move["matchId"])


def _traced(players: Sequence[Client], match_id: str, got: Capture) -> None:
    """A move, and a batch of them, of traces with known ids."""
    seat, wish = _wish(players, match_id, random.Random(SEED))
    path, body = f"/v1/matches/{match_id}/moves", {"move": wish["move"]}
    headers = {"traceparent": f"00-{TRACE}-{PARENT}-01", "X-Request-Id": REQUEST_ID}
    ok(players[seat].post(path, body, headers))
    got.made[match_id] += 1
    own = [_wish(players, each, random.Random(SEED)) for each in list(got.matches)[2:12]]
    moves = [move for mover, move in own if mover == own[0][0]]
    traced = {"traceparent": f"00-{BATCH_TRACE}-{PARENT}-01"}
    answer = players[own[0][0]].post("/v1/moves", {"moves": moves}, traced)
    _note(moves, ok(answer)["results"], got)
    got.batch = len(moves)


def _over_a_socket(players: Sequence[Client], match_id: str, got: Capture) -> None:
    """A move and more over a socket, and a stream besides."""
    headers = {"Authorization": f"Bearer {players[0].token}", "Accept": "application/x-ndjson"}
    with HTTP.stream("GET", f"{players[0].url}/v1/events", headers=headers):
        seat, wish = _wish(players, match_id, random.Random(SEED))
        with talking(players[seat]) as talk:
            talk.ask("subscribe", matchId=match_id)
            talk.ask("move", matchId=match_id, move=wish["move"])
            talk.ask("legalMoves", matchId=match_id)
            talk.ask("ping")
        got.made[match_id] += 1


def _strange(player: Client, match_id: str, got: Capture) -> None:
    """Requests that are refused, and some that put secrets where none belong."""
    known = {"X-Request-Id": "strange"}
    secret = "Y7 Rx G10 B4"  # noqa: S105 - a hand
    got.secrets.add_word("what was sent", secret)
    for path in (f"/v1/matches/{match_id}/moves", "/v1/moves"):
        player.post(path, {"notation": secret}, known)
    HTTP.request("PROPFIND", f"{player.url}/v1/{secret}", headers=known)
    HTTP.get(f"{player.url}/v1/matches/{secret}/events", params={"token": secret}, headers=known)
    HTTP.get(f"{player.url}/v1/games", headers={"X-Request-Id": player.token})
