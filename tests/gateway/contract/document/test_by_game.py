"""Schemas with gaps for a game's own messages: one for each game, and a choice between them."""

from collections.abc import Iterable
from typing import Any

import pytest
from croupier_match.match import Access, Deal, Kind, Reason, StartMode, Status, UndoMode
from engine.rpc.decode import PLAYER_KINDS
from engine.store.tickets import TicketStatus
from gateway.contract.document import by_game, components
from gateway.contract.document.json_schema import REFERENCE
from gateway.websocket.frames import OPS

from tests.support.players import Json
from tools.openapi import installed

GAMES = {"just4fun": "Just4Fun", "livingstone": "Livingstone", "lost-cities": "LostCities"}


def model(*names: str, **properties: Any) -> Json:
    return {"properties": {name: {"type": "string"} for name in names} | properties}


def expand(schemas: dict[str, Json]) -> dict[str, Json]:
    return by_game.expand(schemas, installed().values())


def test_a_model_with_a_gap_is_there_for_each_game_and_chosen_by_it() -> None:
    made = expand({"Thing": model("game", state=by_game.own("View"))})
    for game, prefix in GAMES.items():
        properties = made[f"{prefix}Thing"]["properties"]
        assert properties["game"] == {"type": "string", "const": game}
        assert properties["state"] == {"$ref": f"{REFERENCE}{prefix}View"}
    mapping = {game: f"{REFERENCE}{prefix}Thing" for game, prefix in GAMES.items()}
    assert made["Thing"]["discriminator"] == {"propertyName": "game", "mapping": mapping}
    assert [arm["$ref"] for arm in made["Thing"]["oneOf"]] == [*mapping.values()]


def test_what_is_inside_of_such_a_model_is_that_of_the_game() -> None:
    inner = model(move=by_game.own("Move"))
    outer = model("game", inner={"$ref": f"{REFERENCE}Inner"})
    made = expand({"Inner": inner, "Outer": outer})
    assert made["LivingstoneOuter"]["properties"]["inner"]["$ref"].endswith("/LivingstoneInner")
    # Nothing else refers to it, so there is no choice by nothing.
    assert "Inner" not in made


def test_what_refers_to_such_a_model_refers_to_the_choice() -> None:
    page = model(things={"items": {"$ref": f"{REFERENCE}Thing"}})
    made = expand({"Thing": model("game", state=by_game.own("View")), "Page": page})
    assert made["Page"] == page


def test_any_game_is_a_choice_in_place() -> None:
    made = expand({"Body": model(move=by_game.any_of("MoveInput"))})
    arms = made["Body"]["properties"]["move"]["anyOf"]
    assert [arm["$ref"] for arm in arms] == [
        f"{REFERENCE}{each}MoveInput" for each in GAMES.values()
    ]


@pytest.mark.parametrize(
    ("schema", "member", "words"),
    [
        ("LostCitiesMatch", "status", Status),
        ("LostCitiesMatch", "access", Access),
        ("LostCitiesMatch", "start", StartMode),
        ("LostCitiesMatch", "deal", Deal),
        ("LostCitiesMatch", "undoMode", UndoMode),
        ("LostCitiesHistoryEntry", "kind", Kind),
        ("LostCitiesLogEntry", "kind", Kind),
        ("Outcome", "reason", Reason),
        ("Player", "kind", PLAYER_KINDS.values()),
        ("Ticket", "status", TicketStatus),
    ],
)
def test_the_documents_words_are_those_of_the_engine(
    schema: str, member: str, words: Iterable[str]
) -> None:
    documented = components.schemas(OPS, installed())[schema]["properties"][member]["enum"]
    assert {*documented} == {*words}
