"""Types of members that bodies of requests and of responses have in common."""

import re
from typing import Annotated, Any, Literal

from croupier.v1 import engine_service_pb2 as pb
from pydantic import StringConstraints, WithJsonSchema

from gateway.contract import json_schema

MoveJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Move))]
OptionsJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Options))]
DURATION = "(0|[1-9][0-9]{0,17})([.][0-9]{1,3})?s"
Duration = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{DURATION}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{DURATION}$"}),
]
Deal = Literal["open", "sealed"]
OnTimeout = Literal["forfeit", "random"]
Scope = Literal["play", "read"]
PlayerKind = Literal["human", "bot"]
