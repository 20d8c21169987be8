"""For what passkeys are made: the settings, which are right by themselves where they can be."""

import pytest
from gateway.config import Settings
from pydantic import ValidationError

APP = f"android:apk-key-hash:{'-xZ' * 14}A"
USUAL = {"engines": "nowhere", "redis_url": "redis://nowhere"}


@pytest.mark.parametrize(
    ("said", "origins"),
    [
        ({}, ["http://localhost:8080"]),
        ({"port": 8081}, ["http://localhost:8081"]),
        ({"port": 80}, ["http://localhost"]),
        ({"passkey_rp": "cards.example.org"}, ["https://cards.example.org"]),
        (
            {
                "passkey_rp": "example.org",
                "passkey_origins": "https://cards.example.org,https://club.example.net",
            },
            ["https://cards.example.org", "https://club.example.net"],
        ),
        (
            {"passkey_rp": "example.org", "passkey_origins": f"https://example.org,{APP}"},
            ["https://example.org", APP],
        ),
    ],
)
def test_the_pages_that_may_use_passkeys_follow_from_the_domain(
    said: dict[str, object], origins: list[str]
) -> None:
    settings = Settings(**USUAL, **said)  # type: ignore[arg-type]
    assert settings.passkey_pages == origins


@pytest.mark.parametrize(
    "rp", ["127.0.0.1", "::1", "", "https://cards.example.org", "cards.example.org:443", "Cards"]
)
def test_what_is_no_domain_is_refused(rp: str) -> None:
    with pytest.raises(ValidationError, match="must be a domain"):
        Settings(**USUAL, passkey_rp=rp)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "origin", ["cards.example.org", APP[:-1], f"{APP}=", f"x{APP}", "android:"]
)
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(ValidationError, match="must be an origin"):
        Settings(**USUAL, passkey_origins=origin)  # type: ignore[arg-type]
