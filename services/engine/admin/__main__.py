"""`croupierctl`, or `python -m engine.admin`.

Exit codes: 0 done, 1 refused or found to be wrong, 2 wrong arguments.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence

from croupier_match.refusals import Refusal
from croupier_match.verify.errors import Refuted
from croupier_tournament import refusals as tournaments
from redislink.refusals import TEXTS
from telemetry.startup import InvalidSettings, read

from engine.admin import commands
from engine.admin.arguments import parse
from engine.admin.export import NotAnExport
from engine.admin.moderation.accounts import BadName
from engine.admin.operator import open_operator
from engine.admin.players import NotAllowed
from engine.admin.research.research_export import NotExported
from engine.config import Settings
from engine.domain.errors import StoreUnavailable
from engine.rpc import status
from engine.store.export import Damaged, UnknownFormat

EXPECTED = (
    Refusal,
    tournaments.Refusal,
    Refuted,
    Damaged,
    UnknownFormat,
    NotAllowed,
    NotAnExport,
    NotExported,
    InvalidSettings,
    BadName,
)
NO_URL = (
    "Set ENGINE_REDIS_URL or REDIS_URL. Of a service that runs here, redis.url in the folder of its"
    " data has it."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    given = parse(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    url = os.environ.get("ENGINE_REDIS_URL") or os.environ.get("REDIS_URL")
    needs_redis = given.run is not commands.console_link
    if needs_redis and not url:
        return _fail(NO_URL)
    try:
        if not needs_redis:
            return commands.console_link(given)
        return asyncio.run(_run(given, read(Settings, redis_url=url)))
    except StoreUnavailable as error:
        text = TEXTS.get(error.kind)
        return _fail(f"Redis: {text}." if text else str(error))
    except EXPECTED as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename or 'standard output'}: {error.strerror}.")
    except Exception as error:
        status.report(error, "croupierctl")  # without its message: that could hold a card
        return 1


async def _run(given: argparse.Namespace, settings: Settings) -> int:
    chosen: object = given.run
    if chosen is commands.doctor:
        return await commands.doctor(settings, given)
    if chosen is commands.console:
        return await commands.console(settings, given)
    async with open_operator(settings, given.by) as operator:
        code: int = await given.run(operator, given)
        return code


def _fail(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
