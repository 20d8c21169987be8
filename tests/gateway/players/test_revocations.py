"""Streams and sockets are told when a token of their player was, or may have been, revoked."""

from gateway.players.revocations import Revocations


def test_those_of_the_player_are_told_and_nobody_else_or_afterwards() -> None:
    revocations, told = Revocations(), list[str]()
    with revocations.watch("ann", lambda: told.append("stream")):
        with (
            revocations.watch("ann", lambda: told.append("socket")),
            revocations.watch("bob", lambda: told.append("other")),
        ):
            revocations.on_revocation("ann")
            revocations.on_revocation("cay")
        revocations.on_revocation("ann")
    revocations.on_revocation("ann")
    assert told == ["stream", "socket", "stream"]


def test_all_are_told_if_a_revocation_may_have_been_missed() -> None:
    revocations, told = Revocations(), list[str]()
    with (
        revocations.watch("ann", lambda: told.append("ann")),
        revocations.watch("bob", lambda: told.append("bob")),
    ):
        revocations.on_revocation(None)
    assert told == ["ann", "bob"]
