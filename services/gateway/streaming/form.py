"""The form in which a reader of a match is shown its versions."""

from typing import NamedTuple

from croupier.v1 import engine_service_pb2 as pb

from gateway.transport import parameters


class Form(NamedTuple):
    """Each version with its match; with `omit_match`, the outline of the version."""

    omit_match: bool = False

    @classmethod
    def asked(cls, view: str | None) -> "Form":
        """Return the form that a request asks for. Raise Problem malformed."""
        return cls(parameters.choice(view, "view", "full", "none") == "none")

    def message(self) -> pb.Form:
        """Return the form as engines are told of it."""
        return pb.Form(omit_match=self.omit_match)


MATCH = Form()
