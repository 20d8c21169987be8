"""Webhooks of a player: URLs that are told what waits for it."""

from typing import Annotated, Any

import orjson
from fastapi import Depends, Response
from redislink.hooks import EVENTS, Delivery, Hook, Standing

from gateway import context
from gateway.asked import Asked, Reading, Who
from gateway.contract import durations, hook_models, request_models
from gateway.dependencies import Dependencies, Deps
from gateway.http import times
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.parameters import DeliveryId, WebhookId, parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.limits.requester import Requester
from gateway.players.hooks import Shown, new_hook
from gateway.players.player import Player
from gateway.players.repeats import Answer
from gateway.players.tokens import PLAY, READ, id_for
from gateway.routing import ACT_ERRORS, POST_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players/me/webhooks", tags=["Webhooks"])

NEW_WEBHOOK = Reading(hook_models.NewWebhook)
NOTHING = Reading(request_models.Nothing)
DAY_MS = 24 * 60 * 60 * 1000


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=hook_models.WebhookAndSecret,
    responses=error_responses(*POST_ERRORS, "conflict"),
    openapi_extra=request_body(
        hook_models.NewWebhook,
        turns={
            "url": "https://hooks.example.com/turns",
            "events": ["yourTurn", "matchFinished"],
            "whileOnline": False,
            "minInterval": "60s",
        },
    ),
)
async def create_webhook(
    asked: Annotated[Asked[hook_models.NewWebhook], Depends(NEW_WEBHOOK)], deps: Deps
) -> Response:
    """Have a URL told of what waits for you: at most 5.

    What is posted says what has happened in which match, and never what you or others hold. It is
    signed as Standard Webhooks says, with the secret of this answer. Your account is then kept for
    good, as with a first move.
    """
    player, body = await deps.authenticator.required(asked.who, PLAY), asked.body
    hook = new_hook(
        player.id,
        asked.key,
        url=body.url,
        events=body.events,
        while_online=body.while_online,
        min_interval=min(durations.to_ms(body.min_interval), DAY_MS),
    )

    async def add() -> Answer:
        made = await deps.hooks.add(hook)
        shown = {**_shown(Shown(made, Standing())), "secret": made.secrets[0][0]}
        return Answer(201, orjson.dumps(shown))

    answer = await deps.repeats.once(asked.idempotency(), player, add)
    await context.changed()  # or the account would expire, and the hook would not
    return answer


@router.get(
    "",
    bucket="reads",
    response_model=hook_models.Webhooks,
    responses=error_responses(*TOKEN_ERRORS),
)
async def list_webhooks(who: Who, deps: Deps) -> Response:
    """List your webhooks, without their secrets."""
    player = await deps.authenticator.required(who, READ)
    return json_response({"webhooks": [_shown(each) for each in await deps.hooks.of(player.id)]})


@router.get(
    "/{webhook_id}",
    bucket="reads",
    response_model=hook_models.Webhook,
    responses=error_responses(*READ_ERRORS),
)
async def get_webhook(webhook_id: WebhookId, who: Who, deps: Deps) -> Response:
    """Read a webhook: whether it is on, above all."""
    player = await deps.authenticator.required(who, READ)
    return json_response(_shown(await _of(player, webhook_id, deps)))


@router.delete(
    "/{webhook_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS),
)
async def delete_webhook(webhook_id: WebhookId, who: Who, deps: Deps) -> Response:
    """End a webhook. What is being sent at this moment may still arrive."""
    player = await _changing(who, webhook_id, deps)
    await deps.hooks.remove((await _of(player, webhook_id, deps)).hook)
    return Response(status_code=204)


@router.post(
    "/{webhook_id}/test",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=202,
    response_model=hook_models.WebhookTest,
    responses=error_responses(*ACT_ERRORS),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def test_webhook(
    webhook_id: WebhookId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Have a message of the type `test` sent now: at most 20 in a day.

    Its delivery is in the list of deliveries. If it arrives, a webhook that was off is on again.
    """
    player = await _changing(asked.who, webhook_id, deps)
    hook = (await _of(player, webhook_id, deps)).hook
    test_id = id_for("webhook", player.id, asked.key)

    async def ask() -> Answer:
        await deps.hooks.test(hook, test_id)
        return Answer(202, orjson.dumps({"id": test_id}))

    return await deps.repeats.once(asked.idempotency(), player, ask)


@router.post(
    "/{webhook_id}/secret",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=hook_models.WebhookSecret,
    responses=error_responses(*ACT_ERRORS),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def change_webhook_secret(
    webhook_id: WebhookId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Make another secret. For a day, messages are signed with both."""
    player = await _changing(asked.who, webhook_id, deps)

    async def change() -> Answer:
        changed = await deps.hooks.change_secret(player.id, parse_id(webhook_id, "webhook"))
        return Answer(201, orjson.dumps({"secret": changed.secrets[0][0]}))

    return await deps.repeats.once(asked.idempotency(), player, change)


@router.get(
    "/{webhook_id}/deliveries",
    bucket="reads",
    response_model=hook_models.WebhookDeliveries,
    responses=error_responses(*READ_ERRORS),
)
async def list_webhook_deliveries(webhook_id: WebhookId, who: Who, deps: Deps) -> Response:
    """List the last 50 messages, and what became of them."""
    player = await deps.authenticator.required(who, READ)
    found = await deps.hooks.deliveries((await _of(player, webhook_id, deps)).hook)
    return json_response({"deliveries": [_delivery(each) for each in found]})


@router.post(
    "/{webhook_id}/deliveries/{delivery_id}/retry",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=202,
    response_model=hook_models.WebhookTest,
    responses=error_responses(*ACT_ERRORS, "conflict"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def retry_webhook_delivery(
    webhook_id: WebhookId,
    delivery_id: DeliveryId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Have a message sent once more that was sent before, or was given up."""
    player = await _changing(asked.who, webhook_id, deps)
    hook = (await _of(player, webhook_id, deps)).hook

    async def retry() -> Answer:
        await deps.hooks.retry(hook, delivery_id)
        return Answer(202, orjson.dumps({"id": delivery_id}))

    return await deps.repeats.once(asked.idempotency(), player, retry)


async def _changing(who: Requester, webhook_id: str, deps: Dependencies) -> Player:
    """Return who may change the webhook. Raise Problem."""
    return await deps.authenticator.required(
        who, PLAY, check_found=lambda player: _of(player, webhook_id, deps)
    )


async def _of(player: Player, webhook_id: str, deps: Dependencies) -> Shown:
    return await deps.hooks.one(player.id, parse_id(webhook_id, "webhook"))


def _shown(shown: Shown) -> dict[str, Any]:
    hook: Hook = shown.hook
    failing = shown.standing.failing
    return {
        "id": hook.id,
        "url": hook.url,
        "events": [each for each in EVENTS if each in hook.events],
        "whileOnline": hook.while_online,
        "minInterval": f"{hook.min_interval / 1000:g}s",
        "createTime": times.of_ms(hook.created),
        "status": shown.status,
        "failingSince": times.of_ms(failing) if failing else None,
    }


def _delivery(delivery: Delivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "type": delivery.type,
        "matchId": delivery.data.get("matchId"),
        "version": delivery.version,
        "createTime": times.of_ms(delivery.at),
        "state": delivery.state,
        "tries": delivery.tries,
        "status": delivery.status or None,
        "error": delivery.error or None,
        "lastTry": times.of_ms(delivery.last) if delivery.last else None,
        "nextTry": times.of_ms(delivery.next) if delivery.next else None,
    }
