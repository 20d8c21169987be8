"""What each command of `croupierctl` does; each gives its exit code."""

import argparse
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from engine.admin import export as files
from engine.admin import show as shown
from engine.admin.operator import Operator
from engine.admin.private_file import STANDARD
from engine.admin.verify_all import check_all
from engine.domain.errors import NotFound
from engine.store.maintenance import MaintenanceNotice


async def show(desk: Operator, given: argparse.Namespace) -> int:
    if given.secrets:
        return _tell(await shown.with_secrets(desk, given.id, given.reason))
    if given.json:
        return _tell(await shown.as_members(desk, given.id))
    return _tell(await shown.as_text(desk, given.id))


async def abort(desk: Operator, given: argparse.Namespace) -> int:
    match = await desk.abort(given.id, given.reason)
    return _tell(f"{match.id} is aborted, at version {match.version}")


async def export(desk: Operator, given: argparse.Namespace) -> int:
    path = Path(given.file)
    whole = await files.take_out(desk, given.id, path, given.reason)
    told = f"{given.id}, version {whole.version}, is in {given.file}"
    return 0 if path == STANDARD else _tell(told)


async def import_(desk: Operator, given: argparse.Namespace) -> int:
    whole = files.load(Path(given.file))
    await files.put_in(desk, whole)
    return _tell(f"{whole.match.id} is verified and stored, at version {whole.version}")


async def verify(desk: Operator, given: argparse.Namespace) -> int:
    tally = await check_all(desk, desk.wholes.ids() if given.all else _named(desk, given.ids))
    return _tell(str(tally), 1 if tally.wrong else 0)


async def reindex(desk: Operator, given: argparse.Namespace) -> int:
    return _tell(f"{await desk.list_again()} matches listed")


async def maintenance(desk: Operator, given: argparse.Namespace) -> int:
    switch = desk.store.maintenance
    if given.switch == "on":
        await switch.begin(MaintenanceNotice(given.message, given.retry_after, desk.time, desk.by))
    elif given.switch == "off":
        await switch.end()
    notice = await switch.notice()
    if notice is None:
        return _tell("off")
    return _tell(f"on since {notice.since}, by {notice.by}: {notice.message}")


async def _named(desk: Operator, match_ids: Sequence[str]) -> AsyncIterator[str]:
    """Each of them; raise NotFound for one that there is not."""
    for match_id in match_ids:
        if not await desk.wholes.is_there(match_id):
            raise NotFound(f"There is no match {match_id}.")
        yield match_id


def _tell(text: str, code: int = 0) -> int:
    """Write it, whatever characters the terminal knows; the exit code."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(f"{text}\n".encode(encoding, "backslashreplace").decode(encoding))
    return code
