"""A game that fails, over HTTP: its callers are told whose fault it is, and all others go on."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest
from engine.service.change_loop import FAILURES

from tests.support.bad_game import SAYING, failing
from tests.support.live import Live
from tests.support.patience import PATIENT
from tests.support.players import Client, ok, refused, start_match
from tools.stack import Stack

GAME, OTHER = "lost-cities", "livingstone"


def test_a_move_that_fails_is_the_games_fault(live: Live) -> None:
    bad, (ann, _) = start_match(live.url, options={"startSeat": 0})
    good, players = start_match(live.url, game=OTHER)
    mover = players[ok(ann.get(f"/v1/matches/{good}"))["toMove"][0]]
    move = ann.legal_moves(bad)[0]["notation"]
    theirs = mover.legal_moves(good)[0]["notation"]
    with failing(GAME, "apply", "raises"):
        told = refused(ann.post(f"/v1/matches/{bad}/moves", {"notation": move}), 500, "game_failed")
        assert told["detail"] == f"The rules of {GAME}, version 1, have failed in apply."
        assert SAYING not in str(told)
        for caller in (Client(live.url), ann):
            ok(caller.get("/v1/matches", status="active"))
        assert mover.move(good, theirs)["match"]["version"] == 3
        for _ in range(FAILURES - 1):
            refused(ann.post(f"/v1/matches/{bad}/moves", {"notation": move}), 500, "game_failed")
        entries = ok(ann.get(f"/v1/matches/{bad}/moves"))["moves"]
        assert [each["kind"] for each in entries] == ["created", "joined", "aborted"]
        assert "failed in apply" in entries[-1]["note"]


@pytest.mark.full
def test_beside_a_game_that_loops_another_is_answered(tmp_path: Path) -> None:
    stack = Stack(tmp_path, FAULT=f"{GAME} apply loops", GATEWAY_RATE_LIMITS="off", **PATIENT)
    stack.engines[0].environment["ENGINE_RULES_TIMEOUT_S"] = "0.25"
    stack.engines[0].module = "tests.support.bad_game"
    with stack, ThreadPoolExecutor() as pool:
        bad, (ann, _) = start_match(stack.url, options={"startSeat": 0})
        good, (cat, _) = start_match(stack.url, game=OTHER)
        move = {"notation": ann.legal_moves(bad)[0]["notation"]}
        failing_move = pool.submit(ann.post, f"/v1/matches/{bad}/moves", move)
        waited = []
        while not failing_move.done():
            begun = monotonic()
            cat.see(good)
            waited.append(monotonic() - begun)
        refused(failing_move.result(), 500, "game_failed")
        assert max(waited) < 30, "the loop has no end of its own"
        assert ann.see(bad)["version"] == 2
