"""The refusals of operations: the document has each once, and operations refer to it."""

import re
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

REFERENCE = "#/components/responses/"
PROBLEM = "application/problem+json"
CODE = re.compile(r"`(\w+)`")
"""The codes in the description of a refusal, of which its name is made."""


def shared(operations: Iterable[Json]) -> dict[str, Json]:
    """Put references for the refusals of operations, and return what they refer to, by name.

    Of two with the same codes and other headers, the second one stays where it is.
    """
    made: dict[str, Json] = {}
    for operation in operations:
        responses = operation["responses"]
        for status, response in responses.items():
            if PROBLEM in response.get("content", ()):
                name = _name(response)
                if made.setdefault(name, response) == response:
                    responses[status] = {"$ref": REFERENCE + name}
    return dict(sorted(made.items()))


def _name(response: Json) -> str:
    codes = CODE.findall(response["description"])
    return "Or".join(code.title().replace("_", "") for code in codes)
