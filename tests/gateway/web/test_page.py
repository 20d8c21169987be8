"""The web table over HTTP: its page, its files, and what else there is at their paths."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from gateway.config import Settings
from pydantic import ValidationError

from tests.support.live import Live
from tests.support.players import HTTP, Client, ok, refused
from tests.support.requests import exchange, send

SCRIPT = "import './x.js';\n" + "long();\n" * 200
FOREVER = "public, max-age=31536000, immutable"
PAGE = """<head>
<meta name="croupier-version" content="">
<script type="module" src="./app/main.js"></script>
<link rel="croupier-table" href="./app/embed.js">
</head>"""
WORKER = "work();\n"
SCREENS = (
    "/",
    "/friends",
    "/j",
    "/leaderboards",
    "/leaderboards/chess.live.human.0",
    "/lobby",
    "/m/abc",
    "/m/abc/replay",
    "/p/abc",
    "/rules/abc",
    "/tournaments",
    "/tournaments/new",
    "/tournaments/abc",
    "/wall",
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types lit-html croupier; frame-src "
)


def policy(shown: Live) -> str:
    """The policy of the page, to the letter: it ends with where its frames may be."""
    return f"{POLICY}{shown.url.removeprefix('http://')}/board-frame/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages") / "web"
    (folder / "app").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "app/main.js").write_text(SCRIPT)
    (folder / "app/main-ABCD2345.js").write_text(SCRIPT)
    (folder / "app/main-ABCD2345.js.gz").write_bytes(gzip.compress(b"packed"))
    (folder / "sw.js").write_text(WORKER)
    for name in ("README.md", ".hidden/main.js", "app/main.test.js"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("not for browsers")
    (folder.parent / "secret.js").write_text("not for anybody")
    verify = folder.parent / "sdk/javascript/verify"
    verify.mkdir(parents=True)
    (verify / "index.html").write_text("a page of its own")
    (verify / "verify.js").write_text(SCRIPT)
    return folder


@pytest.fixture(scope="module")
def shown(redis_url: str, folder: Path) -> Iterator[Live]:
    with Live(redis_url, web=str(folder)) as live:
        # The page has the games in it, so it is another one once an engine has described them.
        ok(Client(live.url).get("/v1/games"))
        yield live


@pytest.fixture(scope="module")
def script(shown: Live) -> str:
    """The path of the script, as the page names it."""
    return Client(shown.url).get("/").text.partition('src="')[2].partition('"')[0]


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_is_the_same_page(shown: Live, path: str) -> None:
    page = Client(shown.url).get(path)
    assert page.status_code == 200
    assert page.text == Client(shown.url).get("/").text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-security-policy"] == policy(shown)
    assert page.headers["cross-origin-opener-policy"] == "same-origin"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers.get_list("x-content-type-options") == ["nosniff"]


def test_a_page_that_the_browser_has_is_not_sent_again(shown: Live) -> None:
    tag = Client(shown.url).get("/").headers["etag"]
    again = Client(shown.url).get("/lobby", {"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert (again.headers["etag"], again.headers["cache-control"]) == (tag, "no-cache")
    assert again.headers["content-security-policy"] == policy(shown)
    assert Client(shown.url).get("/", {"If-None-Match": '"other"'}).status_code == 200


def test_a_file_that_is_named_by_its_content_may_be_kept_forever(shown: Live) -> None:
    path = "/t/web/app/main-ABCD2345.js"
    file = Client(shown.url).get(path, {"Accept-Encoding": "identity"})
    assert file.text == SCRIPT
    assert file.headers["content-type"] == "text/javascript; charset=utf-8"
    assert file.headers["cache-control"] == FOREVER
    assert "content-encoding" not in file.headers
    packed = Client(shown.url).get(path, {"Accept-Encoding": "gzip"})
    assert (packed.text, packed.headers["content-encoding"]) == ("packed", "gzip")
    assert file.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_any_other_file_is_asked_for_again(shown: Live, folder: Path) -> None:
    """As it stands: what is changed while the gateway runs is served at once."""
    path, file = "/t/web/app/main.js", folder / "app/main.js"
    first = Client(shown.url).get(path)
    assert (first.text, first.headers["cache-control"]) == (SCRIPT, "no-cache")
    known = {"If-None-Match": first.headers["etag"]}
    again = Client(shown.url).get(path, known)
    assert (again.status_code, again.content) == (304, b"")
    file.write_text("other")
    try:
        assert Client(shown.url).get(path, known).text == "other"
    finally:
        file.write_text(SCRIPT)


def test_the_worker_is_at_the_root_and_looked_for_again(shown: Live) -> None:
    worker = Client(shown.url).get("/sw.js")
    assert worker.text == WORKER
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"] == policy(shown)
    again = Client(shown.url).get("/sw.js", {"If-None-Match": worker.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_table_without_worker_and_element_says_so(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    with Live(redis_url, web=str(tmp_path)) as live:
        for path in ("/sw.js", "/croupier-table.js"):
            refused(Client(live.url).get(path), 404, "not_found")


@pytest.mark.parametrize("path", ["/", "SCRIPT"])
def test_head_is_get_without_a_body(shown: Live, script: str, path: str) -> None:
    path = path.replace("SCRIPT", script)
    head, get = (HTTP.request(method, shown.url + path) for method in ("HEAD", "GET"))
    assert head.content == b""
    assert own(head) == own(get)


def own(answer: httpx.Response) -> dict[str, str]:
    return {
        name: text for name, text in answer.headers.items() if name not in ("date", "x-request-id")
    }


def test_who_has_an_older_page_can_ask_which_is_the_newest(shown: Live, script: str) -> None:
    told = Client(shown.url).get("/t/current")
    version = ok(told)["version"]
    assert f'<meta name="croupier-version" content="{version}">' in Client(shown.url).get("/").text
    assert told.headers["cache-control"] == "no-store, no-transform"


@pytest.mark.parametrize(
    "path",
    [
        "/t/web/index.html",
        "/t/sdk/javascript/verify/index.html",
        "/t/web/README.md",
        "/t/web/nothing.js",
        "/t/web/",
        "/t/web",
        "/t/secret.js",
        "/t/web/../secret.js",
        "/t/web/%2e%2e/secret.js",
        "/t/web/..%2fsecret.js",
        "/t//web/app/main.js",
        "/t/web/app\\main.js",
        "/t/web/app/main.js%00",
        "/t/web/app/main-ABCD2345.js.br",
        "/t/web/.hidden/main.js",
        "/t/web/app/main.test.js",
        "/t",
        "/t/",
        "/m",
        "/m/",
        "/m/a/b",
        "/lobby/",
        "/p/a/replay",
        "/index.html",
        "/web/index.html",
    ],
)
def test_there_is_nothing_else(shown: Live, path: str) -> None:
    head, _, body = exchange(
        shown.url, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    )[:4000].partition(b"\r\n\r\n")
    assert b" 404 " in head.partition(b"\r\n")[0]
    assert b"cache-control: no-store" in head.lower()
    assert json.loads(body)["code"] == "not_found"


def test_other_pages_import_the_element(shown: Live) -> None:
    module = Client(shown.url).get("/croupier-table.js")
    assert module.text == 'export * from "/t/web/app/embed.js";\n'
    assert module.headers["content-type"] == "text/javascript; charset=utf-8"
    assert module.headers["cache-control"] == "no-cache"
    assert module.headers["access-control-allow-origin"] == "*"


def test_a_browser_is_shown_a_page_where_there_is_nothing(shown: Live) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = Client(shown.url).get("/nonsense", browser)
    assert (page.status_code, page.text) == (404, Client(shown.url).get("/").text)
    known = {**browser, "If-None-Match": Client(shown.url).get("/").headers["etag"]}
    assert Client(shown.url).get("/nonsense", known).text == page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["content-security-policy"] == policy(shown)
    for path in ("/v1/nonsense", "/t/nonsense", "/assets/nonsense"):
        refused(Client(shown.url).get(path, browser), 404, "not_found")
    for accepted in ("*/*", "text/html;q=0, */*"):
        refused(Client(shown.url).get("/nonsense", {"Accept": accepted}), 404, "not_found")
    refused(send(Client(shown.url), "POST", "/nonsense", *browser.items()), 404, "not_found")


def test_other_methods_are_told_which_there_are(shown: Live, script: str) -> None:
    for path in ("/", script):
        answer = send(Client(shown.url), "POST", path)
        refused(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == "GET, HEAD"


def test_neither_page_nor_files_are_in_a_bucket(redis_url: str, folder: Path) -> None:
    from gateway.limits.limit_table import LIMITS

    with Live(redis_url, web=str(folder), limits=LIMITS) as live:
        for path in ("/", "/t/current"):
            assert "ratelimit" not in Client(live.url).get(path).headers


def test_it_is_no_part_of_the_api(shown: Live) -> None:
    paths = ok(Client(shown.url).get("/openapi.json"))["paths"]
    assert not [path for path in paths if path == "/" or path.startswith(("/t/", "/m/", "/p/"))]


@pytest.mark.parametrize("path", [*SCREENS, "/t/current", "/t/web/app/main.js"])
def test_without_a_folder_there_is_no_page(live: Live, path: str) -> None:
    refused(Client(live.url).get(path), 404, "not_found")


def test_a_folder_without_a_page_is_a_wrong_setting(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match=r"must be a folder with an index\.html"):
        Settings(engines="x", redis_url="redis://x", web=str(tmp_path))
