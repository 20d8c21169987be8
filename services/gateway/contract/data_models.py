"""The lines of a player's own data."""

from typing import Literal

from pydantic import Field

from gateway.contract.access_models import AccessEvent, Passkey, StoredCode
from gateway.contract.field_types import Id, Scope, Time
from gateway.contract.player_models import OwnPlayer
from gateway.contract.rating_models import Access, Meetings, Rating, Statistics
from gateway.contract.response_models import Answer


class DataAccount(OwnPlayer):
    what: Literal["account"]
    since: Time


class DataToken(Answer):
    what: Literal["token"]
    id: str
    name: str
    scopes: list[Scope]
    create_time: Time
    expire_time: Time | None


class DataPasskey(Passkey):
    what: Literal["passkey"]


class DataRecoveryCode(StoredCode):
    what: Literal["recoveryCode"]


class DataAccessEvent(AccessEvent):
    what: Literal["accessEvent"]


class DataFriend(Answer):
    what: Literal["friend"]
    player_id: Id
    state: Literal["friend", "asked", "asks"]


class DataBlock(Answer):
    what: Literal["block"]
    player_id: Id
    time: Time


class DataReport(Answer):
    """A report that you have made."""

    what: Literal["report"]
    time: Time
    player_id: Id
    reason: str
    match_id: Id | None
    text: str


class DataRating(Rating):
    what: Literal["rating"]


class DataReliability(Answer):
    what: Literal["reliability"]
    percent: int | None


class DataStatistics(Statistics):
    what: Literal["statistics"]


class DataMet(Meetings):
    what: Literal["met"]
    player_id: Id
    access: Access


class DataMatch(Answer):
    what: Literal["match"]
    id: Id
    path: str = Field(description="Where it is found: with `/replay` behind it, its whole log.")


class DataTournament(Answer):
    what: Literal["tournament"]
    id: Id
    path: str = Field(description="Where it is found: with `/log` behind it, all that you did.")


class DataMissing(Answer):
    """A part of the service does not answer that may have more of this: ask again later."""

    what: Literal["missing"]
    of: Literal["rating", "report"]


class DataEnd(Answer):
    what: Literal["end"]


LINES = (
    DataAccount,
    DataToken,
    DataPasskey,
    DataRecoveryCode,
    DataAccessEvent,
    DataFriend,
    DataBlock,
    DataReport,
    DataRating,
    DataReliability,
    DataStatistics,
    DataMet,
    DataMatch,
    DataTournament,
    DataMissing,
    DataEnd,
)
