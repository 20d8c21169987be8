"""The bot of the README against the service: it offers itself, plays, and comes back."""

import random
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from croupier_client import BadChoice, Bot, CroupierError, Turn
from croupier_client.testing import Fault, FaultProxy
from croupier_client.types import Unauthenticated

from tests.support.live import Live
from tests.support.opponents import invite_by_name, of_name, status
from tests.support.players import Client, ok, play_some, register
from tests.support.sealed import seal_of
from tests.support.waiting import until
from tools.stack import ROOT

pytestmark = pytest.mark.full

CODE = """
import sys
from croupier_client import Bot

class Percy(Bot):
    games = ["lost-cities"]
    look_s = 0.1

    def choose(self, turn):
        return turn.moves[0]

Percy("Percy").run(sys.argv[1], keep=sys.argv[2])
"""


@contextmanager
def percy(url: str, keep: Path, code: str = CODE) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", code, url, str(keep)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def finished(client: Client, match_id: str) -> bool:
    return bool(client.see(match_id)["status"] == "finished")


def test_it_joins_a_match_plays_and_comes_back_as_the_same_player(
    quiet: Live, tmp_path: Path
) -> None:
    human = register(quiet.url)
    match_id = human.create(options={"rounds": 1})["id"]
    keep = tmp_path / "percy"
    with percy(quiet.url, keep) as process:
        until(lambda: human.see(match_id)["status"] == "active", 60)
        process.kill()
    seats = [human, Client(quiet.url, keep.read_text())]
    play_some(match_id, seats, 5, random.Random(1))
    keep.write_text(f"{keep.read_text()}\n")  # as an editor leaves it
    with percy(quiet.url, keep):
        while not finished(human, match_id):
            until(lambda: finished(human, match_id) or human.see(match_id)["toMove"] == [0], 60)
            if moves := human.legal_moves(match_id):
                human.move(match_id, moves[0]["notation"])
    assert human.see(match_id)["outcome"]["reason"] == "completed"


INVITED = """
import sys
from croupier_client import Bot

class Percy(Bot):
    games = ["lost-cities", "livingstone"]
    seeks, most = False, 1
    description = "Plays what comes first."

    def choose(self, turn):
        return turn.moves[0]

Percy("Percy").run(sys.argv[1], keep=sys.argv[2])
"""


def test_a_move_in_which_the_service_fails_is_made_later(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url)
    match_id = human.create(options={"rounds": 1, "startSeat": 1})["id"]
    failing = [Fault("POST /moves", "refuse", times=2, status=500, code="game_failed")]
    with FaultProxy(quiet.url, failing) as proxy, percy(proxy.url, tmp_path / "percy"):
        until(lambda: human.see(match_id)["toMove"] == [0], 60)


def test_it_accepts_an_invitation_and_declines_when_it_is_full(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url)
    public = human.create()["id"]
    with percy(quiet.url, tmp_path / "percy", INVITED) as process:
        three = human.create(game="livingstone", seats=3, access="private")["id"]
        first = invite_by_name(human, three, "Percy")
        until(lambda: status(human, first) == "accepted", 60)
        second = invite_by_name(human, human.create(access="private")["id"], "Percy")
        until(lambda: status(human, second) == "declined", 60)
        assert human.see(public)["status"] == "waiting"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert not of_name(human, "lost-cities", "Percy")


def test_an_invitation_that_waits_is_accepted_when_it_comes_back(
    quiet: Live, tmp_path: Path
) -> None:
    human, keep = register(quiet.url), tmp_path / "percy"
    with percy(quiet.url, keep, INVITED) as process:
        match_id = human.create(access="private")["id"]
        until(lambda: of_name(human, "lost-cities", "Percy"), 60)
        process.send_signal(signal.SIGSTOP)
        invited = invite_by_name(human, match_id, "Percy")
        process.kill()
        process.wait()
    with percy(quiet.url, keep, INVITED):
        until(lambda: status(human, invited) == "accepted", 60)
        until(lambda: human.see(match_id)["status"] == "active", 60)


ON_CALL = INVITED.replace(
    "seeks, most = False, 1",
    """follows = seeks = False

    async def on_rematch(self, match_id):
        await (await self.me.matches.get(match_id)).rematch()
""",
)


def test_one_that_does_not_follow_plays_by_its_notices_alone(quiet: Live, tmp_path: Path) -> None:
    """In a sealed deal, and again after it; it tells of the end once."""
    human = register(quiet.url)
    entropy = secrets.token_hex(32)
    with FaultProxy(quiet.url) as proxy, percy(proxy.url, tmp_path / "percy", ON_CALL) as process:
        options = {"rounds": 1, "startSeat": 0}
        match_id = human.create(options=options, deal="sealed", seal=seal_of(entropy))["id"]
        invite_by_name(human, match_id, "Percy")
        until(lambda: human.see(match_id)["fairness"].get("toReveal") == [0], 60)
        human.act(match_id, "entropy", entropy=entropy)
        for _ in range(3):
            until(lambda: human.see(match_id)["toMove"] == [0], 60)
            human.move(match_id, human.legal_moves(match_id)[0]["notation"])
        until(lambda: human.see(match_id)["toMove"] == [0], 60)
        human.act(match_id, "resign")
        asked = {"seal": seal_of(secrets.token_hex(32))}
        rematch = f"/v1/matches/{match_id}/rematch"
        until(lambda: ok(human.post(rematch, asked))["matchId"], 60)
        assert not proxy.sent(f"GET /{match_id}/events")
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        assert process.stderr.read().count(f"{match_id}: won") == 1


@pytest.mark.parametrize("members", [{}, {"seeks": False, "against": "any"}])
def test_one_that_does_not_follow_can_only_be_invited(members: dict[str, Any]) -> None:
    class Wrong(Bot):
        games: ClassVar = ["lost-cities"]
        follows = False
        seeks = members.get("seeks", True)

        def choose(self, turn: Turn) -> Any:
            return turn.moves[0]

    with pytest.raises(CroupierError, match="only be invited"):
        Wrong("Percy").run("http://127.0.0.1:1", against=members.get("against", ""))


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_its_ticket_ends_with_it(quiet: Live, tmp_path: Path, end: signal.Signals) -> None:
    """No player is given a match with a bot that has gone."""
    keep = tmp_path / "percy"
    with percy(quiet.url, keep) as process:
        until(keep.exists, 60)
        process.send_signal(end)
        assert process.wait(60) == 0
    asked = {"game": "lost-cities", "clock": {"perMove": "60s"}}
    ticket = ok(register(quiet.url).post("/v1/tickets", asked), 201)
    assert ticket["status"] == "searching"


def test_it_meets_others_by_tickets_with_its_clock(quiet: Live, tmp_path: Path) -> None:
    ann = register(quiet.url)
    asked = {"game": "lost-cities", "clock": {"perMove": "60s"}}
    ticket = ok(ann.post("/v1/tickets", asked), 201)
    with percy(quiet.url, tmp_path / "percy"):
        until(lambda: ok(ann.get(f"/v1/tickets/{ticket['id']}"))["status"] == "matched", 60)


def test_it_searches_with_its_options(quiet: Live, tmp_path: Path) -> None:
    asked = {"game": "lost-cities", "clock": {"perMove": "60s"}, "options": {"rounds": 1}}
    ann = register(quiet.url)
    ticket = ok(ann.post("/v1/tickets", asked), 201)
    code = CODE.replace("look_s = 0.1", 'options = {"lost-cities": {"rounds": 1}}')
    with percy(quiet.url, tmp_path / "percy", code):
        until(lambda: ok(ann.get(f"/v1/tickets/{ticket['id']}"))["status"] == "matched", 60)


def test_a_kept_token_that_was_revoked_ends_it_and_says_where_it_is_from(
    live: Live, tmp_path: Path
) -> None:
    class Kept(Bot):
        games = ("lost-cities",)

        def choose(self, turn: Turn) -> Any:
            return turn.moves[0]

    keep = tmp_path / "kept"
    keep.write_text("crp_of_nobody")
    with pytest.raises(Unauthenticated) as refused:
        Kept("Kept").run(live.url, keep=str(keep))
    said = f"The token is from {keep}: without it, the bot is a new player."
    assert refused.value.__notes__ == [said]


@pytest.mark.parametrize("wrong", [{"rounsd": 1}, {"rounds": 0}])
def test_options_that_are_refused_end_it_with_an_error(quiet: Live, wrong: Any) -> None:
    class Wrong(Bot):
        games = ("lost-cities",)
        options: ClassVar = {"lost-cities": wrong}

        def choose(self, turn: Turn) -> Any:
            return turn.moves[0]

    with pytest.raises(BadChoice, match=next(iter(wrong))):
        Wrong("Wrong").run(quiet.url)


def test_options_of_a_game_that_it_does_not_play_are_refused_at_once() -> None:
    class Wrong(Bot):
        games = ("lost-cities",)
        options: ClassVar = {"lost-city": {"rounds": 1}}

        def choose(self, turn: Turn) -> Any:
            return turn.moves[0]

    with pytest.raises(BadChoice, match="'lost-city'"):
        Wrong("Wrong").run("http://127.0.0.1:9")  # where nobody is asked


@pytest.mark.parametrize("chosen", ["R9+Q", None])
def test_a_move_that_is_none_ends_it_with_an_error(quiet: Live, chosen: str | None) -> None:
    class Wrong(Bot):
        games = ("lost-cities",)
        look_s = 0.1

        def choose(self, turn: Turn) -> Any:
            return chosen

    human = register(quiet.url)
    match_id = human.create(options={"startSeat": 1})["id"]
    wanted = f"R9.Q was refused in match {match_id} at version 2" if chosen else "returned None"
    with pytest.raises(BadChoice, match=wanted):
        Wrong("Wrong").run(quiet.url)
