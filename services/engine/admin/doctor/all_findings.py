"""All that `croupierctl doctor` finds: of Redis and what it has, and of an engine."""

from engine.admin.doctor.checkup import examine
from engine.admin.doctor.engine_health import address_of, of_health, of_metrics
from engine.admin.doctor.finding import Finding
from engine.admin.operator import TIMEOUT_S
from engine.config import Settings


async def all_findings(
    settings: Settings, engine: str = "", timeout_s: float = TIMEOUT_S
) -> list[Finding]:
    """The findings; `engine` is the address of the one to ask, "" for that of the settings.

    Raise StoreUnavailable if Redis ceases to answer.
    """
    health = await of_health(engine or address_of(settings))
    known = await of_metrics(settings.metrics_address)
    return [*await examine(settings, timeout_s), health, *known]
