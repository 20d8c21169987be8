"""Paths with and without the root that a proxy may have taken off; a root that is none."""

import asyncio
from typing import Any

import pytest
from gateway.config import Settings
from gateway.http.root_path import RootPath
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send


def below(path: str, root: str = "/cards") -> tuple[str, bytes]:
    """The path of a request as routes see it, decoded and raw."""
    found: list[tuple[str, bytes]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append((scope["path"], scope["raw_path"]))

    scope = {"type": "http", "path": path, "raw_path": path.encode()}
    nothing: Any = None
    asyncio.run(RootPath(app, root)(scope, nothing, nothing))
    return found[0]


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/cards/v1/games", "/v1/games"),
        ("/v1/games", "/v1/games"),
        ("/cards/", "/"),
        ("/cards", "/"),
        ("/", "/"),
        ("/cardsharp", "/cardsharp"),
        ("/cards/cards/x", "/cards/x"),
        ("/m/cards", "/m/cards"),
        ("", ""),
    ],
)
def test_routes_see_the_path_without_the_root(path: str, seen: str) -> None:
    assert below(path) == (seen, seen.encode())


@pytest.mark.parametrize("root", ["cards", "/cards/", "/", "/a b", '/"', "/a?b", "//", "/<"])
def test_what_is_no_path_is_no_root(root: str) -> None:
    with pytest.raises(ValidationError):
        Settings(engines="x", redis_url="redis://x", root_path=root)


@pytest.mark.parametrize("root", ["", "/cards", "/games/cards-2.0"])
def test_a_path_is_a_root(root: str) -> None:
    assert Settings(engines="x", redis_url="redis://x", root_path=root).root_path == root
