"""`make compat REF=v0.1.0`: engines of another version's source beside those of this one.

The other version is taken from git and run with the packages that are installed here. Matches
are played all the while: with engines of the other version, with one of each, with this one's
only, and back again, as a rollout and its withdrawal do. Nobody may have to ask more than twice,
and who follows a match is told of every version.
"""

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from io import BytesIO
from pathlib import Path

from engine.verify import verify

from tests.e2e.test_stack import Table, bring_back, more_than, under_load
from tests.support.players import Json, start_match
from tests.support.stream_reader import NDJSON, Reader, events_path, following
from tests.support.waiting import until
from tools.stack import ROOT, Stack

GAMES = ("lost-cities", "livingstone", "just4fun")
TABLES = 9
"""Of each game."""
PAUSE_S = 1.0
"""After each move: the shortest match, of some 40 moves, outlasts the four changes of engines."""
ENOUGH = 200
"""Requests while engines stand as they do."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ref", help="a tag, branch or commit")
    with tempfile.TemporaryDirectory() as folder:
        source = checked_out(parser.parse_args().ref, Path(folder) / "source")
        stack = Stack(Path(folder) / "data", engines=2, GATEWAY_RATE_LIMITS="off")
        try:
            roll(stack, source)
        finally:
            stack.stop()
    return 0


def checked_out(ref: str, folder: Path) -> Path:
    """The source of that version, with its protobuf code."""
    command = ["git", "archive", ref, "services", "proto", "tools"]
    packed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as tar:
        tar.extractall(folder, filter="data")
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
        with ExitStack() as followers, under_load(tables, PAUSE_S) as tries:
            readers = [followers.enter_context(_following(each)) for each in tables]
            play_on(tries)
            for engine, root in zip(stack.engines * 2, [ROOT, ROOT, source, source], strict=True):
                engine.stop()
                engine.root = root
                bring_back(stack, engine, tables[0])
                play_on(tries)
            all_were_told(readers, tables)
        report(tries, tables)


def all_were_told(readers: Sequence[Reader], tables: Sequence[Table]) -> None:
    """Read every version of every match, once and in order, up to one that the players know."""
    for reader, table in zip(readers, tables, strict=True):
        known = reader.next("snapshot").version or 0
        for version in range(known + 1, table.version + 1):
            told = reader.next("change").version
            if told != version:
                sys.exit(f"{table.match_id}: {told} was told after {version - 1}")


def end(table: Table) -> Json:
    """End a match; return its replay, with which all that both versions stored can be verified."""
    for seat in table.seats:
        if table.is_active:
            seat.act(table.match_id, "resign")
    return table.seats[0].see(f"{table.match_id}/replay")


def _following(table: Table) -> AbstractContextManager[Reader]:
    return following(table.seats[0], events_path(table.match_id), NDJSON)


def play_on(tries: Sequence[int]) -> None:
    until(partial(more_than, tries, len(tries) + ENOUGH), seconds=60)


def report(tries: Sequence[int], tables: Sequence[Table]) -> None:
    moves = sum(table.version - 2 for table in tables)
    over = sum(not table.is_active for table in tables)
    sys.stdout.write(
        f"{moves} moves; requests by tries: {dict(Counter(tries))}; "
        f"{over} of {len(tables)} matches ended before all was changed\n"
    )
    replays = [end(table) for table in tables]
    for replay in replays:
        verify(replay)
    recipes = Counter(replay["match"]["fairness"].get("recipe", 1) for replay in replays)
    sys.stdout.write(f"{len(replays)} replays verified; by recipe: {dict(recipes)}\n")


if __name__ == "__main__":
    sys.exit(main())
