"""Bots of the JavaScript SDK take part in a tournament, and go on with what they have kept."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from croupier_client import Clock, Croupier

from tests.sdk.javascript.runtimes import NAMES, SOURCE, program
from tests.support.live import Live
from tests.support.waiting import until

pytestmark = pytest.mark.full

BOT = """
import { readFileSync, writeFileSync } from "node:fs";
import { Bot, Notes } from "%(source)s/src/index.js";

const kept = "%(kept)s";
const { token, items } = JSON.parse(readFileSync(kept, "utf8"));
const storage = {
  getItem: (name) => items[name] ?? null,
  setItem(name, item) {
    items[name] = item;
    writeFileSync(kept, JSON.stringify({ token, items }));
  },
  removeItem: (name) => delete items[name],
};
class Percy extends Bot {
  games = ["just4fun"];
  tournaments = true;
  seeks = false;
  offers = false;
  look = 0.1;
  choose(turn) {
    return turn.moves[Math.floor(Math.random() * turn.moves.length)];
  }
}
await new Percy("Percy", { token, notes: new Notes(storage) }).run("%(url)s");
"""


@pytest.mark.parametrize("runtime", NAMES)
def test_bots_play_a_tournament_of_which_one_begins_anew(
    quiet: Live, tmp_path: Path, runtime: str
) -> None:
    with Croupier(quiet.url) as maker:
        maker.register("Maker", kind="human")
        tournaments = maker.tournaments
        made = tournaments.create(
            "Evening",
            "just4fun",
            clock=Clock(bank="600s"),
            rounds=1,
            max_players=2,
            start_when_full=True,
            check_in="3s",
            round_break="0s",
            reveal="60s",
        )
        commands = [bot(quiet, tmp_path / f"{runtime}-{each}", runtime) for each in range(2)]
        first = subprocess.Popen(commands[0], stdout=subprocess.DEVNULL)
        until(lambda: tournaments.get(made.id).players == 1, 60)
        first.kill()
        first.wait()
        with ExitStack() as stack:
            for each in commands:
                process = subprocess.Popen(each, stdout=subprocess.DEVNULL)
                stack.callback(process.wait)
                stack.callback(process.kill)
            until(lambda: tournaments.get(made.id).status == "finished", 90)
        (table,) = tournaments.tables(made.id, 1)
        assert [each.absent for each in table.results] == [()]


def bot(live: Live, folder: Path, runtime: str) -> list[str]:
    """The command of a bot, whose account and notes are in a file."""
    folder.mkdir()
    kept = folder / "kept.json"
    with Croupier(live.url) as account:
        account.register("Percy")
        kept.write_text(json.dumps({"token": account.token, "items": {}}))
    return program(runtime, folder, BOT % {"source": SOURCE, "kept": kept, "url": live.url})
