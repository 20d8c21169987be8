"""Tokens: their form, what is stored of them, and how one is made under an Idempotency-Key."""

import re

from gateway.players import tokens
from gateway.players.tokens import Token, TokenIdempotency

PLAYER_ID = "p" * 22
VALUE = f"crp_{PLAYER_ID}_{'s' * 43}"


def test_a_token_is_made_of_its_player_and_a_secret() -> None:
    secret = tokens.new_secret()
    assert tokens.split(tokens.join(PLAYER_ID, secret)) == (PLAYER_ID, secret)
    assert len({tokens.new_secret() for _ in range(10)}) == 10


def test_only_the_hash_of_a_secret_is_stored() -> None:
    assert re.fullmatch("token:[0-9a-f]{64}", tokens.field_of("s" * 43))
    assert tokens.field_of("s" * 43) != tokens.field_of("t" * 43)


def test_what_is_stored_of_a_token_is_read_as_it_was() -> None:
    token = Token.new("phone", ["play", "read"])
    assert Token.load(token.dump().encode()) == token
    assert token.scopes == ("play", "read")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", token.createTime)


def test_a_secret_depends_on_the_token_the_key_and_the_salt() -> None:
    one = TokenIdempotency(VALUE, "k", "print")
    others = [TokenIdempotency(VALUE + "x", "k", "print"), TokenIdempotency(VALUE, "l", "print")]
    secrets = [one.secret("salt"), one.secret("pepper"), *(each.secret("salt") for each in others)]
    assert len({*secrets}) == 4
    assert all(tokens.split(tokens.join(PLAYER_ID, secret)) for secret in secrets)
    assert TokenIdempotency(VALUE, "k", "other").secret("salt") == secrets[0]


def test_a_mark_depends_on_the_token_and_the_fingerprint() -> None:
    one = TokenIdempotency(VALUE, "k", "print")
    assert one.mark == TokenIdempotency(VALUE, "l", "print").mark
    assert one.mark != TokenIdempotency(VALUE + "x", "k", "print").mark
    assert one.mark != TokenIdempotency(VALUE, "k", "other").mark
    assert VALUE not in one.mark
