"""The bots of the JavaScript SDK end when told to, and when they choose what is no move."""

import re
import signal
import subprocess
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from secrets import token_hex

import pytest
from croupier_client.testing import Fault, FaultProxy

from tests.bots.test_house import house
from tests.sdk.javascript.runtimes import NAMES, SOURCE, program, run
from tests.sdk.test_against import SLOW
from tests.support.live import Live
from tests.support.opponents import invite_by_name, of_name, status
from tests.support.players import register
from tests.support.waiting import until
from tools.redis_server import RedisServer

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


Command = Callable[[str, str], list[str]]


def command_of(runtime: str, url: str, folder: Path) -> Command:
    """Return what makes the command that runs a bot of these games, which chooses this."""

    def made(games: str, choice: str) -> list[str]:
        return program(runtime, folder, BOT % (SOURCE, games, choice, url))

    return made


@pytest.fixture(params=NAMES)
def bot(request: pytest.FixtureRequest, live: Live, tmp_path: Path) -> Command:
    return command_of(request.param, live.url, tmp_path)


@pytest.fixture(params=NAMES)
def lone_bot(request: pytest.FixtureRequest, quiet: Live, tmp_path: Path) -> Command:
    """A bot at a service that no other test uses: it finds no match to join."""
    return command_of(request.param, quiet.url, tmp_path)


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
    live: Live, bot: Command, tmp_path: Path, choice: str, said: str
) -> None:
    match_id = register(live.url).create(game="just4fun", options={"startSeat": 1})["id"]
    assert said.format(id=match_id) in run(bot(GAME, choice), tmp_path, 40)


@pytest.mark.parametrize("games", ["", '"just4fun","chess"'])
def test_a_bot_without_a_game_that_there_is_says_which_there_are(
    bot: Command, tmp_path: Path, games: str
) -> None:
    said = run(bot(games, "undefined"), tmp_path, 40)
    assert f'Percy.games is [{games}]; it is a list of some of ["' in said
    assert "POST /v1/players" not in said


def test_a_bot_ends_when_its_options_are_refused(bot: Command, tmp_path: Path) -> None:
    games = f"{GAME}]; options = {{ just4fun: {{ beans: 1 }} }}; others = ["
    assert "options.beans: unknown member" in run(bot(games, "turn.moves[0]"), tmp_path, 40)


def test_a_bot_ends_when_it_has_options_of_a_game_that_it_does_not_play(
    bot: Command, tmp_path: Path
) -> None:
    games = f'{GAME}]; options = {{ "lost-cities": {{ rounds: 1 }} }}; others = ['
    said = run(bot(games, "turn.moves[0]"), tmp_path, 40)
    assert 'BadChoice: Percy.options has "lost-cities", which it does not play.' in said


def test_a_bot_searches_with_a_clock(live: Live, bot: Command) -> None:
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
    code = INVITED % (SOURCE, name, live.url)
    with subprocess.Popen(program(runtime, tmp_path, code)) as process:
        try:
            three = human.create(game="livingstone", seats=3, access="private")["id"]
            first = invite_by_name(human, three, name)
            until(lambda: status(human, first) == "accepted", 60)
            second = invite_by_name(
                human, human.create(game="just4fun", access="private")["id"], name
            )
            until(lambda: status(human, second) == "declined", 60)
            assert human.see(public)["seats"][1]["player"] is None
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            process.kill()
    assert not of_name(human, "just4fun", name)


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_bot_that_is_told_to_end_cancels_its_ticket(
    lone_bot: Command, told: signal.Signals
) -> None:
    with subprocess.Popen(
        lone_bot(GAME, "undefined"), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            assert any(line == "POST /v1/tickets\n" for line in process.stdout)
            process.send_signal(told)
            said, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "DELETE /v1/tickets/" in said
    assert process.returncode == 0


@pytest.mark.parametrize("runtime", NAMES)
def test_a_move_in_which_the_service_fails_is_made_later(
    quiet: Live, tmp_path: Path, runtime: str
) -> None:
    human = register(quiet.url)
    match_id = human.create(game="just4fun", options={"startSeat": 1})["id"]
    failing = [Fault("POST /moves", "refuse", times=2, status=500, code="game_failed")]
    with FaultProxy(quiet.url, failing) as proxy:
        code = command_of(runtime, proxy.url, tmp_path)(GAME, "turn.moves[0]")
        with subprocess.Popen(code, stdout=subprocess.DEVNULL) as process:
            try:
                until(lambda: human.see(match_id)["toMove"] == [0], 60)
            finally:
                process.kill()


AGAINST = """
import { Bot } from "%s/src/index.js";
class Percy extends Bot {
  games = ["just4fun", "%s"];
  look = 0.1;
  choose(turn) {
    return turn.moves[0];
  }
}
await new Percy("Percy").run("%s", { against: "%s", matches: 2 });
"""


@pytest.mark.parametrize("runtime", NAMES)
@pytest.mark.parametrize(
    ("against", "second"),
    [("Hugo", "lost-cities"), ("any", "just4fun")],  # Emil would search for minutes elsewhere
    ids=["Hugo", "any"],
)
def test_a_bot_plays_as_many_matches_as_it_is_told_and_ends(
    quiet: Live, tmp_path: Path, runtime: str, against: str, second: str
) -> None:
    command = program(runtime, tmp_path, AGAINST % (SOURCE, second, quiet.url, against))
    with house(quiet.url, tmp_path / "house"):  # it waits until they are there
        said = run(command, tmp_path).splitlines()
    ended = [line for line in said if " against " in line]
    name = against if against == "Hugo" else r"\w+"
    for game, line in zip(("just4fun", second), ended, strict=True):
        assert re.fullmatch(rf"{game} [\w-]{{22}}: (won|tied|lost) .* against {name}", line), line
    assert said[-1].startswith("Percy has played 2 matches: ")
    assert not register(quiet.url).get("/v1/matches", status="waiting").json()["matches"]


TRIO = """
import { Bot } from "%s/src/index.js";
class Trio extends Bot {
  games = ["livingstone"];
  seats = { livingstone: 3 };
  seeks = false;
  look = 0.1;
  choose(turn) {
    console.log(`a turn of ${turn.seats}`);
    return turn.moves[0];
  }
}
const bots = [["A", "%s"], ["B"], ["B"]].map(([name, against]) => [new Trio(name + "%s"), against]);
const run = ([bot, against]) => bot.run("%s", { against }).catch(console.error);
for (const each of bots.slice(0, 2)) run(each);
const { log } = console;
console.log = (text) => {
  log(text);
  if (text.includes("can be had now")) run(bots[2]);
};
"""


@pytest.mark.parametrize("runtime", NAMES)
def test_a_bot_fills_all_seats_or_says_how_many_are_missing(
    live: Live, tmp_path: Path, runtime: str
) -> None:
    mark = token_hex(8)
    code = TRIO % (SOURCE, f"B{mark}", mark, live.url)
    with subprocess.Popen(
        program(runtime, tmp_path, code), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            said = list(takewhile(lambda line: line != "a turn of 3\n", process.stdout))
        finally:
            process.kill()
    missing = f"livingstone takes 2 opponents, and 1 called B{mark} can be had now"
    assert any(line.startswith(missing) for line in said), said


CREATES = """
import { Croupier } from "%s/src/index.js";
import { paced } from "%s/src/pace.js";
let refused = 0;
const counted = async (request) => {
  const answer = await globalThis.fetch(request);
  refused += answer.status === 429;
  return answer;
};
const fetch = paced(counted, console.log);
const me = await Croupier.guest("%s", "Percy", { fetch });
const wish = { game: "just4fun", access: "private" };
for (let made = 0; made < 20; made++) await me.matches.create(wish);
console.log("refused", refused);
"""


@pytest.mark.parametrize("runtime", NAMES)
def test_a_bot_keeps_to_the_limits_and_says_that_they_slow_it_down(
    own_server: RedisServer, tmp_path: Path, runtime: str
) -> None:
    with Live(own_server.url, limits=SLOW) as limited:
        code = CREATES % (SOURCE, SOURCE, limited.url)
        said = run(program(runtime, tmp_path, code), tmp_path)
    assert said == "the limit of creates slows this down: 5 a second\nrefused 0\n"
