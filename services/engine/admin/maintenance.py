"""Maintenance mode, as operators switch it on and off."""

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.store.maintenance import MaintenanceNotice


async def begin(operator: Operator, message: str, retry_after_s: int, reason: str = "") -> None:
    """Admit no new matches, or replace the notice. Raise StoreUnavailable."""
    notice = MaintenanceNotice(message, retry_after_s, operator.time, operator.by)
    async with operator.doing(Kind.MAINTENANCE_BEGIN, reason=reason, detail=message):
        await operator.store.maintenance.begin(notice)


async def end(operator: Operator, reason: str = "") -> None:
    """Admit new matches again. Raise StoreUnavailable."""
    async with operator.doing(Kind.MAINTENANCE_END, reason=reason):
        await operator.store.maintenance.end()
