"""Bodies about webhooks: what is asked for, and what is answered."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from redislink.hook_urls import MAX_URL, of_push_service, parse
from redislink.hooks import EVENTS

from gateway.contract.field_types import Duration, Id, Time
from gateway.contract.request_models import Body, without_default
from gateway.contract.response_models import Answer

HookEvent = Literal[
    "yourTurn",
    "matchStarted",
    "matchFinished",
    "invited",
    "rematchOffered",
    "entropyNeeded",
    "checkInOpened",
    "roundPaired",
    "tournamentFinished",
]


def _checked(url: str) -> str:
    """Return `url`. Raise ValueError if no webhook may have it."""
    parse(url)
    return url


def _each_once(events: list[HookEvent]) -> list[HookEvent]:
    """Return the events, each of them once, in the order of the document."""
    return [each for each in EVENTS if each in events]


HookUrl = Annotated[
    str,
    AfterValidator(_checked),
    # Which hosts there may be is beyond a pattern: docs/webhooks.md says it.
    WithJsonSchema({"type": "string", "format": "webhook-url", "maxLength": MAX_URL}),
]


def _of_push_service(url: str) -> str:
    """Return `url`. Raise ValueError unless it is that of a push service."""
    of_push_service(url)
    return url


class PushKeys(Body):
    """The keys of a subscription, as browsers name them."""

    p256dh: Annotated[
        str,
        StringConstraints(pattern=re.compile(r"^[A-Za-z0-9_-]{87}=?\Z")),
        WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9_-]{87}$"}),
    ] = Field(alias="p256dh")
    auth: Annotated[
        str,
        StringConstraints(pattern=re.compile(r"^[A-Za-z0-9_-]{22}(==)?\Z")),
        WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}),
    ]


class NewPush(Body):
    endpoint: Annotated[
        str,
        AfterValidator(_of_push_service),
        WithJsonSchema({"type": "string", "format": "push-endpoint", "maxLength": MAX_URL}),
    ] = Field(description="The `endpoint` of the subscription: that of a known push service.")
    keys: PushKeys
    events: Annotated[list[HookEvent], AfterValidator(_each_once)] = Field(
        ["yourTurn", "invited", "rematchOffered", "matchFinished"],
        min_length=1,
        max_length=len(EVENTS),
        description="What to tell.",
        json_schema_extra=without_default,
    )


class NewWebhook(Body):
    url: HookUrl = Field(
        description="Where to post: https, port 443 or 8443, and a host by its name, which has "
        "public addresses only."
    )
    events: Annotated[list[HookEvent], AfterValidator(_each_once)] = Field(
        min_length=1, max_length=len(EVENTS), description="What to tell."
    )
    while_online: bool = Field(True, description="Whether to tell while you are here as well.")
    min_interval: Duration = Field(
        "0s", description="The least time between two `yourTurn`, a day at the most."
    )


class Webhook(Answer):
    id: Id
    url: str
    events: list[HookEvent]
    while_online: bool
    min_interval: str
    create_time: Time
    status: Literal["on", "failing", "gone", "off"] = Field(
        description="`failing` while nothing could be delivered; `off` after five days of that, "
        "`gone` after an answer with 410. A `test` that is delivered switches it on again."
    )
    failing_since: Time | None = Field(description="null unless it fails.")


class WebhookAndSecret(Webhook):
    secret: str = Field(description="Shown this once. What is posted is signed with it.")


class WebhookSecret(Answer):
    secret: str = Field(description="Shown this once. The one before signs for a day, too.")


class Webhooks(Answer):
    webhooks: list[Webhook]


class WebhookDelivery(Answer):
    id: str = Field(description="The header `webhook-id` of the message.")
    type: Literal[HookEvent, "test"]
    match_id: Id | None
    version: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
    create_time: Time
    state: Literal["waiting", "sent", "superseded", "dead"] = Field(
        description="`superseded` if it was not sent, since something newer had happened; `dead` "
        "if it will not be tried again."
    )
    tries: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
    status: int | None = Field(description="Of the last answer; null without one.")
    error: str | None = Field(description="One word that says why there was no answer.")
    last_try: Time | None
    next_try: Time | None


class WebhookDeliveries(Answer):
    deliveries: list[WebhookDelivery] = Field(description="The last 50, the newest first.")


class WebhookTest(Answer):
    id: str = Field(description="Of the delivery.")


class PushBrowser(Answer):
    id: Id
    token_id: Id | None = Field(
        description="The token with which it ends, as `GET /v1/players/me/tokens` has it; null for "
        "that of an issuer."
    )
    events: list[HookEvent]
    create_time: Time
    status: Literal["on", "failing", "gone", "off"] = Field(
        description="`gone` once its service does not know it any more, `off` after five days "
        "without a success: then it must subscribe anew."
    )


class Push(Answer):
    """Where you are told by Web Push."""

    public_key: str | None = Field(
        description="What to subscribe with, base64url; null if this installation tells nobody."
    )
    browsers: list[PushBrowser]
