"""What `test_capture` looks with finds what is leaked, in every form and everywhere."""

from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256

import pytest
from engine.domain.failures import failures
from engine.observability.metrics import Metrics
from prometheus_client import generate_latest

from tests.telemetry.closed import strange_labels, strange_lines, strange_spans
from tests.telemetry.collector import Span
from tests.telemetry.secrets import Secrets

SEED = sha256(b"seed").hexdigest()
RAW = bytes.fromhex(SEED)
TOKEN = f"crp_{'p' * 22}_{'s' * 43}"
HANDS = (
    "('R5', 'Rx', 'G10')",
    '["Y2", "B3"]',
    "Y7,R4",
    "W8 P9",
    "[3, 11, 25]",
    "(1, 2, 3)",
    "4 17 2",
)
FORMS = (
    SEED,
    SEED.upper(),
    repr(RAW),
    b64encode(RAW).decode(),
    urlsafe_b64encode(RAW).decode(),
    TOKEN,
    "s" * 43,
    sha256(TOKEN.encode()).hexdigest(),
    *HANDS,
)
LINE = '{"time": "2026-11-22T03:28:26.482Z", "level": "info", "logger": "engine", %s}'


@pytest.fixture
def secrets() -> Secrets:
    known = Secrets()
    known.add_seed(SEED)
    known.add_token(TOKEN)
    return known


@pytest.mark.parametrize("form", FORMS)
def test_a_secret_is_found_in_any_form(secrets: Secrets, form: str) -> None:
    assert secrets.found_in(f'{{"message": "moved {form}"}}'.encode())
    assert not secrets.found_in(b'{"message": "moved", "status": 200, "milliseconds": 3}')


def test_a_seed_is_found_among_bytes(secrets: Secrets) -> None:
    assert secrets.forms_in(b"\x00\x20" + RAW + b"\x00") == ["seed"]


@pytest.mark.parametrize(
    "leak",
    [
        '"message": "moved R5"',
        '"message": "moved", "hand": 5',
        '"message": "moved", "match_id": "R5"',
        '"message": "moved", "route": "/v1/matches/R5"',
        '"message": "moved", "request_id": "R5"',
        '"message": "moved", "error": "ValueError at R5:1"',
    ],
)
def test_a_line_with_more_than_it_may_have_is_strange(leak: str) -> None:
    assert [*strange_lines(LINE % leak, {"mine"})]
    assert not [*strange_lines(LINE % '"message": "moved", "request_id": "mine"', {"mine"})]


def test_a_line_that_is_none_of_ours_is_strange() -> None:
    assert [*strange_lines("Traceback (most recent call last):", set())]


@pytest.mark.parametrize(
    ("name", "fields", "rest"),
    [
        ("ApplyMove R5", {}, ()),
        ("ApplyMove", {"hand": "R5"}, ()),
        ("ApplyMove", {"croupier.match_id": "R5"}, ()),
        ("ApplyMove", {}, ("an event",)),
    ],
)
def test_a_span_with_more_than_it_may_have_is_strange(
    name: str, fields: dict[str, str], rest: tuple[str, ...]
) -> None:
    resource = {"service.name": "croupier-engine"}
    span = Span("croupier-engine", "a", "b", "c", name, fields, resource, rest)
    assert [*strange_spans([span], set())]


def test_a_label_that_is_not_listed_is_strange() -> None:
    failures.clear()  # of games that other tests have let fail in this process
    metrics = Metrics()
    metrics.moves["just4fun", "ok"].inc()
    assert not [*strange_labels(generate_latest(metrics.registry).decode())]
    metrics.moves["just4fun", "R5"].inc()
    assert [*strange_labels(generate_latest(metrics.registry).decode())]
