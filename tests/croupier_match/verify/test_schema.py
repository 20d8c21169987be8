"""The schema of a replay: what is missing or misshapen is named by its place."""

from typing import Any

import pytest
from croupier_match.verify.errors import NotAReplay
from engine.verify import verify

from tests.croupier_match.verify.replays import put, rehash, tampered_with


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("log.3.version", 4.0, "log[3].version: this is not a whole number"),
        ("log.3.hash", "AB" * 32, "log[3].hash: this is not 32 bytes in hex"),
        ("log.3.time", "noon", "log[3].time: this is not a time"),
        ("log.3.time", "2026-03-01T12:00:00.000Z\n", "log[3].time: this is not a time"),
        ("log", [], "log: this is empty"),
        ("entropy.0", "xyz", "entropy[0]: this is not hex of 1 to 32 bytes"),
        ("match.fairness.serverSeed", None, "match.fairness.serverSeed: this is not 32 bytes"),
        ("log.3.signature", "ab", "log[3].signature: this verifier does not know this member."),
        ("log.3.\x1b[2J", "ab", r"log[3].\x1b[2J: this verifier does not know this member."),
        ("match.seats", [], "match.seats: 0 seats are not possible in Lost Cities"),
    ],
)
def test_what_is_not_in_the_shape_of_a_replay_is_named(
    path: str, value: Any, complaint: str
) -> None:
    replay = tampered_with()
    put(path, value)(replay)
    with pytest.raises(NotAReplay) as caught:
        verify(replay)
    assert str(caught.value).startswith(complaint)


def test_unknown_members_are_ignored() -> None:
    replay = tampered_with()
    replay["weather"] = replay["match"]["weather"] = "fine"
    assert verify(replay)[-1] == "verified"


def test_settings_that_nobody_knows_are_named_where_the_terms_are_others() -> None:
    replay = tampered_with()
    replay["match"] |= {"handicap": 1, "\x1b[2J": 1}
    rehash(replay, "handicap")
    with pytest.raises(NotAReplay, match=r"what was agreed may include handicap, \\x1b\[2J, which"):
        verify(replay)


def test_terms_are_named_that_are_missing() -> None:
    replay = tampered_with()
    del replay["match"]["fairness"]["terms"]
    with pytest.raises(NotAReplay, match=r"^match\.fairness\.terms: it is missing\.$"):
        verify(replay)
