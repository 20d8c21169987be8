"""A description of the machine that a benchmark has run on."""

import os
import platform
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

from redis import Redis

PACKAGES = (
    *("fastapi", "starlette", "uvicorn", "uvloop", "httptools", "websockets", "orjson"),
    *("pydantic", "grpcio", "protobuf", "redis", "hiredis"),
)
SYNCS = 200
BLOCK = 4096


def load() -> str:
    """The load average of the last minute: far above 0, results depend on chance."""
    return f"{os.getloadavg()[0]:.1f} before it began"


def about(redis_url: str, folder: Path) -> dict[str, str]:
    """What the results depend on: processor, versions, and the disk that holds `folder`."""
    with Redis.from_url(redis_url) as redis:
        info = redis.info("server")
        sync = redis.config_get("appendfsync")["appendfsync"]
    system = f"{platform.system()} {platform.machine()}"
    return {
        "machine": f"{processor()}, {os.cpu_count()} cores, {system}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "redis": f"{info['redis_version']}, appendfsync {sync}",
        "fsync": f"{sync_ms(folder):.2f} ms for {BLOCK} bytes, median of {SYNCS}",
        "packages": ", ".join(f"{name} {version(name)}" for name in PACKAGES),
    }


def sync_ms(folder: Path) -> float:
    """The median time in which the disk makes a small write durable, in milliseconds."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(BLOCK))
            start = perf_counter()
            os.fdatasync(file.fileno())
            times.append(perf_counter() - start)
    return median(times) * 1000


def processor() -> str:
    """The name of the processor, if the system has it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")
