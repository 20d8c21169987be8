"""Odd requests, which schemathesis makes of /openapi.json, and a witness of every answer."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from gateway.errors import KINDS
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.support.players import HTTP, Client, ok, play_some, register, start_match
from tests.support.requests import NOBODY, with_token

HEX = re.compile(rb"\b[0-9a-f]{64}\b")
TOKEN = re.compile(rb"crp_[\w-]{22}_[\w-]{43}")
HIDDEN = re.compile(rb'"hand":\["|"pile":"DECK","card":"[^"]|"inviteCode":"[\w-]{22}')
"""What only those who sit in a match may see of it."""
MAKE_TOKENS = ("/v1/players", "/v1/players/me/tokens", "/v1/pairings", "/v1/sessions")
"""Where an answer may have a token: a new one of its caller."""
OUTSIDERS = ("", "forged", "revoked", "junk")
FINAL = ("DELETE", "/v1/players/me")
"""What would end the play of a caller who may do it; only a forged token tries."""
MOVES = 3
"""Random moves at a table before each operation's requests."""


@dataclass
class World:
    """Tokens by the names of their callers, and matches. The `probe` must not change.

    "ann" and "bob" sit in all matches, "reader" is ann without the scope to play, and "eve" sits
    nowhere; the service knows no other caller.
    """

    callers: dict[str, str]
    players: Sequence[Client]
    probe: str
    matches: list[str] = field(default_factory=list)


def build_world(url: str) -> World:
    """Make players with tokens of every kind, a probe, and a match in every situation."""
    probe, (ann, bob) = start_match(url)
    revoked = ok(ann.post("/v1/players/me/tokens", {"name": "x"}), 201)
    headers = {"Authorization": f"Bearer {ann.token}"}
    HTTP.delete(f"{url}/v1/players/me/tokens/{revoked['id']}", headers=headers).raise_for_status()
    tokens = {
        "": "",
        "ann": ann.token,
        "bob": bob.token,
        "eve": register(url, "Eve").token,
        "reader": with_token(ann, "read").token,
        "revoked": revoked["token"],
        "forged": f"crp_{ann.id}_{'A' * 43}",
        "junk": "crp_.",  # with a sign that no token has, so that none begins like it
    }
    world = World(tokens, (ann, bob), probe)
    for wish in ({}, {"access": "private"}, {"start": "manual"}, {"options": {"rounds": 1}}):
        for joined in (False, True):
            made = ann.create(**wish)
            world.matches.append(made["id"])
            if joined:
                bob.join(made["id"], inviteCode=made.get("inviteCode", ""))
    return world


class Witness:
    """Sees every answer, and complains of what must not be in any."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.seen: set[bytes] = set()
        self.codes: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()

    def examine(self, caller: str, case: Any, answer: schemathesis.Response) -> None:
        """Raise AssertionError if an answer to this caller must not be."""
        self.statuses[answer.status_code] += 1
        self.seen.update(HEX.findall(answer.content))
        complaint = self._complaint(caller, case, answer)
        told = (
            f"{caller}: {case!r:.3000}; {answer.status_code} {answer.headers} {answer.text:.3000}"
        )
        assert not complaint, f"{complaint}; {told}"

    def _complaint(self, caller: str, case: Any, answer: schemathesis.Response) -> str:
        if answer.status_code >= 500:
            return "a failure"
        if not answer.headers.get("x-request-id"):
            return "an answer without X-Request-Id"
        if answer.status_code >= 400 and not self._is_problem(answer):
            return "a refusal that is no problem"
        if self._at_probe(answer) and case.method != "GET" and answer.status_code < 400:
            return "it should have been refused"
        return self._betrayal(caller, case, answer)

    def _at_probe(self, answer: schemathesis.Response) -> bool:
        return self._world.probe in str(answer.request.url)

    def _is_problem(self, answer: schemathesis.Response) -> bool:
        if answer.headers.get("content-type") != ["application/problem+json"]:
            return False
        body = answer.json()
        self.codes[body["code"]] += 1
        status = answer.status_code
        return (body["status"], KINDS[body["code"]].status) == (status, status)

    def _betrayal(self, caller: str, case: Any, answer: schemathesis.Response) -> str:
        text = repr(answer.headers).encode() + answer.content
        makes_one = answer.status_code == 201 and case.path in MAKE_TOKENS
        if len(TOKEN.findall(text)) != makes_one:
            return "a token that is not the caller's new one"
        if any(token.encode() in text for token in self._world.callers.values() if token):
            return "a token that somebody uses"
        outside = caller in OUTSIDERS or (caller == "eve" and self._at_probe(answer))
        return "a secret of those who play" if outside and HIDDEN.search(answer.content) else ""


def bombard(url: str, world: World, witness: Witness, count: int, dice: random.Random) -> None:
    """Send about `count` requests, as many of each operation, while matches are played."""
    document = ok(Client(url).get("/openapi.json"))
    found: Any = schemathesis.openapi.from_dict(document).get_all_operations()
    operations = [each for result in found if not _endless((each := result.ok()).path)]
    for operation in operations:
        play_some(dice.choice(world.matches[1::2]), [*world.players], MOVES, dice)
        _send(url, operation, world, witness, max(1, count // len(operations)), dice)


def _endless(path: str) -> bool:
    """Return whether a route is a stream or a socket, with endless answers."""
    return path.endswith(("/events", "/socket"))


def _send(
    url: str, operation: Any, world: World, witness: Witness, count: int, dice: random.Random
) -> None:
    """Send so many requests of one operation, by any caller, about matches and what is none."""
    final = (operation.method.upper(), operation.path) == FINAL
    callers = ["forged"] if final else sorted(world.callers)
    outsiders = [name for name in callers if name not in ("ann", "bob")]
    places = [(match, callers) for match in world.matches] + [(world.probe, outsiders)]
    cases = [operation.as_strategy(generation_mode=each) for each in GenerationMode]

    @seed(dice.randrange(2**32))
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(cases), st.sampled_from(places), st.data())
    def send(case: Any, place: tuple[str, list[str]], data: st.DataObject) -> None:
        match_id, chosen = place
        caller = data.draw(st.sampled_from(chosen))
        if data.draw(st.integers(0, 4)):
            known = {"match_id": match_id, "player_id": world.players[0].id, "token_id": NOBODY}
            own = case.path_parameters or {}
            case.path_parameters = {name: known.get(name, own[name]) for name in own}
        case.headers.pop("Authorization", None)
        case.headers.pop("Prefer", None)  # or it would wait
        token = world.callers[caller]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        witness.examine(caller, case, case.call(base_url=url, headers=headers))

    send()
