"""Responses that run once FastAPI has returned.

A stream goes on for hours, and keeps the frames of all that has called it: routers, middleware,
exit stacks. In FastAPI these are a third of its memory. So a stream that is served by
`run_unwound` is only left there, and begins when FastAPI is through with the request.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

LATER = "croupier.later"
OF_FASTAPI = ("fastapi_inner_astack", "fastapi_function_astack", "fastapi_middleware_astack")
"""What FastAPI puts into a scope, and needs no more when it has returned."""


async def run_unwound(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Run the application, and then the response that it has left to be run."""
    left: list[ASGIApp] = []
    scope.setdefault("extensions", {})[LATER] = left
    await app(scope, receive, send)
    if left:
        for name in OF_FASTAPI:
            scope.pop(name, None)
        await left.pop()(scope, receive, send)


def leave(response: ASGIApp, scope: Scope) -> bool:
    """Leave the response to be run later; return whether it will be."""
    left: list[ASGIApp] | None = scope.get("extensions", {}).pop(LATER, None)
    if left is None:
        return False
    left.append(response)
    return True
