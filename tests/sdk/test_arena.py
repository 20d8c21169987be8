"""The arena counts matches and faults of bots rightly, and goes on whatever a bot does."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import fmean
from threading import Thread

import pytest
from croupier_client import Croupier
from croupier_client.arena import estimates, players, remote, watch
from croupier_client.arena.__main__ import main
from croupier_client.arena.contest import BadContest, Contest, Record
from croupier_client.arena.estimates import Side, Sprt
from croupier_client.arena.players import maker
from croupier_client.arena.record import File, others_on_report
from croupier_client.arena.run import Run
from croupier_client.arena.unit import play_unit
from croupier_client.arena.watch import Watch

from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.opponents import of_name
from tests.support.players import register
from tests.support.waiting import until
from tools.stack import ROOT

ONE_ROUND = {"rounds": 1}
RUNS = 2_000
BOTS = """
import os, sys, time
from pathlib import Path
import croupier_client

class Bot:
    def __init__(self, does="plays"):
        self.does = does

    def choose(self, turn):
        if turn.version < 5 or self.does == "plays":
            return turn.moves[0]
        if self.does == "hangs":
            time.sleep(60)
        if self.does == "dies":
            os._exit(3)
        if self.does == "exits":
            sys.exit("enough")
        if self.does == "raises":
            raise ValueError("oh no\\udc80")
        return {"cheats": "Y10+Y", "babbles": "Z9+*", "forgets": None}[self.does]

class Swap:
    def choose(self, turn):
        discards = [each for each in turn.moves if each.notation[2] == "-"]
        return next((each for each in discards if each.notation[3] != "*"), discards[0])

class Online(croupier_client.Bot):
    games = ["lost-cities"]

    def choose(self, turn):
        return turn.moves[0]

class Pusher:
    def choose(self, turn):
        with croupier_client.Croupier(*Path("opponent").read_text().split()) as opponent:
            for match in opponent.matches.list(player="me"):
                opponent.matches.get(match.id).resign()
        return turn.moves[0]

class NoBot:
    pass
"""
PLAYS = """
import json, sys
for line in sys.stdin:
    print(json.loads(line)["moves"][0]["notation"], flush=True)
"""
FLOODS = "print('R2+*\\n' * 99, flush=True); input()"
WITHOUT_END = "input()\nwhile True: print(end='R2+*' * 1000)"
DEAF = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)"
ENDS = "import no_such_module"
PROGRAMS = {
    "plays": PLAYS,
    "floods": FLOODS,
    "without_end": WITHOUT_END,
    "deaf": DEAF,
    "ends": ENDS,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with bots in Python, and programs that are."""
    (tmp_path / "arena_bots.py").write_text(BOTS)
    (tmp_path / "hanging.py").write_text("import time; time.sleep(60)")
    for name, code in PROGRAMS.items():
        (tmp_path / f"{name}.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("arena_bots", None)


def program(name: str) -> str:
    return f"exec:{sys.executable} {name}.py"


def contest(*players: str, game: str = "lost-cities", seconds: float = 30.0) -> Contest:
    options = ONE_ROUND if game == "lost-cities" else {}
    return Contest(game, players, options, seconds=seconds)


def played(of: Contest, unit: int = 0) -> Record:
    return play_unit(of, unit, Watch(of.seconds))[0]


def why(record: Record) -> tuple[int, str, str]:
    failed = record["failed"]
    return failed["player"], failed["why"], failed["said"]


def test_a_pair_is_one_deal_from_both_seats(folder: Path) -> None:
    """So the same player at both seats is as good as itself, to the point."""
    for unit in range(3):
        record = played(contest("hugo", "hugo"), unit)
        assert record["points"][0] == record["points"][1][::-1]
        assert sum(map(sum, record["won"])) == 2
    assert played(contest("hugo", "random")) == played(contest("hugo", "random"))
    assert played(contest("hugo", "random")) != played(contest("hugo", "random"), 1)


def test_that_a_player_is_no_better_than_itself_is_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--game=lost-cities", '--options={"rounds": 1}', "--pairs=2", "--jobs=1"]
    assert main(["random", "random", *options]) == 0
    told = capsys.readouterr().out
    assert "+0.0 (+0.0 to +0.0)" in told
    assert told.splitlines()[-1].startswith("random plays itself")


def test_deals_to_report_on_are_others_than_those_to_choose_by() -> None:
    tune, report = (
        Contest("just4fun", ("hugo", "hugo"), split=each) for each in ("tune", "report")
    )
    assert not {tune.deal(unit) for unit in range(99)} & {report.deal(unit) for unit in range(99)}


def test_with_more_seats_everybody_sits_everywhere() -> None:
    of = contest("hugo", "random", "random", game="livingstone")
    seats = [[of.seat(player, rotation) for rotation in range(3)] for player in range(3)]
    assert [sorted(each) for each in seats] == [[0, 1, 2]] * 3
    record = played(of)
    assert [len(each) for each in record["points"]] == [3, 3, 3]
    side, others = (Side([record], players, 3) for players in ([0], [1, 2]))
    assert side.won[0] + 2 * others.won[0] == pytest.approx(1)


@pytest.mark.service
def test_a_program_and_a_bot_for_a_service_play_as_the_same_strategy_does(folder: Path) -> None:
    assert played(contest("arena_bots:Online", "random")) == played(
        contest("arena_bots:Bot", "random")
    )
    assert played(contest(program("plays"), "random")) == played(
        contest("arena_bots:Bot", "random")
    )


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("raises", r"raised: ValueError: oh no\udc80"),
        ("exits", "raised: SystemExit: enough"),
        ("cheats", "illegal: IllegalMove at version"),
        ("babbles", "nonsense: InvalidMove at version"),
        ("forgets", "nonsense: choose returned None"),
    ],
)
def test_a_bot_that_fails_loses_the_pair(folder: Path, does: str, reason: str) -> None:
    player, word, said = why(played(contest("random", f"arena_bots:Bot:does={does}")))
    assert player == 1
    assert f"{word}: {said}".startswith(reason)


def test_a_match_without_an_end_is_nobodys_loss(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MOST", 200)
    record = played(contest("arena_bots:Swap", "arena_bots:Swap"))
    assert record["failed"] == {"player": None, "why": "endless", "said": "no end after 200 moves"}


@pytest.mark.service
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("floods", "flooded: "),
        ("without_end", "flooded: more than 65536 bytes"),
        ("ends", "ended: the program ended with 1:"),
    ],
)
def test_a_program_that_fails_loses_the_pair(folder: Path, name: str, reason: str) -> None:
    player, word, said = why(played(contest("random", program(name))))
    assert player == 1
    assert f"{word}: {said}".startswith(reason)


@pytest.mark.service
@pytest.mark.parametrize(
    ("player", "word"),
    [
        ("arena_bots:Bot:does=hangs", "hung"),
        ("hanging:Bot", "hung"),
        ("arena_bots:Bot:does=dies", "died"),
        (program("deaf"), "hung"),
    ],
)
def test_the_arena_outlives_bots_that_hang_or_die(folder: Path, player: str, word: str) -> None:
    run = Run(contest("random", player, seconds=0.5))
    run.play(2, jobs=1)
    assert [why(each)[:2] for each in run.records] == [(1, word)] * 2
    assert run.side.won == [1, 1]


@pytest.mark.full
def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(folder: Path) -> None:
    """By SIGKILL, and in the middle of a line."""
    whole, cut = folder / "whole.jsonl", folder / "cut.jsonl"
    arguments = ["hugo", "random", "--game=lost-cities", '--options={"rounds": 1}', "--seed=7"]
    assert main([*arguments, "--pairs=30", "--jobs=1", f"--out={whole}"]) == 0
    command = [sys.executable, "-m", "croupier_client.arena", *arguments, f"--out={cut}"]
    with subprocess.Popen([*command, "--jobs=2", "--pairs=100000"]) as process:
        until(partial(has_lines, cut, 5), 60)
        process.kill()
    with cut.open("rb+") as file:
        file.truncate(cut.stat().st_size - 5)
    assert cut.read_bytes().count(b"\n") < 30, "the machine is too fast for this test"
    assert main([*arguments, "--pairs=30", "--jobs=2", "--resume", f"--out={cut}"]) == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert (folder / "cut.svg").read_text() == (folder / "whole.svg").read_text()


def has_lines(path: Path, number: int) -> bool:
    return path.exists() and path.read_bytes().count(b"\n") > number


@pytest.mark.service
def test_nothing_is_left_of_an_arena_that_was_killed(folder: Path) -> None:
    command = [sys.executable, "-m", "croupier_client.arena", program("deaf"), "random"]
    process = subprocess.Popen([*command, "--game=lost-cities", "--jobs=1"])
    pid = folder / "pid"
    until(lambda: pid.exists() and pid.read_text(), 60)
    process.kill()
    process.wait()
    until(lambda: not is_running(int(pid.read_text())), 60)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIG_DFL)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # an init that collects nobody leaves a zombie
    return not (state.exists() and state.read_text().rpartition(") ")[2].startswith("Z"))


def test_a_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    of = contest("hugo", "random")
    with File(path, of, resume=False) as file:
        file.write({"unit": 0, "points": [[1, 2]], "won": [[0, 1]]})
    with pytest.raises(BadContest, match="go on with --resume, or name another"):
        File(path, of, resume=False)
    with pytest.raises(
        BadContest, match=r"options\.rounds 1, not null, seed 0, not 7: name another"
    ):
        File(path, Contest("lost-cities", ("hugo", "random"), seed=7), resume=True)
    (tmp_path / "folder.jsonl").mkdir()
    assert others_on_report(path, of) == 0
    with File(path, of, resume=True) as file:
        assert len(file.units) == 1
        file.write({"unit": 2})
    with pytest.raises(BadContest, match=r"Line 3 of .* is not what an arena has written"):
        File(path, of, resume=True)


@pytest.mark.service
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hugo"], "Name two players"),
        (["hugo", "nobody"], "No player is called 'nobody'"),
        (["hugo", "@Hugo"], "name it by --url"),
        (["hugo", "random", "random"], "has 2 seats, not 3. Name so many players, or say --seats."),
        (["hugo", "random", "--seconds=nan"], "--seconds is the time limit"),
        (["hugo", "random", "--out=a.svg"], "--out is the file of the matches"),
        (["hugo", "random", "--out=."], ". cannot be read: Is a directory"),
        (["hugo", "random", "--resume", "--out=ends.py"], "is not what an arena has written"),
        (["hugo", "random", "--sprt=3,0"], "--sprt is two differences"),
        (["hugo", "random", '--options={"rounsd": 1}'], "rounsd is not known. The options are "),
        (
            ["random", "random", "--game=chess"],
            "Games that are: just4fun, livingstone, lost-cities",
        ),
        (["hugo", "random", "--game=chess"], "no package of that game is installed"),
        (["ida", "random", "--game=chess"], "'chess' cannot be searched: it is not installed here"),
        (
            ["random", "arena_bots:Bob"],
            "arena_bots has of its own: Bot, Swap, Online, Pusher, NoBot.",
        ),
        (["random", "arena_bots:NoBot"], "no method choose"),
        (["random", "arena_bots:Bot:depth=3"], "no argument depth"),
        (["random", "hugo:heaat=2"], "no argument heaat"),
        (["random", "hugo:heat=x"], "hugo:heat=x: 'x' is no number"),
        (["random", "ida:rollouts=0"], "rollouts are a whole number from 1 on, not 0"),
        (["random", "no_such:Bot"], "No module named 'no_such'"),
        (["random", "exec:./no-such"], "cannot be started"),
    ],
)
def test_what_cannot_be_played_says_what_to_do(
    folder: Path, arguments: Sequence[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--game=lost-cities", "--jobs=1", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert (folder / "ends.py").read_text() == ENDS


def test_a_game_without_worlds_is_not_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "croupier_masked_ball-0.1.0.dist-info"
    about.mkdir()
    entry = "[croupier.games]\nmasked-ball = croupier_masked_ball.rules\n"
    (about / "entry_points.txt").write_text(entry)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "examples/masked-ball")
    with pytest.raises(BadContest, match=r"its package has no worlds.py beside its rules"):
        maker("ida", "masked-ball")


def test_a_game_whose_bot_has_no_easy_strategy_has_no_rosa(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("croupier_lost_cities.bot.easy")
    players._bot_of.cache_clear()
    with pytest.raises(BadContest, match=r"rosa .* croupier_lost_cities.bot has no function easy"):
        maker("rosa", "lost-cities")


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "high"), (3.0, "low")])
def test_the_sequential_test_errs_as_rarely_as_it_says(truth: float, wrong: str) -> None:
    """In 2,000 simulated runs, each way, with a spread as pairs have it, or a skewed one."""
    dice = random.Random(7)
    for skewed in (False, True):
        errors, lengths = 0, []
        for _ in range(RUNS):
            sprt = Sprt(0, 3)
            for number in count(1):  # noqa: B007
                noise = dice.gammavariate(16, 0.25) - 4 if skewed else dice.gauss(0, 1)
                if decided := sprt.add(truth + 12 * noise):
                    break
            errors += decided == wrong
            lengths.append(number)
        assert errors <= 0.05 * RUNS
        assert fmean(lengths) < 150


def test_the_sequential_test_decides_at_once_what_is_clear() -> None:
    dice, sprt = random.Random(7), Sprt(0, 3)
    assert sprt.add_all(dice.gauss(165, 80) for _ in range(55)) == "high"


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    dice, held = random.Random(7), 0
    for _ in range(200):
        luck = [dice.random() for _ in range(60)]  # of a deal, which both of its matches share
        pairs = [fmean((each < 0.7, each < 0.4)) for each in luck]
        _, low, high = estimates.share(pairs)
        held += low <= 0.55 <= high
    assert 0.91 <= held / 200 <= 0.99
    assert estimates.share([1.0] * 100)[1] == pytest.approx(0.963, abs=0.001)  # Wilson, of pairs
    assert estimates.elo(estimates.Estimate(0.5, 0.25, 0.75)) == pytest.approx(
        (0, -190.8, 190.8), abs=0.1
    )
    assert estimates.pentanomial([0, 0.5, 0.5, 1]) == [1, 0, 2, 0, 1]


def test_nobody_gains_by_failing_when_behind() -> None:
    lost = {"unit": 0, "points": [[10, 40], [20, 30]], "won": [[0, 1], [0, 1]]}
    failed = {"unit": 1, "failed": {"player": 0, "why": "raised", "said": ""}}
    endless = {"unit": 2, "failed": {"player": None, "why": "endless", "said": ""}}
    side = Side([failed, lost, failed, endless], [0], 2)
    assert side.ahead == [0, -20, -20]  # as the sequential test has counted them
    assert side.settled == [-20, -20, -20]
    assert side.won == [0, 0, 0]


@pytest.mark.service
def test_players_of_a_service_meet_unpaired(
    quiet: Live, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--game=just4fun", f"--url={quiet.url}", "--jobs=1"]
    assert main(["hugo", "random", "--pairs=2", "--out=here.jsonl", *arguments]) == 0
    assert "2 matches on http" in (said := capsys.readouterr().out)
    assert "unpaired" in said
    with house(quiet.url, folder / "house"):
        until(lambda: of_name(register(quiet.url), "just4fun", "Hugo"), 60)
        assert main(["random", "@Hugo", "--pairs=1", "--out=there.jsonl", *arguments]) == 0
    units = [json.loads(line) for line in Path("there.jsonl").read_text().splitlines()[1:]]
    assert [len(each["points"]) for each in units] == [1]


@pytest.mark.service
def test_who_resigns_while_another_player_thinks_loses_the_match(quiet: Live, folder: Path) -> None:
    tokens = [register(quiet.url).token for _ in range(2)]
    (folder / "opponent").write_text(f"{quiet.url} {tokens[1]}")
    players = ("arena_bots:Pusher", "arena_bots:Bot")
    record = played(Contest("lost-cities", players, url=quiet.url, tokens=tokens))
    assert why(record)[:2] == (1, "resigned")


@pytest.mark.service
def test_a_bot_that_has_no_room_for_a_moment_is_asked_again(
    quiet: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "LOOK_S", 0.05)
    shy = Thread(target=declines_once, args=(quiet.url,), daemon=True)
    shy.start()
    record = played(Contest("lost-cities", ("random", "@Shy"), url=quiet.url))
    shy.join()
    assert why(record)[:2] == (1, "resigned")


def declines_once(url: str) -> None:
    """Accept the second invitation only, and resign."""
    with Croupier(url) as me:
        me.register("Shy")
        me.available(["lost-cities"])
        invitations = (each for each in me.follow() if each.event == "invited")
        first = next(invitations)
        me.matches.get(first.match_id).withdraw(first.invitation_id)
        me.matches.join(next(invitations).match_id).resign()
