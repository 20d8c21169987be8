"""Settings with which a busy machine is no outage to the programs."""

from typing import Final, TypedDict


class Patience(TypedDict):
    """Settings in seconds, as environment variables have them."""

    GATEWAY_ENGINE_TIMEOUT_S: str
    GATEWAY_REDIS_TIMEOUT_S: str
    GATEWAY_QUEUE_S: str
    GATEWAY_DRAIN_S: str
    ENGINE_REDIS_TIMEOUT_S: str
    ENGINE_RULES_TIMEOUT_S: str
    ENGINE_DRAIN_S: str


PATIENT: Final[Patience] = {
    "GATEWAY_ENGINE_TIMEOUT_S": "60",
    "GATEWAY_REDIS_TIMEOUT_S": "30",
    "GATEWAY_QUEUE_S": "60",
    "GATEWAY_DRAIN_S": "120",
    "ENGINE_REDIS_TIMEOUT_S": "30",
    "ENGINE_RULES_TIMEOUT_S": "5",
    "ENGINE_DRAIN_S": "120",
}
