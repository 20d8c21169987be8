"""Which of several reasons a request is refused for: the first in the order of the contract."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import httpx
import pytest
from gateway.players import emotes

from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import JSON, NOBODY, code, newcomer, send, table, with_token
from tests.support.sealed import ENTROPY, SEALS

KIB_64 = 64 * 1024


@dataclass
class Ask:
    """A request that would be accepted, until something about it is spoilt."""

    player: Client
    path: str
    match_id: str = ""
    body: Json = field(default_factory=dict)
    query: str = ""
    kind: str = JSON
    headers: list[tuple[str, str]] = field(default_factory=list)
    padding: int = 0
    method: str = "POST"

    def send(self) -> httpx.Response:
        path = self.path.format(match=self.match_id) + self.query
        content = json.dumps(self.body).encode() + b" " * self.padding
        headers = [("Content-Type", self.kind), *self.headers]
        return send(self.player, self.method, path, *headers, content=content)


Made = dict[Callable[[str], Ask], Ask]
Spoil = Callable[[Ask], None]
Spoils = dict[str, tuple[tuple[int, str], Spoil]]


def set_body(**members: Any) -> Spoil:
    return lambda ask: ask.body.update(members)


def set_header(name: str, value: str) -> Spoil:
    return lambda ask: ask.headers.append((name, value))


def set_to(name: str, value: object) -> Spoil:
    return lambda ask: setattr(ask, name, value)


def without_scope(ask: Ask) -> None:
    ask.player = with_token(ask.player, "read")


def without_token(ask: Ask) -> None:
    ask.headers.append(("Authorization", "Bearer x"))
    ask.player = Client(ask.player.url)


COMMON: Spoils = {
    "large": ((413, "too_large"), set_to("padding", KIB_64)),
    "kind": ((415, "unsupported_media_type"), set_to("kind", "text/plain")),
    "member": ((400, "malformed"), set_body(nonsense=1)),
    "key": ((400, "malformed"), set_header("Idempotency-Key", "a b")),
    "token": ((401, "unauthenticated"), without_token),
    "scope": ((403, "forbidden"), without_scope),
    "mismatch": ((422, "idempotency_mismatch"), set_header("Idempotency-Key", "used")),
}
MATCH: Spoils = {
    "if-match": ((400, "malformed"), set_header("If-Match", "17")),
    "unknown": ((404, "not_found"), set_to("match_id", NOBODY)),
    "version": ((412, "version_mismatch"), set_header("If-Match", '"99"')),
}


def in_order(spoils: Spoils, *names: str) -> Spoils:
    """Those of these names."""
    return {name: spoils[name] for name in names}


def reasons(spoils: Spoils) -> list[tuple[str, ...]]:
    """Every one of them, and every two that do not exclude each other or come to the same."""
    exclusive = ({"key", "mismatch"}, {"if-match", "version"}, {"options", "game"})
    return [(name,) for name in spoils] + [
        pair
        for pair in combinations(spoils, 2)
        if set(pair) not in exclusive and spoils[pair[0]][0] != spoils[pair[1]][0]
    ]


def other_match(ask: Ask) -> None:
    """A private match of others, instead of one that there is not."""
    ask.match_id = newcomer(ask.player.url).create(access="private")["id"]


def a_move(url: str) -> Ask:
    """Both players have moved under the key "used"; it is the caller's turn."""
    match_id, seats = table(url, options={"startSeat": 0})
    ask = Ask(seats[0], "/v1/matches/{match}/moves", match_id)
    for player in seats:
        ask.body = {"notation": player.legal_moves(match_id)[0]["notation"]}
        ask.player, ask.headers = player, [("Idempotency-Key", "used")]
        ok(ask.send())
    ask.player, ask.headers = seats[0], []
    ask.body = {"notation": seats[0].legal_moves(match_id)[-1]["notation"]}
    return ask


MOVES: Spoils = in_order(
    COMMON
    | MATCH
    | {
        "move": ((400, "malformed"), set_body(notation=None, move={"card": 7})),
        "query": ((400, "malformed"), set_to("query", "?dryRun=maybe")),
        "both": ((400, "malformed"), set_body(move={})),
        "private": ((404, "not_found"), other_match),
        "illegal": ((422, "illegal_move"), set_body(notation="R2-R")),
        "invalid": ((422, "invalid_move"), set_body(notation="nonsense")),
    },
    "large", "kind", "member", "key", "if-match", "move", "query", "both", "token", "unknown",
    "private", "scope", "mismatch", "version", "invalid", "illegal",
)  # fmt: skip


def check(ask: Ask, spoils: Spoils, *names: str) -> None:
    """Spoil the request in these ways, the last first: it is refused for the first."""
    ask = replace(ask, body=dict(ask.body), headers=list(ask.headers))
    for name in reversed(names):
        spoils[name][1](ask)
    assert code(ask.send()) == spoils[names[0]][0], names


@pytest.mark.parametrize("names", reasons(MOVES), ids="-".join)
def test_a_move_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_move], MOVES, *names)


def a_move_out_of_turn(url: str) -> Ask:
    """The caller has just moved under the key "used"."""
    match_id, seats = table(url, options={"startSeat": 0})
    ask = Ask(seats[0], "/v1/matches/{match}/moves", match_id)
    ask.body = {"notation": seats[0].legal_moves(match_id)[0]["notation"]}
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send())
    ask.headers = []
    ask.body = {"notation": "nonsense"}
    return ask


def a_move_after_the_end(url: str) -> Ask:
    ask = a_move_out_of_turn(url)
    ask.player.act(ask.match_id, "resign")
    return ask


BEFORE_SITUATION = in_order(MOVES, *[name for name in MOVES if name not in ("invalid", "illegal")])


@pytest.mark.parametrize("name", BEFORE_SITUATION)
@pytest.mark.parametrize("make", [a_move_out_of_turn, a_move_after_the_end])
def test_the_situation_comes_after(made: Made, make: Callable[[str], Ask], name: str) -> None:
    assert code(made[make].send())[0] == 409
    check(made[make], MOVES, name)


@pytest.mark.parametrize("body", [{"notation": "nonsense"}, {"notation": "R2-R"}, {"move": {}}])
def test_the_situation_comes_before_the_rules(live: Live, body: Json) -> None:
    match_id, seats = table(live.url, options={"startSeat": 0})
    path = f"/v1/matches/{match_id}/moves"
    assert code(seats[1].post(path, body)) == (409, "not_your_turn")
    seats[0].act(match_id, "resign")
    assert code(seats[0].post(path, body)) == (409, "match_not_active")


def an_emote(url: str) -> Ask:
    """The caller has sent one under the key "used", in a match that has ended."""
    match_id, seats = table(url)
    ask = Ask(seats[0], "/v1/matches/{match}/emotes", match_id, {"emote": "hello"})
    ask.headers = [("Idempotency-Key", "used")]
    assert ask.send().status_code == 204
    ask.player.act(match_id, "resign")
    ask.headers, ask.body = [], {"emote": "thanks"}
    return ask


EMOTES: Spoils = in_order(
    COMMON | MATCH | {"private": ((404, "not_found"), other_match)},
    "large", "kind", "member", "key", "token", "unknown", "private", "scope", "mismatch",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(EMOTES), ids="-".join)
def test_an_emote_is_refused_for_the_first_reason(
    made: Made, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if both the emote and the end were long ago.
    monkeypatch.setattr(emotes, "PAUSE_MS", 0)
    monkeypatch.setattr(emotes, "AFTERWARDS", timedelta())
    assert code(made[an_emote].send()) == (409, "match_not_active")
    check(made[an_emote], EMOTES, *names)


def a_join(url: str) -> Ask:
    """The caller has joined and left under the key "used"."""
    match = newcomer(url).create(start="manual", access="private")
    ask = Ask(newcomer(url), "/v1/matches/{match}/join", match["id"])
    ask.body = {"inviteCode": match["inviteCode"], "entropy": "00"}
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send())
    ask.player.act(match["id"], "leave")
    ask.headers = []
    ask.body["entropy"] = "01"
    return ask


JOINS: Spoils = in_order(
    COMMON
    | MATCH
    | {
        "entropy": ((400, "malformed"), set_body(entropy="0")),
        "code": ((404, "not_found"), set_body(inviteCode="x")),
        "taken": ((409, "conflict"), set_body(seat=0)),
    },
    "large", "kind", "member", "key", "if-match", "entropy", "token", "unknown", "code",
    "mismatch", "version", "taken",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(JOINS), ids="-".join)
def test_a_join_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_join], JOINS, *names)


def test_a_join_beside_the_table_comes_last(live: Live) -> None:
    match_id, _ = table(live.url)
    path = f"/v1/matches/{match_id}/join"
    assert code(newcomer(live.url).post(path, {"seat": 7})) == (409, "match_full")


def an_entropy(url: str) -> Ask:
    """The caller has started the match under the key "used", and has not revealed yet."""
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    match_id = ann.create(deal="sealed", seal=SEALS[0], start="manual", reveal="3600s")["id"]
    bob.join(match_id, seal=SEALS[1])
    ask = Ask(ann, "/v1/matches/{match}/start", match_id)
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send())
    return Ask(ann, "/v1/matches/{match}/entropy", match_id, {"entropy": ENTROPY[0]})


ENTROPIES: Spoils = in_order(
    COMMON
    | MATCH
    | {
        "entropy": ((400, "malformed"), set_body(entropy="0")),
        "other": ((422, "invalid_options"), set_body(entropy=ENTROPY[1])),
    },
    "large", "kind", "member", "key", "if-match", "entropy", "token", "unknown", "scope",
    "mismatch", "version", "other",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(ENTROPIES), ids="-".join)
def test_an_entropy_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[an_entropy], ENTROPIES, *names)


def a_resignation(url: str) -> Ask:
    match_id, seats = table(url, start="manual")
    return Ask(seats[0], "/v1/matches/{match}/resign", match_id)


RESIGNATIONS = in_order(
    COMMON | MATCH,
    "large", "kind", "member", "key", "if-match", "token", "unknown", "scope", "version",
)  # fmt: skip


def an_undo(url: str) -> Ask:
    ask = a_resignation(url)
    ask.path, ask.body = "/v1/matches/{match}/undo", {"toVersion": 1}
    return ask


@pytest.mark.parametrize("names", reasons(RESIGNATIONS), ids="-".join)
@pytest.mark.parametrize("make", [a_resignation, an_undo])
def test_an_act_is_refused_for_the_first_reason(
    made: Made, make: Callable[[str], Ask], names: tuple[str, ...]
) -> None:
    ask = made[make]
    assert code(ask.send()) == (409, "match_not_active")
    check(ask, RESIGNATIONS, *names)


def a_creation(url: str) -> Ask:
    ask = Ask(newcomer(url), "/v1/matches", body={"game": "lost-cities"})
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send(), 201)
    ask.headers = []
    ask.body["seats"] = 2
    return ask


CREATIONS: Spoils = in_order(
    COMMON
    | {
        "options": ((400, "malformed"), set_body(options={"rounds": "many"})),
        "seats": ((422, "invalid_options"), set_body(seats=3)),
        "game": ((422, "invalid_options"), set_body(game="chess", options={"rounds": "many"})),
    },
    "large", "kind", "member", "key", "options", "token", "scope", "mismatch", "seats", "game",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(CREATIONS), ids="-".join)
def test_a_new_match_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_creation], CREATIONS, *names)


def a_ticket(url: str) -> Ask:
    ask = Ask(newcomer(url), "/v1/tickets", body={"game": "livingstone", "seats": 4})
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send(), 201)
    ask.headers = []
    ask.body = {"game": "lost-cities", "seats": 2}
    return ask


@pytest.mark.parametrize("names", reasons(CREATIONS), ids="-".join)
def test_a_new_ticket_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_ticket], CREATIONS, *names)


def a_token(url: str) -> Ask:
    ask = Ask(newcomer(url), "/v1/players/me/tokens", body={"name": "phone", "scopes": ["read"]})
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send(), 201)
    ask.headers = []
    ask.body["name"] = "tablet"
    return ask


@pytest.mark.parametrize("names", reasons(COMMON), ids="-".join)
def test_a_new_token_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_token], COMMON, *names)


def a_pairing(url: str) -> Ask:
    ask = Ask(newcomer(url), "/v1/players/me/pairing", body={"scopes": ["read"]})
    ask.headers = [("Idempotency-Key", "used")]
    ok(ask.send(), 201)
    ask.headers = []
    ask.body = {"scopes": ["play"]}
    return ask


@pytest.mark.parametrize("names", reasons(COMMON), ids="-".join)
def test_a_new_code_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_pairing], COMMON, *names)


def a_paired_device(url: str) -> Ask:
    code = ok(newcomer(url).post("/v1/players/me/pairing", {}), 201)["code"]
    return Ask(newcomer(url), "/v1/pairings", body={"code": code})


PAIRED: Spoils = in_order(
    COMMON | {"code": ((404, "not_found"), set_body(code="K7QF-2M9P"))},
    "large", "kind", "member", "key", "token", "scope", "code",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(PAIRED), ids="-".join)
def test_a_code_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_paired_device], PAIRED, *names)


def an_invite_code(url: str) -> Ask:
    code = newcomer(url).create(access="private")["inviteCode"]
    return Ask(newcomer(url), "/v1/invitations", body={"code": code})


OPENED: Spoils = in_order(
    COMMON | {"code": ((404, "not_found"), set_body(code="K7QF2-M9PTX"))},
    "large", "kind", "member", "token", "scope", "code",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(OPENED), ids="-".join)
def test_an_invite_code_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[an_invite_code], OPENED, *names)


def a_name(url: str) -> Ask:
    return Ask(newcomer(url), "/v1/players/me", body={"displayName": "Bea"}, method="PATCH")


NAMES: Spoils = in_order(COMMON, "large", "kind", "member", "token", "scope")


@pytest.mark.parametrize("names", reasons(NAMES), ids="-".join)
def test_a_new_name_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_name], NAMES, *names)


def an_end(url: str) -> Ask:
    return Ask(newcomer(url), "/v1/players/me", method="DELETE")


ENDS: Spoils = in_order(COMMON, "token", "scope")


@pytest.mark.parametrize("names", reasons(ENDS), ids="-".join)
def test_a_deletion_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[an_end], ENDS, *names)


def a_sign_in(url: str) -> Ask:
    code = ok(newcomer(url).post("/v1/players/me/recovery-code", {}), 201)["code"]
    return Ask(newcomer(url), "/v1/sessions", body={"recoveryCode": code})


SIGNED_IN: Spoils = in_order(
    COMMON | {"code": ((401, "unauthenticated"), set_body(recoveryCode="K7QF-2M9P"))},
    "large", "kind", "member", "token", "scope", "code",
)  # fmt: skip


@pytest.mark.parametrize("names", reasons(SIGNED_IN), ids="-".join)
def test_a_sign_in_is_refused_for_the_first_reason(made: Made, names: tuple[str, ...]) -> None:
    check(made[a_sign_in], SIGNED_IN, *names)


MAKERS = (
    *(a_name, a_move, a_join, a_creation, a_ticket, a_token),
    *(a_pairing, a_paired_device, an_invite_code, a_sign_in),
)


@pytest.fixture(scope="module")
def made(live: Live) -> Made:
    """One request of each kind; it can be spoilt often, since refusals change no match."""
    more = (
        *(an_end, an_entropy, a_resignation, an_emote, an_undo),
        *(a_move_out_of_turn, a_move_after_the_end),
    )
    return {make: make(live.url) for make in (*MAKERS, *more)}


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_not_spoilt_is_accepted(live: Live, make: Callable[[str], Ask]) -> None:
    assert make(live.url).send().status_code in (200, 201)


GARBAGE = ("Authorization", "Bearer x")


@pytest.mark.parametrize(
    "end", ["?atVersion=x", "?include=x", "/moves?after=x", "/moves?pageSize=x"]
)
def test_a_wrong_query_comes_before_the_token_and_the_match(live: Live, end: str) -> None:
    for headers in ([], [GARBAGE]):
        answer = send(Client(live.url), "GET", f"/v1/matches/{NOBODY}{end}", *headers)
        assert code(answer) == (400, "malformed")


@pytest.mark.parametrize("end", ["", "?atVersion=0", "/legal-moves", "/moves", "/replay"])
def test_a_wrong_token_comes_before_the_match(live: Live, end: str) -> None:
    answer = send(Client(live.url), "GET", f"/v1/matches/{NOBODY}{end}", GARBAGE)
    assert code(answer) == (401, "unauthenticated")


@pytest.mark.parametrize(
    "path",
    [
        f"/v1/matches/{NOBODY}",
        f"/v1/matches/{NOBODY}/legal-moves",
        f"/v1/matches/{NOBODY}/moves",
        f"/v1/matches/{NOBODY}/replay",
        f"/v1/players/{NOBODY}",
        "/v1/games/chess",
        "/v1/games/chess/rules",
        f"/v1/tickets/{NOBODY}",
    ],
)
def test_what_is_not_there_comes_before_a_missing_scope(live: Live, path: str) -> None:
    player = with_token(newcomer(live.url), "play")
    assert code(player.get(path)) == (404, "not_found")


def test_a_token_that_is_not_there_comes_before_a_missing_scope(live: Live) -> None:
    reader = with_token(newcomer(live.url), "read")
    answer = send(reader, "DELETE", f"/v1/players/me/tokens/{NOBODY}")
    assert code(answer) == (404, "not_found")


@pytest.mark.parametrize("query", ["pageSize=x", "status=x", "pageToken=x", "pageToken=%ff"])
def test_a_wrong_query_of_a_list_comes_before_the_token(live: Live, query: str) -> None:
    for headers in ([], [GARBAGE]):
        for more in ("", "&player=me"):
            answer = send(Client(live.url), "GET", f"/v1/matches?{query}{more}", *headers)
            assert code(answer) == (400, "malformed")
