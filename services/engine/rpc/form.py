"""The form in which a viewer is shown a version of a match."""

from typing import NamedTuple

from croupier.v1 import engine_service_pb2 as pb


class Form(NamedTuple):
    """The match with its events; with `omit_match`, the outline of the version."""

    omit_match: bool = False

    @classmethod
    def of(cls, message: pb.Form) -> "Form":
        return cls(message.omit_match)


MATCH = Form()
