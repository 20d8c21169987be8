"""The versions of the web table that gateways of an installation have, this one's and others'.

While gateways are replaced, a page of one version may send its requests to a gateway that has
another. So each keeps its files in Redis as well, where the others find them: a page goes on
with the files that it began with until it reloads. The digest of what is found is checked, so
nothing is ever served under it but what it names.
"""

import asyncio
import gzip
import json
import logging
import re
import zlib
from collections.abc import Mapping
from typing import Any

from cachetools import LRUCache
from pydantic import TypeAdapter
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telemetry.redaction import error_location

from gateway.errors import unavailable
from gateway.tasks import cancel_and_wait
from gateway.transport.web_files import DIGITS, QUICK, WebFiles, digest_of

KEPT_S = 7 * 86_400
"""How long files are kept after the last gateway with them: pages stay open for days."""
AGAIN_S = 3600.0
RETRY_S = 10.0
OTHERS = 4
"""Other versions that are held in memory."""
MOST_BYTES = 32 * 1024 * 1024
"""The longest text of a version that is unpacked; the page's own is a sixtieth of it."""
GZIP = 16 + zlib.MAX_WBITS
CONTENTS = TypeAdapter(dict[str, str])
DIGEST = re.compile(f"[0-9a-f]{{{DIGITS}}}")

log = logging.getLogger("gateway")


class WebVersions:
    """Keeps this gateway's files for the others between `start` and `stop`, and finds theirs."""

    def __init__(self, own: WebFiles, redis: Redis) -> None:
        self.own = own
        self._redis = redis
        self._others: LRUCache[str, WebFiles] = LRUCache(OTHERS)
        self._finding: dict[str, asyncio.Task[WebFiles | None]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task, *self._finding.values())

    def known(self, digest: str) -> WebFiles | None:
        """Return the version if it is in memory."""
        return self.own if digest == self.own.digest else self._others.get(digest)

    async def find(self, digest: str) -> WebFiles | None:
        """Return a version that another gateway has. Raise Problem unavailable."""
        if not DIGEST.fullmatch(digest):
            return None
        # A page asks for all of its files at once: one request finds them for the others.
        if digest not in self._finding:
            self._finding[digest] = asyncio.create_task(self._find(digest))
            self._finding[digest].add_done_callback(lambda done: self._found(digest, done))
        return await asyncio.shield(self._finding[digest])

    async def _find(self, digest: str) -> WebFiles | None:
        try:
            stored: Any = await self._redis.get(_key(digest))
        except (RedisError, OSError) as error:
            raise unavailable() from error
        return await asyncio.to_thread(_unpacked, stored, digest) if stored else None

    def _found(self, digest: str, task: asyncio.Task[WebFiles | None]) -> None:
        del self._finding[digest]
        # Retrieving the error keeps asyncio from logging it if nobody waits any more.
        if not task.cancelled() and not task.exception() and (found := task.result()):
            self._others[digest] = found

    async def keep(self) -> None:
        """Store this gateway's files for the others. Raise RedisError or OSError."""
        await self._redis.set(_key(self.own.digest), _packed(self.own.contents), ex=KEPT_S)

    async def _run(self) -> None:
        while True:
            try:
                await self.keep()
                await asyncio.sleep(AGAIN_S)
            except (RedisError, OSError) as error:
                log.warning("the web table is not stored: %s", error_location(error))
                await asyncio.sleep(RETRY_S)


def _key(digest: str) -> str:
    return f"web:{digest}"


def _packed(contents: Mapping[str, bytes]) -> bytes:
    text = {name: body.decode("latin-1") for name, body in contents.items()}
    return gzip.compress(json.dumps(text).encode(), mtime=0)


def _unpacked(stored: bytes, digest: str) -> WebFiles | None:
    """Return the version; None if it is not the one of this digest, or is damaged."""
    unpacker = zlib.decompressobj(GZIP)
    try:
        text = unpacker.decompress(stored, MOST_BYTES)
        if not unpacker.eof:
            return None
        latin = CONTENTS.validate_json(text)
        contents = {name: body.encode("latin-1") for name, body in latin.items()}
        return WebFiles(contents, QUICK) if digest_of(contents) == digest else None
    except (zlib.error, ValueError, KeyError):
        return None
