"""Signatures, checked by the library of those who wrote the specification."""

from base64 import b64encode
from time import time

import pytest
from herald.signing import headers, message_id
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

OLD, NEW, OTHER = (f"whsec_{b64encode(bytes([each]) * 24).decode()}" for each in range(3))
BODY = b'{"type":"yourTurn","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'


def test_a_message_is_what_the_receiver_expects() -> None:
    sent = headers("msg_1", int(time()), BODY, [NEW])
    assert Webhook(NEW).verify(BODY, dict(sent))["type"] == "yourTurn"


def test_while_secrets_change_either_verifies_and_no_other_does() -> None:
    sent = dict(headers("msg_1", int(time()), BODY, [NEW, OLD]))
    for secret in (OLD, NEW):
        Webhook(secret).verify(BODY, sent)
    with pytest.raises(WebhookVerificationError):
        Webhook(OTHER).verify(BODY, sent)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp"])
def test_nothing_of_what_is_signed_can_be_changed(name: str) -> None:
    sent = dict(headers("msg_1", int(time()), BODY, [NEW]))
    with pytest.raises(WebhookVerificationError):
        Webhook(NEW).verify(BODY + b" ", sent)
    sent[name] = sent[name][:-1] + ("0" if sent[name][-1] != "0" else "1")
    with pytest.raises(WebhookVerificationError):
        Webhook(NEW).verify(BODY, sent)


def test_the_id_of_a_message_is_that_of_what_it_tells() -> None:
    told = ("hook", "match", 7, "yourTurn")
    assert message_id(*told) == message_id(*told)
    others = [
        ("hook2", *told[1:]),
        ("hook", "match2", 7, "yourTurn"),
        ("hook", "match", 8, "yourTurn"),
    ]
    assert (
        len({message_id(*each) for each in (told, *others, ("hook", "match", 7, "matchFinished"))})
        == 5
    )
