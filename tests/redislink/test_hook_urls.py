"""Which URLs a hook may have."""

# ruff: noqa: RUF001 - what looks alike is what is refused

import pytest
from redislink.hook_urls import MAX_URL, HookUrl, parse

SPELLINGS = (
    "http://example.com/",
    "ftp://example.com/",
    "//example.com/",
    "example.com",
    "https:/example.com/",
    "https:example.com",
    "https://",
    "https:///path",
    "https://example.com:80/",
    "https://example.com:22/",
    "https://example.com:0/",
    "https://example.com:65536/",
    "https://example.com:x/",
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0x7f.0.0.0x1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://8.8.8.8/",
    "https://127。0。0。1/",
    "https://127．0．0．1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[2606:4700:4700::1111]/",
    "https://[::1/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://ⓛocalhost/",
    "https://localhost.localdomain/",
    "https://a.localhost/",
    "https://gateway.croupier.svc.cluster.local/",
    "https://metadata.google.internal/",
    "https://router.lan/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://redis/",
    "https://example.com./",
    "https://.example.com/",
    "https://a..example.com/",
    "https://-a.example.com/",
    "https://a-.example.com/",
    "https://a_b.example.com/",
    "https://exa mple.com/",
    "https://example.com/\r\nHost: redis",
    "https://example.com/\t",
    " https://example.com/",
    "https://example.com\\@127.0.0.1/",
    "https://example.com/#redis",
    "https://example.com/#",
    "https://example.com/ä",
    "https://%31%32%37.0.0.1/",
    "https://127.0.0.1%2f.example.com/",
    f"https://{'a' * 64}.example.com/",
    "https://" + "a." * 130 + "example.com/",
    "https://example.com/" + "a" * MAX_URL,
    "https://example.c\x00om/",
    "https://example.com:443:443/",
)


def test_30_spellings_are_refused() -> None:
    assert len({*SPELLINGS}) >= 30


@pytest.mark.parametrize("url", SPELLINGS)
def test_a_url_that_no_hook_may_have_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match=r"^must "):
        parse(url)


def test_a_url_says_where_its_hook_is() -> None:
    assert parse("https://Hooks.Example.com") == HookUrl("hooks.example.com", 443, "/")
    assert parse("HTTPS://a.b.example:8443/x?y=z") == HookUrl("a.b.example", 8443, "/x?y=z")
    assert parse("https://example.com:443/").authority == "example.com"
    assert parse("https://example.com:8443/").authority == "example.com:8443"


def test_a_name_is_made_ascii_before_anything_looks_at_it() -> None:
    assert parse("https://bücher.example/").host == "xn--bcher-kva.example"
    assert parse("https://ＥＸＡＭＰＬＥ。com/").host == "example.com"


def test_a_name_of_the_own_network_is_for_those_who_may_have_one() -> None:
    assert parse("https://backend.studio.internal/", local=True).host == "backend.studio.internal"
    with pytest.raises(ValueError, match="whole name"):
        parse("https://10.0.0.1/", local=True)
