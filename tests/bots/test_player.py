"""A bot over HTTP, when the match goes on without it."""

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bots import player
from bots.player import Bot, Overtaken, Refused, at_random
from tests.support.live import Live
from tests.support.players import Client, register

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
TIMEOUT_S = 600


@pytest.fixture
def bot(live: Live) -> Iterator[Bot]:
    with closing(Bot(live.url, "Percy", 1)) as bot:
        yield bot


def opposed(live: Live, bot: Bot, **options: Any) -> tuple[Client, Json]:
    """A human, and the match of Lost Cities that the bot has joined and is to begin."""
    human = register(live.url)
    match = human.create(options={"rounds": 1, "startSeat": 1, **options})
    return human, bot.join(match["id"])


def test_opponent_who_resigns_on_the_bots_turn_ends_it_in_peace(live: Live, bot: Bot) -> None:
    """Before the bot has asked what it may do."""
    human, match = opposed(live, bot)
    human.act(match["id"], "resign")
    with pytest.raises(Overtaken):
        bot.turn(match)
    ended = bot.play(match)
    assert (ended["status"], ended["outcome"]["winners"]) == ("finished", [1])


def test_opponent_may_resign_while_the_bot_thinks(
    live: Live, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    human, match = opposed(live, bot)

    def slowly(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
        human.act(match["id"], "resign")
        return moves[0]

    monkeypatch.setitem(player.STRATEGIES, "lost-cities", slowly)
    assert bot.play(match)["outcome"]["reason"] == "resigned"


def test_bot_that_has_moved_elsewhere_looks_again(live: Live, bot: Bot) -> None:
    """What it knows is old: first it is not its turn any more, then it is once again."""
    human, old = opposed(live, bot)
    bot.turn(old)
    with pytest.raises(Overtaken):
        bot.turn(old)
    human.move(old["id"], human.legal_moves(old["id"])[0]["notation"])
    with pytest.raises(Overtaken):
        bot.turn(old)
    _, match = bot.turn(bot.see(old["id"]))
    assert match["version"] == old["version"] + 3


@pytest.mark.parametrize("meanwhile", ["move", "resign"])
def test_move_that_comes_too_late_is_not_a_refusal(
    live: Live, bot: Bot, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    human, match = opposed(live, bot)

    def slowly(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
        if meanwhile == "resign":
            human.act(match["id"], "resign")
        else:
            monkeypatch.setitem(player.STRATEGIES, "lost-cities", at_random)
            bot.turn(match)
        return moves[0]

    monkeypatch.setitem(player.STRATEGIES, "lost-cities", slowly)
    with pytest.raises(Overtaken):
        bot.turn(match)


def test_other_refusals_are_not_swallowed(live: Live, bot: Bot) -> None:
    with pytest.raises(Refused) as refused:
        bot.see("A" * 22)
    assert refused.value.code == "not_found"


@pytest.mark.parametrize("game", player.STRATEGIES)
def test_command_plays_any_game(live: Live, bot: Bot, game: str) -> None:
    """One match with a bot of the command against one in here."""
    match = bot.create(game=game)
    command = [sys.executable, "-m", "bots.player", match["id"], live.url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as guest:
        ended = bot.play(match)
        said, _ = guest.communicate(timeout=TIMEOUT_S)
    assert ended["outcome"]["reason"] == "completed"
    assert said == f"completed, {' : '.join(map(str, ended['outcome']['scores']))}\n"


def test_command_says_why_it_cannot_join(live: Live) -> None:
    command = [sys.executable, "-m", "bots.player", "A" * 22, live.url]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
