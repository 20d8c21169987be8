"""The documents of frames over HTTP: what is in them, and their headers to the letter."""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from gateway.web.bundle import FIRST
from gateway.web.files import WebFiles
from gateway.web.games import web_game
from gateway.web.page import WebPage

from tests.support.live import Live
from tests.support.players import HTTP, Client, refused
from tools.openapi import installed
from tools.stack import ROOT

FOREVER = "public, max-age=31536000, immutable"
POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src '{script}'; style-src '{style}'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-src 'none'; worker-src 'none'; "
    "frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html"
)
POWERS = (
    "accelerometer=(), autoplay=(), camera=(), clipboard-read=(), clipboard-write=(), "
    "display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), "
    "gyroscope=(), hid=(), idle-detection=(), keyboard-map=(), magnetometer=(), microphone=(), "
    "midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), "
    "screen-wake-lock=(), serial=(), storage-access=(), usb=(), xr-spatial-tracking=()"
)
GUARD = (ROOT / "web/boards/guard.js").read_text()


@pytest.fixture(scope="module")
def shown(redis_url: str) -> Iterator[Live]:
    """A page with the three games and some whose boards are wrong, none of them the operator's."""
    web = ROOT / "web"
    games = [web_game(each) for each in installed().values()]
    plain = games[0]
    wrong = {
        "e" * 32: b"import(`./${1}.js`);",
        "f" * 32: b"const a = '",
        "0" * 32: b"/" * 2_000_001,
    }
    games += [
        replace(
            plain, id=f"wrong-{digest[0]}", digest=digest, files={**plain.files, "board.js": text}
        )
        for digest, text in wrong.items()
    ]
    games.append(replace(plain, id="plain", digest="d" * 32, files={}))
    with Live(redis_url, web=str(web)) as live:
        assert live.app
        live.app.state.web = WebPage(WebFiles(web), lambda: games)
        yield live


@pytest.fixture(scope="module")
def place(shown: Live) -> str:
    """The path below which the documents of Lost Cities are."""
    assert shown.app
    page: WebPage = shown.app.state.web
    game = next(each for each in page.boards.now() if each.id == "lost-cities")
    web = page.boards.web(game)
    assert web
    return str(web["frame"])


def inner(document: httpx.Response, tag: str) -> str:
    """The text of the one element of this kind that a document has."""
    (found,) = re.findall(f"<{tag}>(.*?)</{tag}>", document.text, re.DOTALL)
    return str(found)


def hash_of(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_a_document_has_one_script_and_one_style_and_names_both(shown: Live, place: str) -> None:
    document = Client(shown.url).get(f"{place}de")
    script, style = inner(document, "script"), inner(document, "style")
    assert len(re.findall("<(?:script|style|link|img|iframe)", document.text)) >= 2
    head, _, _ = document.text.partition("<script>")
    assert re.findall("<(?:script|style|link|img|iframe|base)", head) == ["<style"]
    assert script.startswith(f"{FIRST}(() => {{\n{GUARD}")
    kept = {
        "content-security-policy": POLICY.format(script=hash_of(script), style=hash_of(style)),
        "permissions-policy": POWERS,
        "referrer-policy": "no-referrer",
        "x-dns-prefetch-control": "off",
        "cache-control": FOREVER,
        "content-type": "text/html; charset=utf-8",
        "x-content-type-options": "nosniff",
        "vary": "Accept-Encoding",
    }
    assert {name: document.headers[name] for name in kept} == kept
    assert document.text.startswith('<!doctype html><html lang="de">')


def test_what_a_browser_has_is_not_sent_again(shown: Live, place: str) -> None:
    first = Client(shown.url).get(f"{place}en")
    again = Client(shown.url).get(f"{place}en", {"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    same = ("etag", "cache-control", "content-security-policy", "permissions-policy", "vary")
    assert [again.headers[name] for name in same] == [first.headers[name] for name in same]


def test_a_document_is_packed_and_has_a_head(shown: Live, place: str) -> None:
    packed, plain = (
        HTTP.get(f"{shown.url}{place}en", headers={"Accept-Encoding": coding})
        for coding in ("gzip", "identity")
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    head = HTTP.head(f"{shown.url}{place}en", headers={"Accept-Encoding": "identity"})
    assert head.content == b""
    assert head.headers["content-length"] == str(len(plain.content))
    assert head.headers["content-security-policy"] == plain.headers["content-security-policy"]


def test_a_page_of_before_gets_the_board_of_now_and_does_not_keep_it(
    shown: Live, place: str
) -> None:
    earlier = Client(shown.url).get(
        re.sub("/[0-9a-f]{32}/games", f"/{'0' * 32}/games", place) + "en"
    )
    assert earlier.status_code == 200
    assert earlier.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("digest", ["d" * 32, "e" * 32, "f" * 32, "0" * 32, "1" * 32])
def test_what_can_have_no_frame_is_not_there(shown: Live, place: str, digest: str) -> None:
    """Then the page shows the generic table; the gateway's log has the reason."""
    path = re.sub("games/[0-9a-f]{32}", f"games/{digest}", place)
    refused(Client(shown.url).get(f"{path}en"), 404, "not_found")


@pytest.mark.parametrize("name", ["fr", "en.js", "board.js", ""])
def test_there_is_nothing_else_below_the_path(shown: Live, place: str, name: str) -> None:
    refused(Client(shown.url).get(f"{place}{name}"), 404, "not_found")
