"""Request bodies: what the pydantic models have in common that they are validated against."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema
from pydantic.alias_generators import to_camel
from redislink.display_names import NAME_LENGTH, check_name

EITHER = "x-either"
MOST = 2**32 - 1
"""More than any version or seat: the service takes larger numbers for this one."""
Count = Annotated[
    int, Field(ge=0), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST})
]
MAX_GAMES = 32
"""The most games of an offer."""
MAX_KEY = 1000
HouseKey = Annotated[str, Field(max_length=MAX_KEY)]
Name = Annotated[
    str,
    AfterValidator(check_name),
    # Which characters can be seen is beyond a pattern: docs/api.md says it.
    WithJsonSchema({"type": "string", "format": "name", "minLength": 1, "maxLength": NAME_LENGTH}),
]


class Body(BaseModel):
    """A request body: documented members only, each of exactly its type."""

    # The regex engine of Python, since its \Z allows no newline at the end of a text.
    model_config = ConfigDict(
        extra="forbid", strict=True, alias_generator=to_camel, regex_engine="python-re"
    )

    def as_posted(self) -> dict[str, Any]:
        """Return the members that were sent, as a fingerprint of the request has them."""
        return self.model_dump(mode="json", exclude_unset=True)


def exactly_one(**lacks: list[JsonValue]) -> ConfigDict:
    """Return the configuration of a model that must have exactly one of these members.

    Each keyword is such a member, as it is in JSON; its value has those that cannot be beside it.
    """
    return ConfigDict(json_schema_extra={EITHER: {**lacks}})


def without_default(schema: dict[str, Any]) -> None:
    """Take the default out of the schema of a member: what is left out stays as it is."""
    schema.pop("default", None)


def bounded(games: object) -> object:
    """Return the games. Raise ValueError for more than pydantic should describe the errors of."""
    if isinstance(games, dict):
        if not 1 <= len(games) <= MAX_GAMES:
            raise ValueError(f"must have 1 to {MAX_GAMES} games")
        if any(isinstance(each, dict) and len(each) > MAX_GAMES for each in games.values()):
            raise ValueError("the members of a game are maxMatches and clocks")
    return games


class Nothing(Body):
    """An empty object, or no body at all."""
