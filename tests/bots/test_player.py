"""The bot that plays one match over HTTP: as a command, and when the match goes on without it."""

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from croupier_client import LostCities, Match, Table

from bots import player
from bots.player import Player
from bots.strategies import STRATEGIES
from tests.support.live import Live
from tests.support.players import Client, register
from tools.stack import free_port

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
TIMEOUT_S = 600


@pytest.fixture
def bot(live: Live) -> Iterator[Player]:
    bot = Player(live.url, "Percy", 1)
    with bot.me:
        yield bot


def opposed(live: Live, bot: Player) -> tuple[Client, Table]:
    """A human, and the match of Lost Cities that the bot has joined and is to begin."""
    human = register(live.url)
    match = human.create(options={"rounds": 1, "startSeat": 1})
    return human, bot.me.matches.join(match["id"])


def scores(match: Match) -> str:
    assert match.outcome
    return f"{match.outcome.reason}, {' : '.join(map(str, match.outcome.scores))}\n"


def test_an_opponent_may_resign_while_the_bot_chooses(
    live: Live, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    human, table = opposed(live, bot)

    def slowly(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
        human.act(table.id, "resign")
        return moves[0]

    monkeypatch.setitem(STRATEGIES, "lost-cities", slowly)
    assert scores(bot.play(table)).startswith("resigned, ")


def test_a_move_that_comes_too_late_is_none(live: Live, bot: Player) -> None:
    """What the bot has read is old: first it is not its turn any more, then it is once again."""
    human, table = opposed(live, bot)
    old = table.read()
    assert bot.turn(table, old)
    assert bot.turn(table, old) == ""
    assert bot.turn(table, table.read()) == ""
    human.move(table.id, human.legal_moves(table.id)[0]["notation"])
    assert bot.turn(table, old) == ""
    assert bot.turn(table, table.read())
    assert table.now.version == old.version + 3


@pytest.mark.parametrize(
    ("game", "deal"), [*((game, "open") for game in STRATEGIES), ("lost-cities", "sealed")]
)
def test_the_command_plays_any_game(live: Live, bot: Player, game: str, deal: str) -> None:
    """A match of a bot started by the command against one in this process."""
    what = LostCities(rounds=1) if game == "lost-cities" else game
    table = bot.me.matches.create(what, deal=deal)
    with started(table.id, "--url", live.url) as guest:
        ended = bot.play(table)
        said, _ = guest.communicate(timeout=TIMEOUT_S)
    assert said == scores(ended)
    assert said.startswith("completed, ")
    assert table.proof().proven


def test_two_commands_play_each_other(live: Live) -> None:
    """One creates the match and prints its id; the other joins it by that id."""
    options = ("--create", "--game", "just4fun", "--seats", "2", "--url", live.url)
    with started(*options) as first:
        assert first.stdout
        word, match_id = first.stdout.readline().split()
        with started(match_id, "--url", live.url, "--name", "Guest", "--seed", "7") as second:
            said = [each.communicate(timeout=TIMEOUT_S)[0] for each in (first, second)]
        assert (first.returncode, second.returncode) == (0, 0)
    match = Client(live.url).see(match_id)
    scores = " : ".join(map(str, match["outcome"]["scores"]))
    assert said == [f"{match['outcome']['reason']}, {scores}\n"] * 2
    assert (word, match["seats"][1]["player"]["displayName"]) == ("match", "Guest")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("A" * 22,), "no such match"),
        (("-" + "A" * 21,), "no such match"),
        (("--create", "--game", "chess"), "no such game"),
        (("--create", "--seats", "7"), "Lost Cities"),
    ],
)
def test_the_command_says_why_it_cannot_play(
    live: Live, arguments: Sequence[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.main([*arguments, "--url", live.url]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert named in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.service
def test_the_command_names_an_address_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(player, "PATIENCE_S", 0.1)
    url = f"http://127.0.0.1:{free_port()}"
    assert player.main(["--create", "--url", url]) == 1
    assert f"No answer from {url}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "either a MATCH_ID or --create"),
        (["A" * 22, "--create"], "either a MATCH_ID or --create"),
        (["foo"], "'foo' is not an id of a match"),
        (["A" * 22, "--game", "just4fun"], "are for --create"),
        (["--create", "--url", "foo"], "'foo' is not an address such as"),
        (["--create", "--url", "redis://127.0.0.1"], "is not an address such as"),
    ],
)
def test_wrong_arguments_are_refused_with_exit_code_2(
    arguments: Sequence[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        player.main(arguments)
    assert ended.value.code == 2
    assert named in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "told"), [("croupier", "croupier bot"), ("", "python -m bots.player")]
)
def test_help_tells_the_command_that_was_typed(
    command: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_COMMAND", command)
    with pytest.raises(SystemExit):
        player.main(["--help"])
    assert f"usage: {told} [-h]" in capsys.readouterr().out


def started(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bots.player", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
