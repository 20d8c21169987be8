"""The pages of a real provider, which no name server knows, in a browser."""

import re
from html import escape
from urllib.parse import urljoin

from playwright.sync_api import Page, Route

from tests.support.providers import HOST, ISSUER, Provider


def answer(real: Provider, route: Route) -> None:
    """Let the provider answer, whose name no name server knows."""
    asked = route.request
    given = asked.all_headers()
    sent = {name: each for name, each in given.items() if not name.startswith(":")}
    told = real.go(asked.method, asked.url, sent, asked.post_data_buffer)
    drop = ("content-encoding", "content-length", "transfer-encoding", "connection")
    headers: dict[str, str] = {}
    for name, each in told.headers.multi_items():
        if name not in drop:
            headers[name] = f"{headers[name]}\n{each}" if name in headers else each
    status, body = told.status_code, told.content
    if place := headers.pop("location", ""):  # what follows a redirect would not be asked here
        status, headers["content-type"] = 200, "text/html"
        address = escape(urljoin(ISSUER, place))
        body = f'<meta http-equiv="refresh" content="0;url={address}">'.encode()
        headers.pop("content-security-policy", "")
    route.fulfill(status=status, headers=headers, body=body)


def sign_in_there(page: Page, name: str) -> None:
    page.wait_for_url(re.compile(re.escape(f"https://{HOST}/")))
    page.fill("[name=login]", name)
    page.fill("[name=password]", "x")
    page.click("button[type=submit]")
    page.get_by_role("button", name="Continue").click()
