"""Settings of the engine, from ENGINE_* variables."""

from datetime import timedelta
from importlib.util import find_spec
from typing import TYPE_CHECKING

from croupier_game.installed import names, wanted
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import SettingsConfigDict
from redislink.durability import Durability
from redislink.settings import RedisSettings
from telemetry.settings import TelemetrySettings
from tls.settings import TlsSettings

from engine.store.archive.archived_matches import UNARCHIVED
from engine.store.types import Ttl

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

NO_TIME = timedelta(0)


class Settings(TelemetrySettings, RedisSettings, TlsSettings):
    """Durations are seconds ("2.5") or ISO 8601 ("P7D")."""

    model_config = SettingsConfigDict(
        env_prefix="ENGINE_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # a password may be among it
        populate_by_name=True,
    )

    address: str = "127.0.0.1:50051"
    """Where to listen: `HOST:PORT` or `unix:PATH`; `[::]:PORT` for all addresses, of IPv4 as well,
    with or without IPv6."""
    health_address: str = ""
    """`HOST:PORT` of a second port that serves health alone, in plain text, for probes without
    TLS; empty for none."""
    redis_wait_replicas: int = Field(0, ge=0)
    """Number of replicas that must have a change before it is answered; see
    [durability](redis.md#durability-what-an-answered-move-survives)."""
    redis_wait_local: int = Field(0, ge=0, le=1)
    """With `1`, the change must be on disk before it is answered, on the primary and on those
    replicas; needs Redis 7.2."""
    games: str = Field("", validation_alias="CROUPIER_GAMES")
    """The games that this engine plays, by id and with commas between, each with the package that
    it [belongs to](../running-third-party-games.md#which-games-are-played), if you say so:
    `nim=croupier-nim`. Empty for all that are installed."""
    group: str = ""
    """The group of engines that this one is of, each of which has games of its own; see
    [groups](../running-third-party-games.md#groups-of-engines)."""
    cached_matches: int = Field(10_000, ge=0)
    """Number of matches kept in memory between two moves, some 4 KB each; with `0`, each move
    reads its match from Redis."""
    max_versions: int = Field(10_000, ge=100)
    """Number of versions that a match may have: one that reaches it, and goes on, is aborted with
    a note that says so."""
    rules_timeout_s: float = Field(0.25, ge=0)
    """Seconds of CPU time that one call of a game's rules may take, or eight times as many by the
    clock; then it has [failed](monitoring.md#games-that-fail). With `0`, any time."""
    finished_ttl: timedelta = Field(timedelta(days=7), ge=timedelta(seconds=1))
    """Time that a match or a tournament is kept after its end; the API promises a day at least."""
    abandoned_ttl: timedelta = Field(timedelta(days=30), ge=timedelta(seconds=1))
    """Time that a match is kept without a change; up to a 32nd less."""
    archive_url: SecretStr = SecretStr("")
    """The PostgreSQL in which matches are kept for ever once they have ended, such as
    `postgresql://croupier@host/croupier`; empty for none. See
    [the archive](archive.md)."""
    archive_password: SecretStr = SecretStr("")
    """Password of that user, unless the URL has one."""
    archive_timeout_s: float = Field(0.8, gt=0)
    """Time limit of a read from the archive, in seconds."""
    archived_ttl: timedelta = Field(timedelta(days=7), ge=timedelta(0))
    """Time that Redis keeps a match or a tournament after its end once the archive has it; its
    idempotency keys are forgotten with it, which the API promises to remember for a day."""
    waiting_ttl: timedelta = Field(timedelta(days=1), ge=timedelta(seconds=1))
    """Time that a match waits for players without a change, or a visit of a player who sits there;
    up to an hour less."""
    ticket_ttl: timedelta = Field(timedelta(minutes=10), ge=timedelta(seconds=1))
    """Time that a ticket searches for other players; it can be read for a day after that."""
    calls: int = Field(256, ge=1)
    """Number of calls that are worked on at the same time, besides the batches of moves; others
    are refused; see [the limits](../limits.md#overload)."""
    drain_s: float = 10.0
    """Seconds that calls in flight have to finish after SIGTERM."""
    reflection: bool = True
    """Whether gRPC reflection is served."""

    @field_validator("games")
    @classmethod
    def _are_installed(cls, games: str) -> str:
        if not wanted() <= (known := names()):
            raise ValueError(
                f"names a game that is not installed; these are: {', '.join(sorted(known))}"
            )
        return games

    @field_validator("archive_url")
    @classmethod
    def _is_of_postgres(cls, url: SecretStr) -> SecretStr:
        if url and not url.get_secret_value().startswith(("postgresql://", "postgres://")):
            raise ValueError("must begin with postgresql://")
        if url and find_spec("asyncpg") is None:
            raise ValueError("needs asyncpg: install the extra archive, as in croupier[archive]")
        return url

    @property
    def ttl(self) -> Ttl:
        given = (self.finished_ttl, self.abandoned_ttl, self.ticket_ttl, self.waiting_ttl)
        return Ttl.of(*given, UNARCHIVED if self.archive_url.get_secret_value() else NO_TIME)

    def open_archive(self, timeout_s: float | None = None) -> "Archive | None":
        """The archive of these settings, with another timeout if one is given; None for none."""
        if not (url := self.archive_url.get_secret_value()):
            return None
        # Only those who have an archive need its driver.
        from engine.store.archive.postgres import Archive

        password = self.archive_password.get_secret_value()
        return Archive(url, password, timeout_s or self.archive_timeout_s)

    def durability(self, redis_timeout_s: float) -> Durability | None:
        """What an answered change has to survive, waited for within this timeout."""
        return Durability.of(self.redis_wait_replicas, self.redis_wait_local, redis_timeout_s)
