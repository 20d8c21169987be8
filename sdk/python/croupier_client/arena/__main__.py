"""`croupier-arena A B --game GAME`: which of two bots is stronger, by paired deals.

Every deal is played once from each seat, so that its luck is everybody's. A player is

  random, rosa, hugo       built in; hugo plays by the strategy of the game's package, rosa
                           carelessly so
  ida, ida:rollouts=500    searches in worlds: as many rollouts a move as the game says, or you do
  emil                     the same with eight times the rollouts
  mybot:Percy              Percy() of mybot.py in this folder, with a method choose(turn)
  mybot:Percy:depth=3      the same by Percy(depth=3)
  exec:./mybot             a program: a turn as a line of JSON in, a notation as a line out
  @Hugo                    with --url, a bot of that service, which is invited

If a game has more seats than there are players here, the last one takes all that are left.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path

from croupier_client.arena import estimates, plot, report
from croupier_client.arena.contest import BadContest, Contest
from croupier_client.arena.players import REMOTE
from croupier_client.arena.record import others_on_report
from croupier_client.arena.run import Run


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the result; return 2 if the contest cannot be played."""
    options = _parser().parse_args(arguments)
    try:
        contest = _contest(options)
        run = Run(contest, options.out, options.resume)
        stopped = _play(run, options)
    except BadContest as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for line in report.told(run):
        sys.stdout.write(f"{line}\n")
    if options.out:
        _after(run, options.out)
    return 130 if stopped else 0


def _play(run: Run, options: argparse.Namespace) -> bool:
    """Play the run; return whether it was stopped by Ctrl-C."""
    progress = report.Progress(options.pairs, len(run.records))
    try:
        run.play(options.pairs, options.jobs, progress.tell)
    except KeyboardInterrupt:
        progress.end()
        goes_on = " The same command with --resume goes on." if options.out else ""
        sys.stderr.write(f"Stopped after {len(run.records)}.{goes_on}\n")
        return True
    progress.end()
    return False


def _after(run: Run, out: Path) -> None:
    """Draw the run, and say how often its deals for reports were used."""
    contest = run.contest
    means = estimates.running(run.side.settled)
    if means:
        first, *others = (name for name, _ in report.sides(contest))
        title = f"{first} against {' and '.join(others)}, {contest.game}"
        unit = "matches" if contest.url else "pairs" if contest.seats == 2 else "deals"
        picture = out.with_suffix(".svg")
        picture.write_text(plot.drawn(title, means, unit), encoding="utf-8")
        sys.stdout.write(f"{out} has the matches, {picture} their running mean.\n")
    used = others_on_report(out, contest) if contest.split == "report" else 0
    if used:
        sys.stdout.write(
            f"{used} other runs of this folder are on the same deals for reports: a choice that"
            " was made by them looks better here than it is; another --seed has fresh ones.\n"
        )


def _contest(options: argparse.Namespace) -> Contest:
    """Return what was asked for. Raise BadContest."""
    if len(options.players) < 2:
        raise BadContest("Name two players, such as: hugo random")
    players = options.players
    seats = _seats(options)
    if not options.url and any(each.startswith(REMOTE) for each in players):
        raise BadContest(f"Players such as {REMOTE}Hugo are those of a service: name it by --url.")
    if len(players) > seats:
        raise BadContest(f"{len(players)} players are too many for {seats} seats: see --seats.")
    if options.out and options.out.suffix == ".svg":
        raise BadContest("--out is the file of the matches; their picture, .svg, lies beside it.")
    if not 0 < options.seconds < inf:
        raise BadContest("--seconds is the time limit of a move, such as 30.")
    return Contest(
        game=options.game,
        players=[*players, *players[-1:] * (seats - len(players))],
        options=_json(options.options),
        seed=options.seed,
        split=options.split,
        seconds=options.seconds,
        sprt=_bounds(options.sprt),
        url=options.url,
        tokens=_tokens(options.token_file),
    )


def _seats(options: argparse.Namespace) -> int:
    return options.seats or max(2, len(options.players))


def _json(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadContest(f"--options {text} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadContest("""--options is a JSON object, such as '{"rounds": 1}'.""")
    return found


def _bounds(text: str) -> Sequence[float]:
    try:
        bounds = [float(each) for each in text.split(",") if text]
    except ValueError:
        bounds = [0.0]
    if bounds and (len(bounds) != 2 or not bounds[0] < bounds[1]):
        raise BadContest("--sprt is two differences of points a match, such as 0,3.")
    return bounds


def _tokens(path: Path | None) -> Sequence[str]:
    try:
        return path.read_text().split() if path else ()
    except OSError as error:
        raise BadContest(f"{path} cannot be read: {error.strerror}.") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        _command(),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("players", nargs="+", metavar="PLAYER")
    add("--game", required=True, help="such as lost-cities")
    add("--pairs", type=_positive, default=200, help="how many deals (200), with those of --out")
    add("--seats", type=_positive, default=0, help="2, or as many as there are players")
    add("--options", default="{}", help="the game's options as JSON", metavar="JSON")
    add("--seed", type=int, default=0, help="the same seed has the same deals and dice (0)")
    add("--split", choices=("tune", "report"), default="tune", help=SPLIT)
    add("--jobs", type=_positive, default=os.cpu_count() or 1, help="how many play at a time")
    add("--seconds", type=float, default=30.0, help="the time limit of a move (30)")
    add("--sprt", default="", metavar="LOW,HIGH", help=SPRT)
    add("--out", type=Path, metavar="FILE.jsonl", help="a line for each deal, as it is played")
    add("--resume", action="store_true", help="go on with the file")
    add("--url", default="", help="play on this service: unpaired, since it deals as it likes")
    add("--token-file", type=Path, metavar="FILE", help="tokens of the players at --url, in order")
    return parser


NAME = "croupier-arena"
SPLIT = "deals to choose by (the default), or others to report on what was chosen"
SPRT = "stop as soon as one of two differences of points a match is the likelier by far"


def _command() -> str:
    """Return what the user has typed: the server's command has the arena as well."""
    return f"{os.environ['CROUPIER_COMMAND']} arena" if "CROUPIER_COMMAND" in os.environ else NAME


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    sys.exit(main())
