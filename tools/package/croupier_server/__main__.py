"""The command `croupier` of the package: it starts the programs of the tree that lies beside it.

The tree is nothing to import: only the programs that are started here have it on their path.
"""

import os
import sys
from pathlib import Path

TREE = Path(__file__).parent / "tree"
PROGRAMS = {
    "run": "tools.run",
    "bot": "bots.player",
    "bots": "bots.house",
    "ctl": "engine.admin",
    "engine": "engine",
    "gateway": "gateway",
    "verify": "engine.verify",
}
WITHOUT_HELP = ("run", "bots", "engine", "gateway", "verify")
"""The programs without a help of their own: they have no options."""
USAGE = """\
usage: croupier [PROGRAM] [ARGUMENTS]

  run       Redis, an engine, a gateway and four bots on this machine, until Ctrl-C (the default)
            PORT, REDIS_URL and CROUPIER_DATA, a folder, are read from the environment
  bot       a bot that plays a match: croupier bot --create --url http://127.0.0.1:8080
  bots      Rosa, Hugo, Lotte and Otto, who can be invited
  ctl       commands for operators, also as croupierctl
  verify    recompute a match from its replay: croupier verify replay.json
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
    os.environ |= {"PYTHONPATH": f"{TREE / 'services'}:{TREE}", "PYTHONSAFEPATH": "1"}
    os.environ.setdefault("CROUPIER_DATA", str(data_folder()))
    os.environ["CROUPIER_COMMAND"] = "croupier"
    command = [sys.executable, "-m", module, *arguments]
    os.execv(sys.executable, command)  # noqa: S606


def data_folder() -> Path:
    """The folder of this user for data and logs: the package's own may not be written."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(data) / "croupier"


if __name__ == "__main__":
    sys.exit(main())
