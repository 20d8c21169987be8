"""`make run`: the whole service on this machine, until Ctrl-C.

PORT is the gateway's port. LAN=yes lets others in this network play. REDIS_URL is a Redis to use;
without it, one is started. CROUPIER_DATA is the folder for data and logs. GATEWAY_WEB is another
web table, or empty for none. HERALD=yes has webhooks called, and browsers told by Web Push.
CONSOLE=yes serves the operator's console, on this machine alone.
`--with PATH` also plays the game in a folder that is not installed, and starts the engine anew
whenever one of its files changes.
"""

import argparse
import contextlib
import os
import shlex
import signal
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from croupier_game.kit.local import NotAGame, findable, read
from engine.admin.argument_types import own_name
from engine.admin.console.links import LINK_S, Links

from tools import push_key
from tools.backup import said, save_from
from tools.data import INSTALLED, Unusable, command, data_folder, folder_of, hold
from tools.lan import NoAddress, lan_address, shown_on
from tools.redis_server import socket_folder
from tools.reload import Games, reload
from tools.restore import restoring
from tools.stack import LOOPBACK, ROOT, NotReady, OtherFormat, Process, Stack

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DEFAULT_PORT = 8080
MAX_PORT = 65_535
REDIS_URL_FILE = "redis.url"
ENGINE_FILE = "engine.address"
"""In the data folder, the addresses of what runs: for `make reindex` and `croupierctl`."""
LINKS = "console-links"
"""In the data folder, the links that sign in at the console."""
CONSOLE_ABOVE = 2
"""How much more the console's port is than the gateway's."""
CHECK_S = 0.5
"""The time between two checks whether all processes are still running."""

HOW_TO = """
Play: {url}
{friends}
  {url}/docs is the API, to read and to try.
  A first player:
  curl -s {url}/v1/players -H 'Content-Type: application/json' \
-d '{{"displayName": "Ann", "kind": "human"}}'
  docs/first-match.md goes on from there. Rosa, Hugo, Lotte, Otto, Ida and Emil, who are bots, can
  be invited; another one waits for its opponent:
  {bot} --create --url {url}

Data and logs are in {data}. Ctrl-C stops everything."""
CONSOLE = """
The operator's console, for who has this link: it signs in {by}, once and within {minutes} minutes.
  {link}
  Another one:
  {make}"""
FRIENDS = """
  Everybody in this network plays at this address, you as well: localhost does not answer.
{picture}"""
OTHER_FORMAT = """\
{where} has matches of another version, which this one cannot read. Delete {what}, or start with \
other data: {command}"""
LOST = """\
{folder} was moved, removed or emptied while its Redis wrote there, so everything stops.
All that was answered is in {file}.
{restore} brings it back."""
NOT_SAVED = """\
{folder} was moved, removed or emptied while its Redis wrote there, so everything stops.
What Redis had could not be saved: {reason}. It is where the folder is now, if that was moved."""
signals: list[int] = []
"""Signals that have arrived. Their handler raises nothing: in a destructor, that would be lost."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Start everything, say how to use it, wait; return the exit code."""
    parser = argparse.ArgumentParser(command())
    about = "also play the game in this folder; can be repeated"
    parser.add_argument("--with", dest="paths", type=Path, action="append", default=[], help=about)
    try:
        folders = [read(path) for path in parser.parse_args(arguments).paths]
    except NotAGame as error:
        return _fail(str(error))
    with findable(folders):
        games = Games(folders)
        if why := games.refusal():
            return _fail(why)
        return _serve(games)


def _serve(games: Games) -> int:
    """Start everything, say how to use it, wait; return the exit code."""
    try:
        port = _port()
    except ValueError:
        return _fail(f"PORT must be a number from 1 to {MAX_PORT}, such as PORT=8081.")
    try:
        host = lan_address(asked) if (asked := os.environ.get("LAN")) else LOOPBACK
    except NoAddress as error:
        return _fail(str(error))
    redis_url, data = os.environ.get("REDIS_URL", ""), data_folder()
    try:
        with folder_of(data) as lock:
            if not redis_url:  # with it, the folder has logs only, which several may write
                hold(lock, data, command())
            if _in_use(host, port):
                return _fail(f"Port {port} is taken; choose another: {command(f'PORT={port + 1}')}")
            return _serve_at(host, port, redis_url, data, lock, games)
    except OtherFormat:
        where, what = ("REDIS_URL", "its data") if redis_url else (data, "this folder")
        other = command("CROUPIER_DATA=/tmp/croupier REDIS_URL=")
        return _fail(OTHER_FORMAT.format(where=where, what=what, command=other))
    except (Unusable, NotReady, RuntimeError, OSError) as error:
        return _fail(str(error))


def _serve_at(host: str, port: int, redis_url: str, data: Path, lock: int, games: Games) -> int:
    """Run the service until it is stopped; return the exit code.

    The engine listens in a folder that is this user's own: whoever reaches an engine may act as any
    player, and all users of a machine reach its ports.
    """
    with socket_folder() as folder:
        address = f"unix:{folder}/engine.sock"
        web = os.environ.get("GATEWAY_WEB", str(ROOT / "web"))
        stack = Stack(data, port, redis_url, host=host, engine_address=address, GATEWAY_WEB=web)
        if stack.redis:
            stack.redis.lock = lock
        stack.add_bots()
        if os.environ.get("HERALD") == "yes":
            told = push_key.environment(data)
            stack.add_herald(HERALD_PUBLIC_URL=_named(stack.url), **told)
        if os.environ.get("CONSOLE") == "yes":
            stack.add_console(data / LINKS, port + CONSOLE_ABOVE)
        return _run(stack, data, games)


def _run(stack: Stack, data: Path, games: Games) -> int:
    """Run until a signal comes, or a process ends by itself; return the exit code."""
    for number in STOPS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup has SIGHUP ignored
            signal.signal(number, lambda number, _: signals.append(number))
    try:
        _say(f"Starting the engine, the gateway and the bots, with Redis from {_redis(stack)} ...")
        stack.start(_check)
        for file, address in _addresses(stack, data).items():
            file.write_text(address)
        _check()
        _say("\n".join([_how_to(stack, data), *(_console(each, data) for each in stack.consoles)]))
        while not (failures := [*stack.failures()]):
            time.sleep(CHECK_S)
            _check()
            if stack.redis and stack.redis.lost:
                return _fail(_saved(stack, data))
            if games.changed():
                reload(stack, games, _say, _check)
        return _fail("\n".join(failures))
    except KeyboardInterrupt:
        _say("\nStopping ...")
        return 0
    finally:
        _ignore_signals()
        stack.stop()
        for file, address in _addresses(stack, data).items():
            if file.exists() and file.read_text() == address:
                file.unlink()


def _addresses(stack: Stack, data: Path) -> dict[Path, str]:
    """What is told of a service with a Redis of its own, and in which file."""
    own = {REDIS_URL_FILE: stack.redis_url, ENGINE_FILE: stack.engine_addresses[0]}
    return {data / name: address for name, address in own.items() if stack.redis}


def _saved(stack: Stack, data: Path) -> str:
    """Stop the service, save what its Redis has, as the folder is lost, and return what to say."""
    assert stack.redis  # noqa: S101
    for process in stack.processes:
        process.stop()
    folder, file = data / "redis", data / f"saved-{int(time.time())}.rdb"
    try:
        data.mkdir(parents=True, exist_ok=True)
        save_from(stack.redis.socket, file)
    except OSError as error:
        return NOT_SAVED.format(folder=folder, reason=said(error))
    return LOST.format(folder=folder, file=file, restore=restoring(file))


def _how_to(stack: Stack, data: Path) -> str:
    """What to do with it. To people, this machine is localhost, since passkeys need a name."""
    url, friends = _named(stack.url), ""
    if url == stack.url:
        friends = FRIENDS.format(picture=shown_on(sys.stdout, url))
    return HOW_TO.format(url=url, friends=friends, data=data, bot=_bot())


def _console(console: Process, data: Path) -> str:
    """The link that signs in at the console, once."""
    by = own_name()
    port = console.environment["CONSOLE_ADDRESS"].rpartition(":")[2]
    link = f"http://localhost:{port}/console/#{Links(data / LINKS).new(by)}"
    return CONSOLE.format(link=link, by=by, minutes=LINK_S // 60, make=_croupierctl(console))


def _croupierctl(console: Process) -> str:
    """The command that makes one more link."""
    named = ("CONSOLE_ADDRESS", "CONSOLE_LINKS")
    said = " ".join(f"{name}={shlex.quote(console.environment[name])}" for name in named)
    program = "croupierctl" if INSTALLED else ".venv/bin/croupierctl"
    return f"{said} {program} console --link"


def _named(url: str) -> str:
    return url.replace(f"//{LOOPBACK}:", "//localhost:")


def _bot() -> str:
    return f"{INSTALLED} bot" if INSTALLED else ".venv/bin/python -m bots.player"


def _check() -> None:
    """Raise KeyboardInterrupt once a signal has arrived."""
    if signals:
        raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def _redis(stack: Stack) -> str:
    return stack.redis.executable if stack.redis else "REDIS_URL"


def _port() -> int:
    """The port of the gateway. Raise ValueError if PORT is not a valid one."""
    port = int(os.environ.get("PORT") or DEFAULT_PORT)
    if not 1 <= port <= MAX_PORT:
        raise ValueError
    return port


def _in_use(host: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def _say(text: str) -> None:
    """Write to the terminal. If it has gone, do not fail: stopping must go on."""
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(text: str) -> int:
    """Write an error to the terminal; return the exit code."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
