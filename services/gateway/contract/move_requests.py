"""Request bodies of moves."""

import re
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema, model_validator

from gateway.contract.document import json_schema
from gateway.contract.field_types import AnyMoveInput, Id, Key
from gateway.contract.request_models import Body, Count, exactly_one

BATCH = 256
"""The most moves of one POST /v1/moves."""


class NewMove(Body):
    model_config = exactly_one(move=["notation"], notation=["move"])
    move: AnyMoveInput | None = None
    notation: str | None = Field(None, description="The move as text, such as `Y7+*`.")
    expected_version: Count | None = Field(
        None, description="The version that the match must have: nothing must have happened since."
    )
    expected_decision: Count | None = Field(
        None,
        description="The decision that your seat must have, as `yourDecision` shows it: others may "
        "have chosen since, but nothing has changed that you choose by.",
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> "NewMove":
        if (self.move is None) == (self.notation is None):
            raise ValueError("must have exactly one of move and notation")
        return self


NOTATED = re.compile(
    rb'[ \t\n\r]*\{[ \t\n\r]*"notation"[ \t\n\r]*:[ \t\n\r]*"[ !#-\[\]-~]*"[ \t\n\r]*'
    rb'(?:,[ \t\n\r]*"expected(?:Version|Decision)"[ \t\n\r]*:'
    rb"[ \t\n\r]*(?:0|[1-9][0-9]{0,17})[ \t\n\r]*)?"
    rb"\}[ \t\n\r]*"
)
"""The usual JSON of a NewMove: a notation without escapes, each member once."""


class MoveInMatch(NewMove):
    """A move with the match that it is for, in a batch or on a socket."""

    match_id: Id
    idempotency_key: Key | None = None

    def as_posted(self) -> dict[str, Any]:
        """Return the members of a POST to the match for the same move.

        Two Idempotency-Keys of one move, here and there, must have equal fingerprints.
        """
        members = set(NewMove.model_fields)
        return self.model_dump(mode="json", exclude_unset=True, include=members)


class NewMoves(Body):
    """Each entry is validated on its own: a malformed entry is refused alone."""

    moves: Annotated[
        list[Any],
        Field(max_length=BATCH),
        WithJsonSchema(
            {
                "type": "array",
                "items": {"$ref": f"{json_schema.REFERENCE}MoveInMatch"},
                "maxItems": BATCH,
            }
        ),
    ]
