"""Web Push: browsers that are told what waits for their player."""

from typing import Annotated, Any

from fastapi import Depends, Response
from redislink.hooks import EVENTS, Standing

from gateway import context
from gateway.asked import Asked, Reading, Who
from gateway.contract import hook_models
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import times
from gateway.http.parameters import BrowserId, parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.hooks import Shown, new_browser
from gateway.players.tokens import PLAY, READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players/me/push", tags=["Webhooks"])

NEW_PUSH = Reading(hook_models.NewPush, keyed=False)
NO_PUSH = "This installation tells nobody by Web Push."
EXAMPLE = {
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpk"
        "NtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}


@router.get(
    "",
    bucket="reads",
    response_model=hook_models.Push,
    responses=error_responses(*TOKEN_ERRORS),
)
async def get_push(who: Who, deps: Deps) -> Response:
    """Read what to subscribe with, and which of your browsers are told."""
    player = await deps.authenticator.required(who, READ)
    browsers = [_shown(each) for each in await deps.hooks.browsers(player.id)]
    return json_response({"publicKey": await deps.hooks.push_key() or None, "browsers": browsers})


@router.put(
    "",
    bucket="creates",
    response_model=hook_models.PushBrowser,
    responses=error_responses(
        *TOKEN_ERRORS, "too_large", "unsupported_media_type", "malformed", "conflict"
    ),
    openapi_extra=request_body(hook_models.NewPush, firefox=EXAMPLE),
)
async def put_push(
    asked: Annotated[Asked[hook_models.NewPush], Depends(NEW_PUSH)], deps: Deps
) -> Response:
    """Have a browser be told by Web Push what you do not see: up to 10 of them.

    A message has a type and the id of a match, for the browser alone to read. Send this again
    whenever the subscription or your choice of `events` changes. It ends when the token that is
    sent is ended. Your account is then kept for good, as with a first move.
    """
    player, body = await deps.authenticator.required(asked.who, PLAY), asked.body
    if not await deps.hooks.push_key():
        raise Problem("conflict", NO_PUSH)
    keys = (body.keys.p256dh, body.keys.auth)
    token = await deps.tokens.id_of(player, asked.who.token or "")
    browser = new_browser(player.id, body.endpoint, keys, body.events, token)
    made = await deps.hooks.tell_browser(browser)
    await context.changed()  # as for webhooks
    return json_response(_shown(Shown(made, Standing())))


@router.delete(
    "/{browser_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS),
)
async def delete_push(browser_id: BrowserId, who: Who, deps: Deps) -> Response:
    """Have a browser be told nothing more, as when you sign out there."""
    player = await deps.authenticator.required(who, PLAY)
    known = {each.hook.id: each.hook for each in await deps.hooks.browsers(player.id)}
    hook = known.get(parse_id(browser_id, "browser"))
    if hook is None:
        raise Problem("not_found", "There is no such browser.")
    await deps.hooks.remove(hook)
    return Response(status_code=204)


def _shown(shown: Shown) -> dict[str, Any]:
    hook = shown.hook
    return {
        "id": hook.id,
        "tokenId": hook.token or None,
        "events": [each for each in EVENTS if each in hook.events],
        "createTime": times.of_ms(hook.created),
        "status": shown.status,
    }
