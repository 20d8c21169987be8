"""The roster: a free seat has neither player nor entropy."""

import pytest
from engine.verify import verify
from engine.verify.errors import Refuted

from tests.engine.verify.replays import HONEST


def test_a_free_seat_has_no_player_and_no_entropy() -> None:
    table = HONEST["aborted in company"](17)
    replay = table.replay()
    replay["entropy"][0] = "00ff"
    with pytest.raises(Refuted, match=r"^entropy\[0\] is that of a free seat"):
        verify(replay)
    replay = table.replay()
    replay["match"]["seats"][0]["player"] = {"id": "eve", "displayName": "Eve", "kind": "bot"}
    with pytest.raises(Refuted, match=r"^seats\[0\].player is given, .* is free"):
        verify(replay)
