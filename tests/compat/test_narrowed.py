"""The OpenAPI document of every release still holds, and each rule finds what narrows it."""

import copy
import json
from typing import Any

import pytest

from tests.compat.narrowed import narrowed
from tests.support.players import Json
from tools import released
from tools.openapi import PAGE

NEW: Json = json.loads(PAGE.read_text())
MOVES = "/v1/matches/{match_id}/moves"
MATCH = ("components", "schemas", "LostCitiesMatch")
NARROWER: list[tuple[tuple[Any, ...], Any, str]] = [
    (("paths", MOVES, "post"), None, f"POST {MOVES}: it is gone"),
    (("paths", MOVES), None, f"GET {MOVES}: it is gone"),
    (("paths", MOVES, "post", "parameters", 1), None, f"POST {MOVES} view: the parameter is gone"),
    (("paths", MOVES, "post", "responses", "200"), None, f"POST {MOVES} 200: the answer is gone"),
    (
        ("paths", MOVES, "post", "responses", "200", "headers", "ETag"),
        None,
        f"POST {MOVES} 200: the header ETag is gone",
    ),
    (("paths", "/v1/games", "get", "security"), [{"token": []}], "GET /v1/games: it needs a token"),
    ((*MATCH, "properties", "toMove"), None, "toMove: the member is gone"),
    ((*MATCH, "properties", "version", "type"), "string", "version: string is new"),
    ((*MATCH, "required"), ["id"], "toMove: the member may be left out"),
    ((*MATCH, "properties", "status", "enum"), ["begun"], "status: its values are others"),
    (
        ("components", "schemas", "NewPlayer", "required"),
        ["displayName", "kind", "mood"],
        "mood: the member is required",
    ),
    (
        ("components", "schemas", "Entropy", "properties", "entropy", "pattern"),
        "^x$",
        "entropy: its pattern is another",
    ),
    (
        ("components", "schemas", "LostCitiesMoveInput", "properties", "place", "enum"),
        ["DISCARD"],
        "place: its values are others",
    ),
    (
        ("components", "schemas", "SocketSubscribe", "required"),
        ["id", "op", "matchId", "after"],
        "SocketRequest.after: the member is required",
    ),
]
WIDER: list[tuple[tuple[Any, ...], Any]] = [
    (("paths", "/v1/more"), {}),
    ((*MATCH, "properties", "rated"), {"type": "boolean"}),
    (("components", "schemas", "NewPlayer", "properties", "mood"), {"type": "string"}),
    (("components", "schemas", "NewPlayer", "required"), ["kind"]),
    (("paths", "/v1/players/me", "get", "security"), [{"token": []}, {}]),
]


def changed(where: tuple[Any, ...], value: Any) -> Json:
    """The document with another value in one place; without that place for None."""
    document = copy.deepcopy(NEW)
    here: Any = document
    for step in where[:-1]:
        here = here[step]
    if value is None:
        del here[where[-1]]
    else:
        here[where[-1]] = value
    return document


@pytest.mark.parametrize(("where", "value", "sentence"), NARROWER)
def test_what_clients_lose_is_found(where: tuple[Any, ...], value: Any, sentence: str) -> None:
    found = narrowed(NEW, changed(where, value))
    assert any(each.endswith(sentence) for each in found), found


@pytest.mark.parametrize(("where", "value"), WIDER)
def test_what_is_only_more_takes_nothing_away(where: tuple[Any, ...], value: Any) -> None:
    assert narrowed(NEW, changed(where, value)) == []


def test_clients_of_every_release_are_served() -> None:
    assert len(NEW["paths"]) >= 27
    for path in released.releases():
        assert narrowed(json.loads(released.document_of(path).read_text()), NEW) == []
