"""The form in which a viewer is shown a version of a match."""

from typing import NamedTuple

from croupier.v1 import engine_service_pb2 as pb


class ViewForm(NamedTuple):
    """The match with its events, or the outline of the version; also the viewer's legal moves."""

    omit_match: bool = False
    include_legal_moves: bool = False

    @classmethod
    def of(cls, message: pb.Form) -> "ViewForm":
        return cls(message.omit_match, message.include_legal_moves)


MATCH = ViewForm()
OUTLINE = ViewForm(omit_match=True)
