"""A match from the first request to the last, over HTTP."""

import random

from tests.support.live import Live
from tests.support.players import Client, ok, start_match


def test_a_match_is_played_to_its_end_and_replayed(live: Live) -> None:
    seed = 20261121
    dice = random.Random(seed)
    match_id, seats = start_match(live.url, options={"rounds": 1})
    state = seats[0].see(match_id)
    while state["status"] == "active":
        mover = seats[state["toMove"][0]]
        move = dice.choice(mover.legal_moves(match_id))
        answer = mover.post(
            f"/v1/matches/{match_id}/moves",
            {"move": move["move"], "expectedVersion": state["version"]},
        )
        state = ok(answer)["match"]
    assert state["outcome"]["reason"] == "completed", seed
    replay = ok(Client(live.url).get(f"/v1/matches/{match_id}/replay"))
    assert [entry["version"] for entry in replay["log"]] == [*range(1, state["version"] + 1)]
    assert replay["log"][-1]["hash"] == state["fairness"]["logHead"]
    assert replay["serverSeed"] == state["fairness"]["serverSeed"]
