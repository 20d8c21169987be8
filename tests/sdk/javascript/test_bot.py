"""The bots of the JavaScript SDK end when told to, and when they choose what is no move."""

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sdk.guests import available, invite, status
from tests.sdk.javascript.runtimes import NAMES, SOURCE, command, run
from tests.support.live import Live
from tests.support.players import register
from tests.support.waiting import until

pytestmark = pytest.mark.full

BOT = """
import { Bot } from "%s/src/index.js";
class Percy extends Bot {
  games = [%s];
  choose(turn) {
    return %s;
  }
}
const fetch = async (request) => {
  const answer = await globalThis.fetch(request);
  console.log(request.method, new URL(request.url).pathname);
  return answer;
};
const said = ({ name, message }) => console.log(`${name}: ${message}`);
await new Percy("Percy", { fetch }).run("%s").catch(said);
"""
GAME = '"just4fun"'


@pytest.fixture(params=NAMES)
def bot(request: pytest.FixtureRequest, live: Live, tmp_path: Path) -> Callable[..., list[str]]:
    """What makes the command that runs a bot of these games, which chooses this."""

    def made(games: str, choice: str) -> list[str]:
        program = tmp_path / "bot.mjs"
        program.write_text(BOT % (SOURCE, games, choice, live.url))
        return [*command(request.param), str(program)]

    return made


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("undefined", "BadChoice: choose returned undefined; it must return one of turn.moves."),
        ('"99"', "BadChoice: the move 99 was refused in match {id} at version "),
        (
            '{ play: { cards: ["x"] } }',
            'the move {{"play":{{"cards":["x"]}}}} was refused',
        ),
    ],
)
def test_a_bot_ends_when_it_chooses_no_legal_move(
    live: Live, bot: Callable[..., list[str]], tmp_path: Path, choice: str, said: str
) -> None:
    match_id = register(live.url).create(game="just4fun", options={"startSeat": 1})["id"]
    assert said.format(id=match_id) in run(bot(GAME, choice), tmp_path, 40)


@pytest.mark.parametrize("games", ["", '"just4fun","chess"'])
def test_a_bot_without_a_game_that_there_is_says_which_there_are(
    bot: Callable[..., list[str]], tmp_path: Path, games: str
) -> None:
    said = run(bot(games, "undefined"), tmp_path, 40)
    assert f'Percy.games is [{games}]; it is a list of some of ["' in said
    assert "POST /v1/players" not in said


def test_a_bot_searches_with_a_clock(live: Live, bot: Callable[..., list[str]]) -> None:
    with subprocess.Popen(bot(GAME, "turn.moves[0]"), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            wish = {"game": "just4fun", "clock": {"perMove": "60s"}}
            answer = register(live.url).post("/v1/tickets", wish)
            assert answer.status_code == 201
            assert any(line.endswith(": started\n") for line in process.stdout)
        finally:
            process.terminate()  # or its ticket would meet that of the next run


INVITED = """
import { Bot } from "%s/src/index.js";
class Invited extends Bot {
  games = ["just4fun", "livingstone"];
  seeks = false;
  most = 1;
  choose(turn) {
    return turn.moves[0];
  }
}
await new Invited("%s").run("%s");
"""


@pytest.mark.parametrize("runtime", NAMES)
def test_a_bot_accepts_an_invitation_and_declines_when_it_is_full(
    live: Live, tmp_path: Path, runtime: str
) -> None:
    human, name = register(live.url), f"Guest of {runtime}"
    public = human.create(game="just4fun")["id"]
    program = tmp_path / "invited.mjs"
    program.write_text(INVITED % (SOURCE, name, live.url))
    with subprocess.Popen([*command(runtime), str(program)]) as process:
        try:
            three = human.create(game="livingstone", seats=3, access="private")["id"]
            first = invite(human, three, name)
            until(lambda: status(human, first) == "accepted", 60)
            second = invite(human, human.create(game="just4fun", access="private")["id"], name)
            until(lambda: status(human, second) == "declined", 60)
            assert human.see(public)["seats"][1]["player"] is None
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            process.kill()
    assert not available(human, "just4fun", name)


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_bot_that_is_told_to_end_cancels_its_ticket(
    bot: Callable[..., list[str]], told: signal.Signals
) -> None:
    with subprocess.Popen(bot(GAME, "undefined"), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert any(line == "POST /v1/tickets\n" for line in process.stdout)
            process.send_signal(told)
            said, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "DELETE /v1/tickets/" in said
    assert process.returncode == 0
