"""A password in a file, which changes while connections are there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine.admin.players import USER, of_players
from engine.config import Settings
from pydantic import ValidationError
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.refusals import kind_of
from redislink.settings import PasswordFile

from tests.redis.servers import Server

pytestmark = [pytest.mark.anyio, pytest.mark.service]

OLD, NEW = "old", "new"
RIGHTS = ("~*", "&*", "+@all")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("users"))
    server.start()
    yield server
    server.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "engine"
    file.write_text(f"{OLD}\n")
    return file


@pytest.fixture
def settings(server: Server, file: Path) -> Settings:
    """Those of an engine with a user that has the old password only."""
    server.ask("ACL", "SETUSER", "engine", "reset", "on", f">{OLD}", *RIGHTS)
    url = f"redis://127.0.0.1:{server.port}"
    return Settings(redis_url=url, redis_username="engine", redis_password_file=str(file))


def write(file: Path, password: str) -> None:
    file.write_text(password)


async def anew(client: Redis) -> str:
    """The user that a new connection is told to be, or why it is refused."""
    await client.connection_pool.disconnect()
    try:
        return str(await client.acl_whoami())
    except (RedisError, OSError) as error:
        return kind_of(error)


async def test_a_password_changes_without_a_restart(
    settings: Settings, server: Server, file: Path
) -> None:
    async with settings.connect_redis() as client:
        assert await anew(client) == "engine"
        server.ask("ACL", "SETUSER", "engine", f">{NEW}")
        assert await anew(client) == "engine", "with the old one, which is still valid"
        write(file, NEW)
        assert await anew(client) == "engine"
        server.ask("ACL", "SETUSER", "engine", f"<{OLD}")
        assert await anew(client) == "engine", "with the new one, which only is valid now"


async def test_a_connection_that_is_there_goes_on_without_any_valid_password(
    settings: Settings, server: Server, file: Path
) -> None:
    """Redis changed first: only new connections are refused, until the file has changed, too."""
    async with settings.connect_redis() as client:
        assert await anew(client) == "engine"
        server.ask("ACL", "SETUSER", "engine", "resetpass", f">{NEW}")
        assert await client.ping()
        assert await anew(client) == "password"
        write(file, NEW)
        assert await anew(client) == "engine"


def test_a_file_that_is_being_replaced_is_what_it_was(file: Path) -> None:
    credentials = PasswordFile(str(file), "")
    assert credentials.get_credentials() == (OLD,)
    file.write_text("")
    assert credentials.get_credentials() == (OLD,)
    file.unlink()
    assert PasswordFile(str(file), "ann").get_credentials() == ("ann", "")
    assert credentials.get_credentials() == (OLD,)


@pytest.mark.parametrize(
    "beside", [{"redis_password": "x"}, {"redis_url": "redis://ann:x@localhost"}]
)
def test_a_password_has_one_place(beside: dict[str, str], file: Path) -> None:
    given: Any = {"redis_url": "redis://localhost", "redis_password_file": str(file)} | beside
    with pytest.raises(ValidationError, match="must be the only place"):
        Settings(**given)


@pytest.mark.parametrize("content", ["", " \n", None])
def test_a_file_without_a_password_is_no_setting(content: str | None, tmp_path: Path) -> None:
    file = tmp_path / "engine"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ValidationError, match="must be a file with a password"):
        Settings(redis_url="redis://localhost", redis_password_file=str(file))


def test_an_operator_may_be_another_user(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(USER, "gateway")
    assert of_players(settings).redis_password_file == ""
    assert of_players(settings).redis_username == "gateway"
