"""What a game writes within a call reaches no stream and no log; all else does."""

import logging
import sys

import pytest
from croupier_game.time_limit import WATCH
from croupier_match.guard import Guard
from croupier_match.refusals import GameFailed
from engine.domain import quiet

HAND = "the hand is R7 B2"


def write(text: str = HAND) -> None:
    print(text)  # noqa: T201 -- as a game may
    print(text, file=sys.stderr)  # noqa: T201
    sys.stdout.writelines([text])
    logging.getLogger("game").error("%s", text)
    logging.error(text)


def write_and_fail() -> None:
    write()
    raise ValueError(HAND)


def test_what_a_game_writes_within_a_call_goes_nowhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # restored afterwards
    monkeypatch.setattr(logging.root, "handlers", [logging.StreamHandler()])
    quiet.begin()
    guard = Guard("trial", 1, WATCH.limited)
    guard.guarded(write)()
    with pytest.raises(GameFailed):
        guard.guarded(write_and_fail)()
    assert capsys.readouterr() == ("", "")
    write("beside a call")
    out, err = capsys.readouterr()
    assert out.count("beside a call") == 2
    assert err.count("beside a call") == 3
