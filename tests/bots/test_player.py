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
from bots.player import Bot, Overtaken, Refused
from bots.strategies import STRATEGIES, at_random
from tests.support.live import Live
from tests.support.players import Client, register
from tools.stack import free_port

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


def test_an_opponent_may_resign_on_the_bots_turn(live: Live, bot: Bot) -> None:
    """Before the bot has asked what it may do."""
    human, match = opposed(live, bot)
    human.act(match["id"], "resign")
    with pytest.raises(Overtaken):
        bot.turn(match)
    ended = bot.play(match)
    assert (ended["status"], ended["outcome"]["winners"]) == ("finished", [1])


def test_an_opponent_may_resign_while_the_bot_chooses(
    live: Live, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    human, match = opposed(live, bot)

    def slowly(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
        human.act(match["id"], "resign")
        return moves[0]

    monkeypatch.setitem(STRATEGIES, "lost-cities", slowly)
    assert bot.play(match)["outcome"]["reason"] == "resigned"


def test_a_bot_that_has_moved_elsewhere_reads_the_match_again(live: Live, bot: Bot) -> None:
    """The match that it knows is old: first it is not its turn any more, then it is once again."""
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
def test_a_move_that_comes_too_late_is_not_a_refusal(
    live: Live, bot: Bot, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    human, match = opposed(live, bot)

    def slowly(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
        if meanwhile == "resign":
            human.act(match["id"], "resign")
        else:
            monkeypatch.setitem(STRATEGIES, "lost-cities", at_random)
            bot.turn(match)
        return moves[0]

    monkeypatch.setitem(STRATEGIES, "lost-cities", slowly)
    with pytest.raises(Overtaken):
        bot.turn(match)


def test_other_refusals_are_raised(live: Live, bot: Bot) -> None:
    with pytest.raises(Refused) as refused:
        bot.see("A" * 22)
    assert refused.value.code == "not_found"


@pytest.mark.parametrize("game", STRATEGIES)
def test_the_command_plays_any_game(live: Live, bot: Bot, game: str) -> None:
    """A match of a bot started by the command against one in this process."""
    match = bot.create(game=game, options={"rounds": 1} if game == "lost-cities" else {})
    command = [sys.executable, "-m", "bots.player", match["id"], "--url", live.url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as guest:
        ended = bot.play(match)
        said, _ = guest.communicate(timeout=TIMEOUT_S)
    assert ended["outcome"]["reason"] == "completed"
    assert said == f"completed, {' : '.join(map(str, ended['outcome']['scores']))}\n"


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


def test_bots_play_with_a_sealed_deal(live: Live, bot: Bot) -> None:
    match = bot.create(game="lost-cities", options={"rounds": 1}, deal="sealed")
    with started(match["id"], "--url", live.url) as guest:
        ended = bot.play(match)
        guest.communicate(timeout=TIMEOUT_S)
    assert ended["outcome"]["reason"] == "completed"
    assert None not in ended["fairness"]["seals"]


def test_a_bot_that_reveals_too_late_reads_the_match_again(live: Live, bot: Bot) -> None:
    with closing(Bot(live.url, "Freya", 2)) as host:
        made = host.create(game="lost-cities", deal="sealed")
        old = bot.join(made["id"])
        for each in (bot, host):
            each.reveal(each.see(old["id"]))
        host._post(f"/v1/matches/{old['id']}/resign", {})
    bot._entropy[old["id"]] = "00" * 32  # what was revealed is a repeat, at any time
    assert bot.play(old)["status"] == "finished"


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
    monkeypatch.setattr(player, "RETRY_S", 0.0)
    url = f"http://127.0.0.1:{free_port()}"
    assert player.main(["--create", "--url", url]) == 1
    assert f"does not answer at {url}" in capsys.readouterr().err


def test_help_needs_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        player.main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for option in ("MATCH_ID", "--create", "--game", "--seats", "--url", "--name", "--seed"):
        assert option in text


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "either a MATCH_ID or --create"),
        (["A" * 22, "--create"], "either a MATCH_ID or --create"),
        (["foo"], "'foo' is not an id of a match"),
        (["A" * 22, "B" * 22], "unrecognized arguments"),
        (["A" * 22, "--game", "just4fun"], "are for --create"),
        (["A" * 22, "--seats", "2"], "are for --create"),
        (["--create", "--seats", "two"], "invalid int value: 'two'"),
        (["--create", "--url", "foo"], "'foo' is not a URL such as http"),
        (["--create", "--url", "redis://127.0.0.1"], "is not a URL such as http"),
        (["--speed=9", "--create"], "unrecognized arguments: --speed=9"),
    ],
)
def test_wrong_arguments_are_refused_with_exit_code_2(
    arguments: Sequence[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        player.main(arguments)
    assert ended.value.code == 2
    assert named in capsys.readouterr().err


def started(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bots.player", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
