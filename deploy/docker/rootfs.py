"""Copy Python out of the image that this runs in: `python3 rootfs.py FOLDER`.

The folder becomes the root of an image that has Python with its standard library, the shared
libraries that these and wheels need, certificates of authorities, and nothing else: no shell, no
package manager, no pip, no file with setuid or setgid. Scanners for vulnerabilities find the
Debian packages of what was copied in var/lib/dpkg/status.d.
"""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

STDLIB = Path(sysconfig.get_path("stdlib"))
# fmt: off
LEFT_OUT = (
    "__pycache__", "config-*", "dist-packages", "ensurepip", "idlelib", "lib2to3", "pydoc_data",
    "site-packages", "test", "turtle.py", "turtledemo", "tkinter", "venv",
    "curses", "dbm", "sqlite3", "_crypt*", "_curses*", "_dbm*", "_gdbm*", "nis*", "ossaudiodev*",
    "readline*", "_sqlite3*", "spwd*", "_test*", "_tkinter*", "xxlimited*",
)
# fmt: on
"""Of the standard library, by name: what installs, is for a terminal, or brings libraries that
none of our programs uses."""
FOR_WHEELS = ("libc", "libgcc_s", "libm", "libpthread", "libdl", "librt", "libstdc++", "libz")
"""What wheels for Linux may expect of a system, as far as any of ours does."""
DATA = ("/etc/ld.so.cache", "/etc/os-release", "/etc/ssl/certs/ca-certificates.crt")
WRITTEN = {
    "etc/passwd": "croupier:x:65532:65532::/app:/nonexistent\n",
    "etc/group": "croupier:x:65532:\n",
    "etc/nsswitch.conf": "hosts: files dns\n",
}
LISTED = re.compile(r"(?:=> )?(/\S+) \(0x")
CACHED = re.compile(r"^\t(\S+?)\.so\.\S+ .*=> (/\S+)$", re.MULTILINE)


def main(folder: Path) -> None:
    """Write all of it into the folder."""
    files = [*interpreter(), *map(Path, DATA)]
    shutil.copytree(STDLIB, _in(folder, STDLIB), ignore=shutil.ignore_patterns(*LEFT_OUT))
    extensions = _in(folder, STDLIB).rglob("*.so")
    files += libraries([Path(sys.executable).resolve(), *extensions, *_for_wheels()])
    for path in {*files}:
        copy(path, folder)
    for name, text in WRITTEN.items():
        _made(folder / name).write_text(text)
    note_packages(files, folder)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)


def interpreter() -> Iterator[Path]:
    """The interpreter, by the names that a virtual environment and `python3` lead to."""
    path = Path(sys.executable)
    while path.is_symlink():
        yield path
        path = path.parent / path.readlink()
    yield path


def libraries(files: Iterable[Path]) -> list[Path]:
    """The shared libraries of these files and the loader, where the loader looks for them."""
    listed = subprocess.run(["ldd", *files], stdout=subprocess.PIPE, text=True, check=False).stdout
    if "not found" in listed:
        raise FileNotFoundError(listed)
    return [*{Path(each) for each in LISTED.findall(listed)}, *_for_wheels()]


def _for_wheels() -> list[Path]:
    ldconfig = shutil.which("ldconfig", path="/sbin:/usr/sbin:/bin:/usr/bin") or "ldconfig"
    known = subprocess.run([ldconfig, "-p"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [Path(path) for name, path in CACHED.findall(known) if name in FOR_WHEELS]


def copy(path: Path, folder: Path) -> None:
    """Copy a file to its place in the folder; a link to a file beside it stays one."""
    target = _made(_in(folder, path))
    if path.is_symlink() and (path.parent / path.readlink()).parent == path.parent:
        target.unlink(missing_ok=True)
        target.symlink_to(path.readlink())
        copy(path.parent / path.readlink(), folder)
    elif path.exists():
        shutil.copy(path, target)


def note_packages(files: Iterable[Path], folder: Path) -> None:
    """Say of which Debian packages the files are, as far as they are of any."""
    if not shutil.which("dpkg-query"):
        return
    names = {owner for path in files for owner in _owners(path)}
    for name in sorted(names):
        status = subprocess.run(["dpkg-query", "-s", name], capture_output=True, check=True).stdout
        _made(folder / "var/lib/dpkg/status.d" / name).write_bytes(status)


def _owners(path: Path) -> Iterator[str]:
    for each in {path, path.resolve(), Path(str(path.resolve()).removeprefix("/usr"))}:
        done = subprocess.run(
            ["dpkg-query", "-S", each], capture_output=True, text=True, check=False
        )
        if not done.returncode:
            yield done.stdout.split(":")[0]


def _in(folder: Path, path: Path) -> Path:
    return folder / str(path).lstrip("/")


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


if __name__ == "__main__":
    main(Path(sys.argv[1]))
