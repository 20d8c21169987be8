"""The command `croupier` of the package: it starts the programs of the tree that lies beside it.

The tree is nothing to import: only the programs that are started here have it on their path.
"""

import os
import sys
from pathlib import Path

TREE = Path(__file__).parent / "tree"
PROGRAMS = {
    "run": "tools.run",
    "backup": "tools.backup",
    "restore": "tools.restore",
    "bot": "bots.player",
    "bots": "bots.house",
    "arena": "croupier_client.arena",
    "analyse": "croupier_client.analyse",
    "ctl": "engine.admin",
    "engine": "engine",
    "gateway": "gateway",
    "mcp": "croupier_client.mcp",
    "verify": "engine.verify",
    "new-game": "croupier_game.kit.new_game",
    "test-game": "croupier_game.kit.run_suite",
    "lock-wire": "croupier_game.kit.lock_wire",
    "board": "tools.preview",
}
TOLD = {"ENGINE_REDIS_URL": "redis.url", "ENGINE_ADDRESS": "engine.address"}
"""Settings of croupierctl, and the files of the data folder that have them while `run` runs."""
WITHOUT_HELP = ("bots", "engine", "gateway", "verify")
"""The programs without a help of their own: they have no options."""
USAGE = """\
usage: croupier [PROGRAM] [ARGUMENTS]

  run       Redis, an engine, a gateway and six bots on this machine, until Ctrl-C (the default)
            PORT, REDIS_URL and CROUPIER_DATA, a folder, are read from the environment, and LAN:
            LAN=yes croupier lets others in this network play
            croupier run --with ./PATH also plays the game in that folder, and follows its changes
  backup    a snapshot of its data, which may go on: croupier backup backup.rdb
  restore   give it the data of a snapshot, once it is stopped: croupier restore backup.rdb
  bot       a bot that plays a match: croupier bot --create --url http://localhost:8080
  bots      Rosa, Hugo, Lotte, Otto, Ida and Emil, who can be invited
  arena     which of two bots is stronger: croupier arena mybot:Percy hugo --game lost-cities
  analyse   what the moves of an ended match were worth: croupier analyse replay.json
  ctl       commands for operators, also as croupierctl
  mcp       tools for language models: pip install 'croupier[mcp]'; croupier mcp --url ...
  verify    recompute a match from its replay: croupier verify replay.json
            croupier verify --ratings ledger.ndjson recomputes all ratings of a pool
  new-game  a folder with a small game of your own: croupier new-game ticket-to-mars
  test-game what every game must pass: croupier test-game PATH
  lock-wire numbers of what crosses the wire, after a change of a game's types
  board     the board of a game in all its positions, which follows its changes: croupier board PATH
            croupier board PATH --check looks at some by itself, and says what is wrong
  engine, gateway   one program, with the settings of its environment
"""


def main() -> int:
    """Become the program that the first argument names; return 2 if there is none such."""
    name, *arguments = sys.argv[1:] or ["run"]
    asked = [name] if name not in PROGRAMS else arguments if name in WITHOUT_HELP else []
    if {"-h", "--help"} & {*asked[:1]}:
        sys.stdout.write(USAGE)
        return 0
    if name not in PROGRAMS:
        sys.stderr.write(USAGE)
        return 2
    become(PROGRAMS[name], arguments)
    return 1


def ctl() -> None:
    """Become croupierctl."""
    become(PROGRAMS["ctl"], sys.argv[1:])


def become(module: str, arguments: list[str]) -> None:
    """Replace this process by `python -m module`, which finds the tree, not the user's folder."""
    path = [
        f"{TREE}/libs",
        f"{TREE}/services",
        f"{TREE}",
        *filter(None, [os.environ.get("PYTHONPATH")]),
    ]
    os.environ |= {"PYTHONPATH": os.pathsep.join(path), "PYTHONSAFEPATH": "1"}
    os.environ.setdefault("CROUPIER_DATA", str(data_folder()))
    os.environ["CROUPIER_COMMAND"] = "croupier"
    if module == PROGRAMS["ctl"]:
        find_service(Path(os.environ["CROUPIER_DATA"]))
    command = [sys.executable, "-m", module, *arguments]
    os.execv(sys.executable, command)  # noqa: S606


def find_service(data: Path) -> None:
    """Let croupierctl find the service that runs here, unless a Redis is named."""
    if {"ENGINE_REDIS_URL", "REDIS_URL"} & {*os.environ}:
        return
    for name, file in TOLD.items():
        if (data / file).exists():
            os.environ.setdefault(name, (data / file).read_text())


def data_folder() -> Path:
    """The folder of this user for data and logs: the package's own may not be written."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(data) / "croupier"


if __name__ == "__main__":
    sys.exit(main())
