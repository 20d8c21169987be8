"""Tools that take what they say, and nothing else; and what the service says, in words of tools."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ConfigDict, ValidationError

Function: TypeAlias = Callable[..., Any]
ROUTES: Mapping[str, str] = {
    "GET /v1/deals": "list_deals",
    "GET /v1/deals/*": "list_deals",
    "GET /v1/deals/*/board": "read_board",
    "GET /v1/games": "list_games",
    "GET /v1/games/*": "list_games",
    "GET /v1/games/*/rules": "read_rules",
    "GET /v1/players": "list_opponents",
    "GET /v1/players/me": "who_am_i",
    "GET /v1/matches": "list_matches",
    "POST /v1/matches": "create_match",
    "GET /v1/matches/*": "see_table",
    "GET /v1/matches/*/events": "follow",
    "GET /v1/matches/*/legal-moves": "list_legal_moves",
    "GET /v1/matches/*/replay": "read_replay",
    "POST /v1/matches/*/join": "join_match",
    "POST /v1/matches/*/leave": "resign",
    "POST /v1/matches/*/moves": "move",
    "POST /v1/matches/*/resign": "resign",
    "POST /v1/matches/*/undo": "answer_undo",
    "POST /v1/deals/*/try": "try_deal",
    "POST /v1/invitations": "join_match",
    "POST /v1/moves": "move",
}
"""The tool in place of a route; ids are *."""
MEMBERS: Mapping[str, str] = {
    "The body": "The call",
    "expectedDecision": "decision",
    "inviteCode": "invite_code",
    "matchId": "match_id",
    "perMove": "per_move",
}
"""The argument of a tool in place of a member of a request; and what else only requests have."""
ROUTE = re.compile(r"`?\b(GET|HEAD|POST|PUT|PATCH|DELETE) (/v1[\w/{}.*-]*[\w}*])`?")
MEMBER = re.compile(rf"\b({'|'.join(MEMBERS)})\b")
ID = re.compile(r"\{\w+\}|(?<=/)[\w-]{22}(?=/|$)|(?<=/games/)[\w-]+")


class StrictTool(Tool):
    """A tool that refuses what it does not know, in a sentence that says what it takes."""

    async def run(
        self,
        arguments: dict[str, Any],
        context: Context[Any, Any],
        convert_result: bool = False,
    ) -> Any:
        try:
            self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            raise ToolError(self._refusal(error)) from error
        return await super().run(arguments, context, convert_result)

    def _refusal(self, error: ValidationError) -> str:
        wrong = " ".join(_wrong(dict(each)) for each in error.errors())
        takes = ", ".join(self.parameters["properties"]) or "no arguments"
        wants = ", ".join(self.parameters.get("required", ()))
        return f"{self.name}: {wrong} It takes {takes}{f'; it needs {wants}' if wants else ''}."


def strict(function: Function, annotations: ToolAnnotations | None = None) -> StrictTool:
    """Return the tool of a function, whose schema allows no other arguments."""
    tool = StrictTool.from_function(function, annotations=annotations)
    loose = tool.fn_metadata.arg_model
    config = {"model_config": ConfigDict(extra="forbid"), "__module__": __name__}
    tool.fn_metadata.arg_model = type(loose.__name__, (loose,), config)
    tool.parameters = tool.fn_metadata.arg_model.model_json_schema(by_alias=True)
    assert isinstance(tool, StrictTool)  # noqa: S101 - from_function makes its own class
    return tool


def _wrong(error: Mapping[str, Any]) -> str:
    name = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        return f"There is no argument {name!r}."
    if error["type"] == "missing":
        return f"{name} is missing."
    return f"{name} cannot be {error['input']!r}: {error['msg']}."


def in_tools(said: str) -> str:
    """Return what the service says to programs that call it, as it concerns who calls tools."""
    named = ROUTE.sub(lambda found: _tool(found[1], found[2]), said)
    return MEMBER.sub(lambda found: MEMBERS[found[1]], named)


def _tool(method: str, path: str) -> str:
    return ROUTES.get(f"{method} {ID.sub('*', path)}", "a request")
