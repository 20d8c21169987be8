"""Clients make moves of what a game describes, here and over HTTP."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from croupier_client import Croupier, chosen
from croupier_client.arena.players import Random
from croupier_client.envs import pettingzoo as zoo
from croupier_client.installed import played
from croupier_client.local import LocalMatch, play
from croupier_client.mcp import words
from croupier_client.types import Choosable, ChooseMoves
from croupier_game.listing import LISTED

from tests.support.game_packages import on_path
from tests.support.passing.served import served
from tests.support.players import register

BID = ChooseMoves(
    move={"bid": {"to": "LEFT", "paid": []}},
    member="bid.paid",
    of=(Choosable(value="WOOD", text="wood", count=2), Choosable(value="ORE", text="ore", count=1)),
    least=1,
    most=3,
    conditions=(),
)


def test_a_move_has_what_is_chosen_in_order() -> None:
    move = chosen(BID, ["ORE", "WOOD", "WOOD"])
    assert move == {"bid": {"to": "LEFT", "paid": ["WOOD", "WOOD", "ORE"]}}
    assert BID.move == {"bid": {"to": "LEFT", "paid": []}}
    for wrong in (["ORE", "ORE"], ["GOLD"]):
        with pytest.raises(ValueError, match="cannot be chosen: there are 2 of 'WOOD', 1 of 'ORE'"):
            chosen(BID, wrong)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game for matches in this process."""
    played.cache_clear()
    with on_path(tmp_path, monkeypatch) as folder:
        folder.install("croupier-passing", {}, {"passing": "tests.support.passing"})
        yield
    played.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_local_match_is_played_by_choices_and_by_chance() -> None:
    match = LocalMatch("passing", seats=3)
    turn = match.turn()
    (choose,) = turn.choose
    assert (choose.least, choose.most, len(choose.of)) == (3, 3, 13)
    assert len(turn.moves) == LISTED
    last = [each.value for each in choose.of[:-4:-1]]
    match.move(chosen(choose, last))
    assert match.events(0)[0]["passed"]["passed"] == last[::-1]
    assert play(match, [Random(random.Random(seat)) for seat in range(3)]).over


@pytest.mark.usefixtures("installed")
@pytest.mark.filterwarnings("ignore:::pettingzoo")
def test_a_learner_has_a_number_for_each_move_that_is_listed() -> None:
    env, dice = zoo.text_v0.env("passing", hand=6), random.Random(7)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        env.step(None if over else int(dice.choice(seen["action_mask"].nonzero()[0])))
    assert env.match.over


@pytest.mark.service
def test_a_choice_is_made_over_http_and_told_to_a_model(tmp_path: Path) -> None:
    with served(tmp_path) as service:
        players = [register(service.url, name) for name in ("Ann", "Bob")]
        ann, bob = (Croupier(service.url, each.token) for each in players)
        match_id = ann.matches.create("passing", options={"hand": 13}).id
        bob.matches.join(match_id)
        table = ann.matches.get(match_id, include_legal_moves=True)
        legal = table.now.legal_moves
        assert legal
        assert legal.choose
        (choose,) = legal.choose
        told = words.legal_moves(table.now)
        things = ",".join(f'"{each.text}"' for each in choose.of)
        assert told.startswith('Some legal moves: ["pass ')
        assert told.endswith(f"For pass.passed, choose any 3 of these, in this order: [{things}]")
        table.move(chosen(choose, [each.value for each in choose.of[-3:]]))
        now: Any = table.now
        assert now.state["passed"] == [each.value for each in choose.of[-3:]]
        ann.close()
        bob.close()
