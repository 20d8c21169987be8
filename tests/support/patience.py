"""Settings with which a busy machine is no outage to the programs."""

PATIENT = {
    "GATEWAY_ENGINE_TIMEOUT_S": "60",
    "GATEWAY_REDIS_TIMEOUT_S": "30",
    "GATEWAY_DRAIN_S": "120",
    "ENGINE_REDIS_TIMEOUT_S": "30",
    "ENGINE_DRAIN_S": "120",
}
