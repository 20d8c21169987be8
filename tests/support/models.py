"""Language models at a table: the official client of MCP, with the tools of `croupier-mcp`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from croupier_client.mcp.players import Players
from croupier_client.mcp.server import build
from mcp import Client, MCPError
from mcp_types import TextContent, TextResourceContents

from tests.support.players import Client as Player


@asynccontextmanager
async def model_of(player: Player) -> AsyncIterator[Client]:
    """A model that plays as this player, in this process."""
    async with Client(build(Players(player.url, token=player.token))) as model:
        yield model


async def called(model: Client, tool: str, **arguments: object) -> tuple[bool, str]:
    """Whether a tool has failed, and what it answers."""
    answer = await model.call_tool(tool, arguments)
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return answer.is_error, content.text


async def told(model: Client, tool: str, **arguments: object) -> str:
    """What a tool answers, which must not be an error."""
    failed, text = await called(model, tool, **arguments)
    assert not failed, text
    return text


async def refused(model: Client, tool: str, **arguments: object) -> str:
    """The error that a tool answers."""
    failed, text = await called(model, tool, **arguments)
    assert failed, text
    return text


async def read(model: Client, uri: str) -> str:
    """A resource as text, or the error."""
    try:
        (content,) = (await model.read_resource(uri)).contents
    except MCPError as error:
        return f"error: {error}"
    assert isinstance(content, TextResourceContents)
    return content.text
