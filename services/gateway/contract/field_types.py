"""Types of members that bodies of requests and of responses have in common."""

import re
from typing import Annotated, Any, Literal

from pydantic import StringConstraints, WithJsonSchema

from gateway.contract.document import by_game

DURATION = "(0|[1-9][0-9]{0,17})([.][0-9]{1,3})?s"
Duration = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{DURATION}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{DURATION}$"}),
]
Deal = Literal["open", "sealed"]
OnTimeout = Literal["forfeit", "random", "rules"]
Scope = Literal["play", "read"]
PlayerKind = Literal["human", "bot"]
Shown = Literal["friends", "nobody"]
Heard = Literal["all", "friends", "none"]

# What follows is described only: answers are not validated, and ids of a wrong form are 404.
ID = "^[A-Za-z0-9_-]{22}$"
Id = Annotated[str, WithJsonSchema({"type": "string", "pattern": ID})]
Key = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[!-~]{1,255}$"})]
Time = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
Version = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]
Recipe = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]
SeatNumber = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
Sha256 = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{64}$"})]
GameId = Annotated[str, WithJsonSchema({"type": "string"})]
MoveJson = Annotated[dict[str, Any], WithJsonSchema(by_game.own("Move"))]
OptionsJson = Annotated[dict[str, Any], WithJsonSchema(by_game.own("Options"))]
ViewJson = Annotated[dict[str, Any], WithJsonSchema(by_game.own("View"))]
EventJson = Annotated[dict[str, Any], WithJsonSchema(by_game.own("Event"))]
OptionsInput = Annotated[dict[str, Any], WithJsonSchema(by_game.own("OptionsInput"))]
AnyMoveInput = Annotated[dict[str, Any], WithJsonSchema(by_game.any_of("MoveInput"))]
AnyOptions = Annotated[dict[str, Any], WithJsonSchema(by_game.any_of("Options"))]
