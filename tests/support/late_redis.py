"""A Redis that answers late: what it sends arrives as much later as a test likes."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from urllib.parse import urlsplit

BLOCK = 65536
START_S = 60.0


class LateRedis:
    """Stands before the Redis at a Unix socket, and is itself at `url`.

    `late_s` holds for what Redis sends from now on.
    """

    def __init__(self, redis_url: str) -> None:
        self.redis_url = redis_url
        self.late_s = 0.0
        self.url = ""
        self.end: Callable[[], object] = lambda: None

    async def serve(self, ready: threading.Event) -> None:
        """Serve until `end` is called, from any thread."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        self.end = partial(loop.call_soon_threadsafe, over.set)
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as server:
            self.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ready.set()
            await over.wait()

    async def _carry(self, theirs: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        answers, redis = await asyncio.open_unix_connection(urlsplit(self.redis_url).path)
        try:
            await asyncio.gather(self._send(theirs, redis), self._answer(answers, back))
        finally:
            back.close()
            redis.close()

    async def _send(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while block := await source.read(BLOCK):
                to.write(block)
        to.close()

    async def _answer(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        """Pass each block on as late as it should be; meanwhile, the next ones are read."""
        loop, due = asyncio.get_running_loop(), 0.0
        with suppress(OSError):
            while block := await source.read(BLOCK):
                due = max(due, loop.time() + self.late_s)
                loop.call_at(due, to.write, block)
        await asyncio.sleep(due - loop.time())


@contextmanager
def late_redis(redis_url: str) -> Iterator[LateRedis]:
    """Serve a LateRedis from a thread of its own, until the end of the block."""
    late, ready = LateRedis(redis_url), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(late.serve(ready)))
    thread.start()
    try:
        assert ready.wait(START_S)
        yield late
    finally:
        late.end()
        thread.join()
