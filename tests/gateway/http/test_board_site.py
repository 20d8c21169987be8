"""A second site has frames and nothing else; the site of the page has all but frames."""

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from engine.admin.doctor.gateway_notes import of_boards
from gateway.config import Settings
from pydantic import ValidationError
from redis.asyncio import Redis
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.live import Live
from tests.support.players import HTTP, ok, refused
from tests.support.waiting import happens
from tools.stack import ROOT

BOARDS = "boards.example.net"
NAMES = [BOARDS, BOARDS.upper(), *(f"{BOARDS}{each}" for each in (":443", ":80", ".", ".:8443"))]
"""What a browser can call the second site."""
OTHER = {BOARDS: "cards.example.org", "cards.example.org": BOARDS}
PAGE = "https://cards.example.org"
NO_ORIGIN = "must be an origin|needs GATEWAY_BOARD_PAGES|nothing but frames is at the host"
SETTINGS: dict[str, Any] = {
    "web": str(ROOT / "web"),
    "root_path": "/cards",
    "own_games": "lost-cities,livingstone",
    "board_origin": f"https://{BOARDS}",
    "board_pages": PAGE,
}


@pytest.fixture(scope="module")
def sited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, **SETTINGS) as live:
        yield live


@pytest.fixture(scope="module")
def live_page(redis_url: str) -> Iterator[Live]:
    """A page whose frames are on its own site."""
    with Live(redis_url, web=str(ROOT / "web")) as live:
        yield live


@pytest.fixture(scope="module")
def frame(sited: Live) -> str:
    """The path of the document of Just4Fun."""
    game = ok(get(sited, "/v1/games/just4fun"))
    address: str = game["web"]["frame"]
    assert address.startswith(f"https://{BOARDS}/cards/board-frame/")
    return address.removeprefix(f"https://{BOARDS}/cards") + "en"


def get(live: Live, path: str, host: str = "cards.example.org") -> httpx.Response:
    return HTTP.get(f"{live.url}/cards{path}", headers={"Host": host})


def test_frames_are_at_the_second_site_alone(sited: Live, frame: str) -> None:
    for host in NAMES:
        document = get(sited, frame, host)
        assert document.status_code == 200
        assert f"; frame-ancestors {PAGE}; " in document.headers["content-security-policy"]
    refused(get(sited, frame), 404, "not_found")


@pytest.mark.parametrize(
    "path",
    ["/", "/m/x", "/v1/games", "/sw.js", "/t/current", "/healthz", "/assets/x", "/docs", "/x"],
)
def test_nothing_else_is_there(sited: Live, path: str) -> None:
    for host in NAMES:
        refused(get(sited, path, host), 404, "not_found")


def test_the_host_of_a_target_counts_whatever_host_says(sited: Live) -> None:
    host, _, port = sited.url.removeprefix("http://").partition(":")
    for target, status in ((BOARDS, b"404"), ("cards.example.org", b"200")):
        head = f"GET http://{target}/cards/v1/games HTTP/1.1\r\nConnection: close\r\n"
        with socket.create_connection((host, int(port)), 60) as sock:
            sock.sendall(f"{head}Host: {OTHER[target]}\r\n\r\n".encode())
            assert sock.recv(12) == b"HTTP/1.1 " + status


def test_where_the_second_site_has_a_port_another_one_may_be_the_page(redis_url: str) -> None:
    with Live(redis_url, **{**SETTINGS, "board_origin": "https://cards.example.org:8443"}) as live:
        for port in ("", ":443"):
            ok(get(live, "/v1/games", f"cards.example.org{port}"))
        for port in (":8443", ".:8443", ":08443"):
            refused(get(live, "/v1/games", f"cards.example.org{port}"), 404, "not_found")


def test_who_may_show_a_frame_is_not_kept_beyond_the_setting(
    sited: Live, redis_url: str, frame: str
) -> None:
    """Browsers keep a document with its policy for a year: where that is another, it has another
    address, and the old one has it anew."""
    tag = {"If-None-Match": get(sited, frame, BOARDS).headers["etag"]}
    with Live(redis_url, **{**SETTINGS, "board_pages": "https://b.example.org"}) as other:
        address: str = ok(get(other, "/v1/games/just4fun"))["web"]["frame"]
        assert frame.removesuffix("en") not in address
        again = HTTP.get(f"{other.url}/cards{frame}", headers={"Host": BOARDS, **tag})
    assert (again.status_code, again.headers["cache-control"]) == (200, "no-cache")
    assert "frame-ancestors https://b.example.org;" in again.headers["content-security-policy"]


def test_no_socket_is_opened_there(sited: Live) -> None:
    host, _, port = sited.url.removeprefix("http://").partition(":")
    sock = socket.create_connection((host, int(port)))
    with sock, pytest.raises(InvalidStatus, match="404"):
        connect(f"ws://{BOARDS}/cards/v1/socket", sock=sock)


def test_the_page_may_have_its_frames_there_and_nowhere_else(sited: Live) -> None:
    policy = get(sited, "/").headers["content-security-policy"]
    assert policy.endswith(f"; frame-src https://{BOARDS}/cards/board-frame/")


@pytest.mark.anyio
async def test_the_doctor_tells_of_boards_on_the_site_of_the_page(
    sited: Live, redis_url: str, redis: Redis
) -> None:
    assert get(sited, "/").status_code == 200
    assert sited.app
    assert not sited.app.state.dependencies.guest_boards.knows("just4fun")
    alone = {**SETTINGS, "board_origin": ""}
    with Live(redis_url, **alone) as live:
        ok(get(live, "/v1/games"))
        policy = get(live, "/").headers["content-security-policy"]
        assert policy.endswith("; frame-src cards.example.org/cards/board-frame/")

        async def told() -> bool:
            return "just4fun" in str(await of_boards(redis))  # beside those of other tests

        await happens(told)


@pytest.mark.parametrize(
    ("pages", "ancestors"),
    [
        ("", "'self'"),
        ("*", "*"),
        ("https://a.org,http://b.org:81", "'self' https://a.org http://b.org:81"),
    ],
)
def test_other_pages_may_show_boards_if_the_operator_says_so(
    redis_url: str, pages: str, ancestors: str
) -> None:
    with Live(redis_url, web=str(ROOT / "web"), board_pages=pages) as live:
        game = ok(HTTP.get(f"{live.url}/v1/games/just4fun"))
        document = HTTP.get(f"{live.url}{game['web']['frame']}en")
        assert f"; frame-ancestors {ancestors}; " in document.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["[::1]:8080", "*"])
def test_a_host_that_a_policy_cannot_name_loosens_nothing(live_page: Live, host: str) -> None:
    page = HTTP.get(live_page.url, headers={"Host": host})
    assert page.headers["content-security-policy"].endswith("; frame-src 'self'")


@pytest.mark.parametrize(
    "settings",
    [
        {"board_origin": "boards.example.net", "board_pages": PAGE},
        {"board_origin": "https://boards.example.net/", "board_pages": PAGE},
        {"board_origin": "https://boards.example.net; script-src *", "board_pages": PAGE},
        {"board_origin": "https://boards.example.net"},
        {"board_origin": "https://boards.example.net", "board_pages": f"{PAGE},http://{BOARDS}:81"},
        {"board_origin": f"https://{BOARDS}:8443", "board_pages": f"https://{BOARDS}.:08443"},
        {"board_pages": "cards.example.org"},
        {"board_pages": "https://a.org *"},
    ],
)
def test_what_is_no_origin_is_a_wrong_setting(settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=NO_ORIGIN):
        Settings(engines="x", redis_url="redis://x", **settings)
