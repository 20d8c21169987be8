"""The form in which a reader of a match is shown its versions."""

from typing import NamedTuple

from croupier.v1 import engine_service_pb2 as pb

from gateway.transport import parameters


class ViewForm(NamedTuple):
    """Each version with its match, or its outline; also with the legal moves of the reader."""

    omit_match: bool = False
    include_legal_moves: bool = False

    @classmethod
    def asked(cls, view: str | None, include: str | None) -> "ViewForm":
        """Return the form that a request asks for. Raise Problem malformed."""
        return cls(parameters.view(view) == "none", parameters.with_legal_moves(include))

    def message(self) -> pb.Form:
        """Return the form as engines are told of it."""
        return pb.Form(omit_match=self.omit_match, include_legal_moves=self.include_legal_moves)


MATCH = ViewForm()
OUTLINE = ViewForm(omit_match=True)
