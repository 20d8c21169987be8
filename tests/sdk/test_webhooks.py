"""Webhooks and identities by the client in Python, and messages beside Standard Webhooks."""

import asyncio
import time
from base64 import b64encode
from datetime import UTC, datetime

import pytest
import trustme
from croupier_client import (
    AsyncCroupier,
    BadWebhook,
    Conflict,
    Croupier,
    Refused,
    verify_webhook,
)
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from tests.support.heralds import NAME, herald, receiver
from tests.support.issuers import SHARED, shared_id_token
from tests.support.live import Live
from tests.support.matches import fresh_id

SECRET = f"whsec_{b64encode(bytes(range(32))).decode()}"
BODY = b'{"type": "yourTurn", "data": {"name": "\xc3\xa4"}}'


@pytest.mark.service
@pytest.mark.anyio
async def test_a_webhook_is_made_tested_looked_after_and_ended(live: Live) -> None:
    authority = trustme.CA()
    async with (
        receiver(authority) as called,
        herald(live, authority, called),
        AsyncCroupier(live.url) as me,
    ):
        player = await me.register("Ann", kind="human")
        url = f"https://{NAME}/{player.id}"
        hook = await me.add_webhook(url, ["yourTurn"], while_online=False, min_interval="60s")
        assert (hook.url, hook.while_online, hook.min_interval) == (url, False, "60s")
        test_id = await me.test_webhook(hook.id)
        await called.until(lambda it: len(it.messages) == 1)
        await _is_sent(me, hook.id, test_id)
        secret = await me.change_webhook_secret(hook.id)
        await me.retry_webhook(hook.id, test_id)
        await called.until(lambda it: len(it.messages) == 2)
        secrets = [[hook.secret], [hook.secret, secret]]
        for message, known in zip(called.receiver.received, secrets, strict=True):
            for each in known:
                told = verify_webhook(message.body, message.headers, each)
                assert told == Webhook(each).verify(message.body, message.headers)
                assert told["type"] == "test"
                assert told["data"]["installation"] == (await me.about()).installation
        assert [each.id for each in await me.webhooks()] == [hook.id]
        await me.delete_webhook(hook.id)
        assert not await me.webhooks()


async def _is_sent(me: AsyncCroupier, webhook_id: str, delivery_id: str) -> None:
    async with asyncio.timeout(60):
        while [each.state for each in await me.webhook_deliveries(webhook_id)] != ["sent"]:
            pass
    assert [each.id for each in await me.webhook_deliveries(webhook_id)] == [delivery_id]


def signed(body: bytes = BODY, secret: str = SECRET, ago_s: float = 0) -> dict[str, str]:
    """The headers of a message, by the other library."""
    at = time.time() - ago_s
    signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(at, UTC), body.decode())
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at)),
        "Webhook-Signature": signature,
    }


OTHER = f"whsec_{b64encode(bytes(32)).decode()}"


def messages() -> dict[str, tuple[bytes, dict[str, str], bool]]:
    """Messages of this moment by what they are, and whether they are good."""
    return {
        "good": (BODY, signed(), True),
        "by a second secret": (
            BODY,
            {
                **signed(),
                "Webhook-Signature": f"{signed(secret=OTHER)['Webhook-Signature']} "
                f"{signed()['Webhook-Signature']}",
            },
            True,
        ),
        "four minutes old": (BODY, signed(ago_s=240), True),
        "six minutes old": (BODY, signed(ago_s=360), False),
        "six minutes ahead": (BODY, signed(ago_s=-360), False),
        "another body": (BODY + b" ", signed(), False),
        "another secret": (BODY, signed(secret=OTHER), False),
        "another id": (BODY, {**signed(), "Webhook-Id": "msg_2"}, False),
        "another version": (
            BODY,
            {**signed(), "Webhook-Signature": signed()["Webhook-Signature"].replace("v1,", "v2,")},
            False,
        ),
        "no time": (BODY, {**signed(), "Webhook-Timestamp": "now"}, False),
        "no signature": (BODY, {**signed(), "Webhook-Signature": ""}, False),
        "an odd signature": (BODY, {**signed(), "Webhook-Signature": "v1 \u00e4"}, False),
        "no headers": (BODY, {}, False),
    }


@pytest.mark.parametrize("name", messages())
def test_a_message_is_taken_as_by_standardwebhooks(name: str) -> None:
    body, headers, good = messages()[name]
    if good:
        expected = Webhook(SECRET).verify(body, headers)
        assert verify_webhook(body, headers, SECRET) == expected
        return
    with pytest.raises((WebhookVerificationError, ValueError)):
        Webhook(SECRET).verify(body, headers)
    with pytest.raises(BadWebhook):
        verify_webhook(body, headers, SECRET)


def test_an_identity_opens_the_account_that_has_it(live: Live) -> None:
    subject = fresh_id()
    with Croupier(live.url) as guest, Croupier(live.url) as phone, Croupier(live.url) as other:
        player = guest.register("Ann", kind="human")
        added = guest.add_identity(shared_id_token(subject))
        assert [each.id for each in guest.identities()] == [added.id]
        assert added.issuer == SHARED
        assert phone.sign_in(id_token=shared_id_token(subject), name="phone").id == player.id
        assert phone.token not in ("", guest.token)
        other.register("Bob", kind="human")
        with pytest.raises(Conflict):
            other.add_identity(shared_id_token(subject))
        guest.remove_identity(added.id)
        assert not guest.identities()
        with Croupier(live.url) as nobody, pytest.raises(Refused):
            nobody.sign_in(id_token=OTHER)
