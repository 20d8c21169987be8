"""Webhooks: URLs that are called when something waits for a player, and what they are sent."""

import binascii
import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier_client.effects import Steps
from croupier_client.errors import CroupierError, checked_id
from croupier_client.session import Session
from croupier_client.types import (
    Webhook,
    WebhookAndSecret,
    WebhookDeliveries,
    WebhookDelivery,
    Webhooks,
    WebhookSecret,
    WebhookTest,
)

PATH = "/v1/players/me/webhooks"
TOLERANCE_S = 300
"""How old a message may be, and how far ahead its clock."""
WEBHOOK = msgspec.json.Decoder(WebhookAndSecret)
WEBHOOKS = msgspec.json.Decoder(Webhooks)
SECRET = msgspec.json.Decoder(WebhookSecret)
TEST = msgspec.json.Decoder(WebhookTest)
DELIVERIES = msgspec.json.Decoder(WebhookDeliveries)


class BadWebhook(CroupierError):
    """What was posted is no message of the service, or an old one."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Return what a message says: its `type`, `timestamp` and `data`. Raise BadWebhook.

    `body` are the bytes as they came, and `secret` is what `add_webhook` has told. The same message
    may come twice; it has the same `webhook-id` then.
    """
    said = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, at = said["webhook-id"], said["webhook-timestamp"]
        if abs(time.time() - int(at)) > TOLERANCE_S:
            raise BadWebhook("The message is old, or the clock of this machine is wrong.")
        key = b64decode(secret.removeprefix("whsec_"), validate=True)
        signed = hmac.digest(key, f"{message_id}.{at}.".encode() + body, hashlib.sha256)
        wanted = f"v1,{b64encode(signed).decode()}".encode()
        given = [each.encode() for each in said["webhook-signature"].split()]
    except (KeyError, ValueError, binascii.Error) as error:
        raise BadWebhook("This is no message of a webhook.") from error
    if not any(hmac.compare_digest(wanted, each) for each in given):
        raise BadWebhook("The message is not signed with this secret.")
    found: dict[str, Any] = json.loads(body)
    return found


class WebhooksCore:
    """The webhooks of the caller."""

    session: Session

    def webhooks(self) -> Steps[Sequence[Webhook]]:
        """The webhooks, without their secrets."""
        return (yield from self.session.call(WEBHOOKS, self.session.request("GET", PATH))).webhooks

    def add_webhook(
        self,
        url: str,
        events: Sequence[str],
        while_online: bool | None = None,
        min_interval: str | None = None,
    ) -> Steps[WebhookAndSecret]:
        """Have a URL called: at most five. Keep its `secret`, which is told this once.

        Unless `while_online` is False it is told also while the caller is here; `min_interval`,
        such as "60s", is the least time between two turns.
        """
        body = {"url": url, "events": events, "whileOnline": while_online}
        request = self.session.request("POST", PATH, {**body, "minInterval": min_interval})
        return (yield from self.session.call(WEBHOOK, request))

    def delete_webhook(self, webhook_id: str) -> Steps[None]:
        """End a webhook. What is being sent at this moment may still arrive."""
        yield from self.session.answer(self.session.request("DELETE", _path(webhook_id)))

    def test_webhook(self, webhook_id: str) -> Steps[str]:
        """Have a message of the type "test" sent; the id of its delivery.

        One that arrives switches a webhook on again.
        """
        request = self.session.request("POST", f"{_path(webhook_id)}/test", {})
        return (yield from self.session.call(TEST, request)).id

    def change_webhook_secret(self, webhook_id: str) -> Steps[str]:
        """Another secret. For a day, messages are signed with both."""
        request = self.session.request("POST", f"{_path(webhook_id)}/secret", {})
        return (yield from self.session.call(SECRET, request)).secret

    def webhook_deliveries(self, webhook_id: str) -> Steps[Sequence[WebhookDelivery]]:
        """The last 50 messages with what became of them, the newest first."""
        request = self.session.request("GET", f"{_path(webhook_id)}/deliveries")
        return (yield from self.session.call(DELIVERIES, request)).deliveries

    def retry_webhook(self, webhook_id: str, delivery_id: str) -> Steps[None]:
        """Have a message sent once more that was sent before, or was given up."""
        path = f"{_path(webhook_id)}/deliveries/{checked_id(delivery_id)}/retry"
        yield from self.session.answer(self.session.request("POST", path, {}))


def _path(webhook_id: str) -> str:
    return f"{PATH}/{checked_id(webhook_id)}"
