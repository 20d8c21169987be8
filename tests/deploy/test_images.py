"""The images are made from what reaches every builder, and have that only."""

import io
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

import pytest
import yaml

from tests.support.redis_source import REDIS_IMAGE
from tools.images import Files, different, files
from tools.stack import OWN_GAMES, ROOT

DOCKERFILE = (ROOT / "deploy/docker/Dockerfile").read_text()
REDIS = re.compile(r"(?:image: |REDIS_IMAGE:-)(redis:[^\s}]+)")
COPY = re.compile(r"^COPY +(?!--from)(.+) +\S+$", re.M)


def copied() -> Iterator[str]:
    """The paths that the Dockerfile copies from the checkout."""
    for sources in COPY.findall(DOCKERFILE):
        yield from sources.split()


def let_in(path: str) -> bool:
    """Whether .dockerignore lets the path in: the last pattern says so that matches it, or what
    it is in."""
    let = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#") and matches(path, pattern.removeprefix("**/")):
            let = line.startswith("!")
    return let


def matches(path: str, pattern: str) -> bool:
    whole = PurePosixPath(path)
    return any(fnmatchcase(str(each), pattern) for each in (whole, *whole.parents) if each.name)


def test_what_is_copied_into_an_image_is_let_in() -> None:
    sources = set(copied())
    assert {"bots", "libs", "services", "web", "README.md", "tools/protoc.py"} <= sources
    assert {each for each in sources if not (ROOT / each).exists()} == set()
    assert {each for each in sources if not let_in(each)} == set()
    assert not let_in("tests/deploy")
    assert not let_in("sdk/python/README.md")
    assert not let_in("libs/croupier/v1")


def test_the_page_of_the_image_trusts_the_boards_that_this_repository_has() -> None:
    games = {path.name.replace("_", "-") for path in (ROOT / "games").iterdir() if path.is_dir()}
    assert set(OWN_GAMES.split(",")) == {each for each in games if not each.startswith(".")}
    assert f" GATEWAY_OWN_GAMES={OWN_GAMES}\n" in DOCKERFILE


def test_images_are_made_from_nothing_and_run_nothing_while_they_are_made() -> None:
    """So no layer of the base, and no file that a command has left, is in them."""
    stages = re.findall(r"^FROM (\S+) AS (\S+)$", DOCKERFILE, re.M)
    made = {name for base, name in stages if base == "runtime"}
    assert made == {"engine", "gateway", "herald", "bots"}
    assert ("scratch", "runtime") in stages
    final = DOCKERFILE[DOCKERFILE.index("FROM scratch AS runtime") :]
    assert not re.search(r"^(RUN|ADD) ", final, re.M)
    assert re.findall(r"^USER (\S+)", final, re.M) == ["65532:65532"]


def test_code_with_messages_has_those_that_are_generated() -> None:
    """They are no part of a clone, and .dockerignore keeps out what lies there."""
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.M)
    code = {stage.split()[2]: stage for stage in stages if re.search(r"^COPY libs", stage, re.M)}
    assert code.keys() == {"engine-code", "gateway-code", "herald-code", "bots-code"}
    for name, stage in code.items():
        (folder, to) = re.findall(r"^COPY (libs(?:/croupier_game)?) (\S+)$", stage, re.M)[0]
        assert f"\nCOPY --from=protos /src/{folder} {to}\n" in stage, name


def exported(**content: tuple[str, int]) -> Files:
    """The file system with these texts and modes; the time is another one with each file."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for time, (name, (text, mode)) in enumerate(content.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(text), mode, time
            archive.addfile(entry, io.BytesIO(text.encode()))
    packed.seek(0)
    with tarfile.open(fileobj=packed) as archive:
        return files(archive)


def test_redis_is_one_image_by_its_digest_wherever_it_is_named() -> None:
    """What raises it in one place leaves no other behind."""
    files = [*ROOT.glob("deploy/**/compose.yaml"), *ROOT.glob("deploy/k8s/**/*.yaml")]
    files += [*ROOT.glob("deploy/helm/**/values.yaml")]
    named = {path: REDIS.findall(path.read_text()) for path in files}
    found = {(path.name, image) for path, images in named.items() for image in images}
    assert re.fullmatch(r"redis:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}", REDIS_IMAGE)
    assert len(found) >= 5
    assert {each for each in found if each[1] != REDIS_IMAGE} == set()
    folders = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    watched = {folder for each in folders for folder in each.get("directories", ())}
    manifests = [path for path, images in named.items() if images and "k8s" in path.parts]
    assert {f"/{path.parent.relative_to(ROOT)}" for path in manifests} <= watched


def test_images_differ_in_bytes_modes_and_names() -> None:
    one = exported(a=("text", 0o644), b=("text", 0o644))
    assert different(one, exported(b=("text", 0o644), a=("text", 0o644))) == []
    assert different(one, exported(a=("test", 0o644), b=("text", 0o644))) == ["a"]
    assert different(one, exported(a=("text", 0o644), b=("text", 0o755))) == ["b"]
    assert different(one, exported(a=("text", 0o644), c=("text", 0o644))) == ["b", "c"]


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="images have the files of a Linux")
def test_the_root_of_an_image_has_python_and_no_way_to_more(tmp_path: Path) -> None:
    """That of the Python that runs this test; as root, it is tried as well."""
    python = Path(sys.base_prefix) / f"bin/python3.{sys.version_info.minor}"
    subprocess.run([python, ROOT / "deploy/docker/rootfs.py", tmp_path / "root"], check=True)
    files = [each for each in (tmp_path / "root").rglob("*") if not each.is_symlink()]
    assert [each for each in files if each.is_file() and each.stat().st_mode & 0o6022] == []
    names = {each.name for each in files}
    assert names.isdisjoint({"sh", "bash", "dash", "perl", "apt", "apt-get", "pip", "ensurepip"})
    assert {"ssl.py", "asyncio", "libc.so.6", "ca-certificates.crt", "passwd"} <= names
    if os.geteuid() == 0:
        imports = "import asyncio, ctypes, hashlib, json, ssl, sys, zlib; print(sys.path)"
        command = ["chroot", str(tmp_path / "root"), str(python), "-c", imports]
        done = subprocess.run(
            command, env={"PATH": "/usr/sbin:/sbin"}, capture_output=True, text=True, check=True
        )
        assert str(sys.base_prefix) in done.stdout
