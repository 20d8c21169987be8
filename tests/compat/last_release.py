"""`make compat`: engines of the last release's source beside those of this one.

The other version is taken from git, by the last tag or by REF, and run with the packages that are
installed here. Matches are played all the while: with engines of the other version, with one of
each, with this one's only, and back again, as a rollout and its withdrawal do. No player may have
to ask more than twice, and followers of a match are told of every version.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from engine.verify import verify

from tests.e2e.test_stack import Table, bring_back, more_than, under_load
from tests.support.checkouts import check_out
from tests.support.players import start_match
from tests.support.stream_reader import NDJSON, Reader, events_path, following
from tests.support.waiting import until
from tools.stack import ROOT, Stack

NONE_YET = "There is no release yet, so there is nothing to play beside. REF= names a commit."
GAMES = ("lost-cities", "livingstone", "just4fun")
TABLES = 9
"""Of each game."""
PAUSE_S = 1.0
"""After each move: the shortest match, of some 40 moves, outlasts the four changes of engines."""
ENOUGH = 200
"""Requests while engines stand as they do."""


def main(arguments: Sequence[str]) -> None:
    if not (ref := arguments[0] if arguments else last_release()):
        sys.stdout.write(f"{NONE_YET}\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        source = checked_out(ref, Path(folder) / "source")
        stack = Stack(Path(folder) / "data", engines=2, GATEWAY_RATE_LIMITS="off")
        try:
            roll(stack, source)
        finally:
            stack.stop()


def last_release() -> str:
    """Return the last tag of a release before this commit; "" if there is none."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match=v*"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def checked_out(ref: str, folder: Path) -> Path:
    """Return the source of that version, with its protobuf code."""
    check_out(ref, folder, "libs", "services", "proto", "tools")
    subprocess.run([sys.executable, "-m", "tools.protoc"], cwd=folder, check=True)
    return folder


def roll(stack: Stack, source: Path) -> None:
    """From the other version to this one and back, an engine at a time, in the middle of play."""
    for process in stack.processes:
        process.root = source
    stack.start()
    for gateway in (source, ROOT):
        stack.gateway.stop()
        stack.gateway.root = gateway
        stack.gateway.start()
        stack.gateway.wait()
        tables = [Table(*start_match(stack.url, game=game)) for game in GAMES * TABLES]
        paths = [(each.seats[0], events_path(each.match_id), NDJSON) for each in tables]
        with ExitStack() as followers, under_load(tables, PAUSE_S) as tries:
            readers = [followers.enter_context(following(*path)) for path in paths]
            play_on(tries)
            for engine, root in zip(stack.engines * 2, [ROOT, ROOT, source, source], strict=True):
                engine.stop()
                engine.root = root
                bring_back(stack, engine, tables[0])
                play_on(tries)
            all_were_told(readers, tables)
        sys.stdout.write(f"requests by tries: {dict(Counter(tries))}\n")
        for table in tables:
            end_and_verify(table)


def play_on(tries: Sequence[int]) -> None:
    until(partial(more_than, tries, len(tries) + ENOUGH), seconds=60)


def all_were_told(readers: Sequence[Reader], tables: Sequence[Table]) -> None:
    """Read every version of every match, once and in order, up to one that the players know."""
    for reader, table in zip(readers, tables, strict=True):
        known = reader.next("snapshot").version or 0
        for version in range(known + 1, table.version + 1):
            if (told := reader.next("change").version) != version:
                sys.exit(f"{table.match_id}: {told} was told after {version - 1}")


def end_and_verify(table: Table) -> None:
    """End a match, and verify all that both versions have stored of it."""
    for seat in table.seats:
        if table.is_active:
            seat.act(table.match_id, "resign")
    verify(table.seats[0].see(f"{table.match_id}/replay"))


if __name__ == "__main__":
    main(sys.argv[1:])
