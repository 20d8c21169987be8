"""The opponents of the house: Rosa and Lotte are easy to beat, Hugo and Otto look ahead, Ida and
Emil search.

`python -m bots.house` plays until SIGTERM or Ctrl-C. Its settings are variables of the environment;
docs/operations/settings.md lists them.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from croupier_client import AsyncCroupier, CroupierError, Unauthenticated
from croupier_client.bot import OFFER_S
from croupier_client.running import alone
from croupier_game.analysis import ROLLOUTS
from telemetry.metrics import check_address, serve

from bots import cores
from bots.analysing import Analyst
from bots.characters import ALL, CLUB, HOUSE, RATED
from bots.evenings import Evenings
from bots.keeping import NotKept, Seals, keep, kept
from bots.league import League
from bots.metrics import Health, Metrics
from bots.resident import PATIENCE_S, WITHOUT_KEY, Character, Manners, Member, Resident
from bots.searching import Searchers
from bots.strategies import STRATEGIES

log = logging.getLogger("bots")


class InvalidSetting(Exception):
    """A variable of the environment has a value with which the program cannot run."""


@dataclass(frozen=True)
class Settings:
    """The settings of the environment."""

    url: str
    data: Path
    house_key_file: str
    think_s: float
    max_matches: int
    searchers: int
    judging: int
    rated_s: float
    metrics_address: str
    log_level: str
    log_format: str

    @classmethod
    def read(cls, said: Mapping[str, str]) -> "Settings":
        """Of the variables of an environment. Raise InvalidSetting for a value that is none."""
        return cls(
            url=said.get("BOTS_URL") or "http://127.0.0.1:8080",
            data=Path(said.get("BOTS_DATA") or "var/bots"),
            house_key_file=said.get("BOTS_HOUSE_KEY_FILE", ""),
            think_s=_number(said, "BOTS_THINK_S", 0.6, 60),
            max_matches=int(_number(said, "BOTS_MAX_MATCHES", 1000, 1000, 1)),
            searchers=int(_number(said, "BOTS_SEARCHERS", cores.searchers(cores.limit()), 64, 1)),
            judging=int(_number(said, "BOTS_JUDGING", ROLLOUTS, 10_000, 10)),
            rated_s=_number(said, "BOTS_RATED_S", 240, 86_400),
            metrics_address=_address(said, "BOTS_METRICS_ADDRESS"),
            log_level=_word(said, "BOTS_LOG_LEVEL", "info", "debug", "warning", "error"),
            log_format=_word(said, "BOTS_LOG_FORMAT", "text", "json"),
        )

    @property
    def manners(self) -> Manners:
        """The behaviour of the players."""
        return Manners(self.think_s, self.max_matches, partial(_key, self.house_key_file))


class Accounts:
    """The tokens of the players by name, and their seals, in files for this user only."""

    def __init__(self, folder: Path) -> None:
        """Raise OSError if the folder cannot be used, NotKept for other content."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = folder / "tokens.json"
        self._tokens = kept(self._path)
        self.seals = {each.name: Seals(folder / f"seals-{each.name}.json") for each in ALL}

    def token(self, name: str) -> str:
        """The token of the player; empty if it has none."""
        return self._tokens.get(name, "")

    def keep(self, name: str, token: str) -> None:
        """Keep the token, also if this program is killed meanwhile."""
        self._tokens[name] = token
        keep(self._path, self._tokens)


async def house(settings: Settings, accounts: Accounts) -> None:
    """Be at home until cancelled. Raise OSError if the metrics' address cannot be listened on."""
    metrics = Metrics()
    health = Health(metrics, (each.name for each in HOUSE))
    searchers = Searchers(settings.searchers, metrics=metrics)
    league = League(settings.rated_s, (each.name for each in RATED))
    evenings = Evenings(each.name for each in HOUSE)
    stop_metrics = serve(settings.metrics_address, metrics.registry, health.probes)
    try:
        async with asyncio.TaskGroup() as group:
            for character in ALL if settings.rated_s else HOUSE:
                live = _live(settings, accounts, character, searchers, league, evenings, metrics)
                group.create_task(live)
            group.create_task(league.run())
    finally:
        searchers.end()
        await asyncio.to_thread(stop_metrics)


async def _live(
    settings: Settings,
    accounts: Accounts,
    character: Character,
    searchers: Searchers,
    league: League,
    evenings: Evenings,
    metrics: Metrics,
) -> None:
    """Be one of the players; a new one if the service does not know the token any more."""
    name = character.name
    while True:
        try:
            known = accounts.token(name)
            async with AsyncCroupier(settings.url, known, patience_s=PATIENCE_S) as me:
                if not known:
                    await _registered(me, name, settings)
                    accounts.keep(name, me.token)
                log.info("%s is at home at %s", name, settings.url)
                seals, manners = accounts.seals[name], settings.manners
                lives = Member if character in CLUB else Resident
                resident = lives(me, character, seals, manners, searchers, evenings, metrics)
                analyst = Analyst(me, settings.url, manners.house_key, settings.judging)
                async with league.member(name, me):
                    await alone(_both(me, resident, analyst if character.judges else None))
        except Unauthenticated:
            log.warning("%s is unknown to the service, and comes as a new player", name)
            accounts.keep(name, "")


async def _registered(me: AsyncCroupier, name: str, settings: Settings) -> None:
    """Register the player, whose name is kept for who shows the key: as soon as that is there."""
    while True:
        try:
            await me.register(name, house_key=settings.manners.house_key())
            return
        except WITHOUT_KEY as refused:
            log.warning("%s does not come: %s", name, refused)
        await asyncio.sleep(OFFER_S)


async def _both(me: AsyncCroupier, resident: Resident, analyst: Analyst | None) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(resident.live(me))
        if analyst:
            group.create_task(analyst.work([*STRATEGIES]))


def main() -> int:
    """Run; return the exit code, 2 for a setting that is wrong."""
    try:
        settings = Settings.read(os.environ)
        _log_to_stderr(settings)
        accounts = Accounts(settings.data)
        asyncio.run(_until_told(settings, accounts))
    except (InvalidSetting, NotKept, OSError, CroupierError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except BaseExceptionGroup as failed:
        log.error("it has failed: %s", failed.exceptions)
        return 1
    return 0


async def _until_told(settings: Settings, accounts: Accounts) -> None:
    playing = asyncio.ensure_future(house(settings, accounts))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, playing.cancel)
    with suppress(asyncio.CancelledError):
        await playing
    log.info("stopped")


def _number(
    said: Mapping[str, str], name: str, default: float, most: float, least: float = 0
) -> float:
    text = said.get(name) or str(default)
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not least <= number <= most:
        raise InvalidSetting(f"{name}={text} is not a number from {least} to {most:g}.")
    return number


def _address(said: Mapping[str, str], name: str) -> str:
    try:
        return check_address(said.get(name, ""))
    except ValueError as error:
        raise InvalidSetting(f"{name}={said[name]} {error}.") from None


def _word(said: Mapping[str, str], name: str, *words: str) -> str:
    """One of the words; the first one is the default."""
    text = said.get(name) or words[0]
    if text not in words:
        raise InvalidSetting(f"{name}={text} is none of {', '.join(words)}.")
    return text


def _key(path: str) -> str:
    """The house key; empty without one."""
    try:
        return Path(path).read_text().strip() if path else ""
    except OSError:
        return ""


class Text(logging.Formatter):
    """Time, level, logger and message, as the services write them."""

    def format(self, record: logging.LogRecord) -> str:
        return " ".join([_time(record), record.levelname, record.name, record.getMessage()])


class Json(logging.Formatter):
    """The same as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        level, name = record.levelname.lower(), record.name
        said = {"time": _time(record), "level": level, "logger": name}
        return json.dumps({**said, "message": record.getMessage()})


def _time(record: logging.LogRecord) -> str:
    time = datetime.fromtimestamp(record.created, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _log_to_stderr(settings: Settings) -> None:
    """Log what this program and its client say; of other libraries warnings and errors only."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if settings.log_format == "json" else Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("bots", "croupier_client"):
        logging.getLogger(name).setLevel(settings.log_level.upper())


if __name__ == "__main__":
    sys.exit(main())
