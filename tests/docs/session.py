"""The blocks of a page, and the session in a terminal that they make up.

All `bash` blocks run in one shell; a block of `json` or `text` after one is what it prints.
`...` stands for any text. Ids, hashes and cards differ from run to run and need not be equal.
A printed command for a terminal of its own (`curl -N`) is run in one, and a block of `sse` or
`ndjson` is what the first of these terminals shows from its beginning on.
"""

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.waiting import until

ADDRESS = "http://localhost:8080"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEXT = "=== next block ==="
ELSEWHERE = "curl -N"
"""The beginning of a command that runs until it is stopped."""
TIMED = re.compile(r'\{"event":"(?:ping|presence)",.*\n|event: (?:ping|presence)\ndata: .*\n\n')
"""Left out: how many there are, the time says."""
PATIENCE_S = 120.0
SESSION_S = 600.0
"""How long a session may last; then its shell is killed."""

CARD = r"[RWYBGP](?:x|10|[2-9])\b"
ALIKE = {
    "TOKEN": r"(?<=crp_)[\w-]{22}_[\w-]{43}",
    "HASH": r"\b[0-9a-f]{64}\b",
    "REQUEST": r"\b[0-9a-f]{32}\b",
    "ID": r"(?<![\w-])[\w-]{22}(?![\w-])",
    "TIME": r"\d{4}-\d\d-\d\dT[\d:.]+Z",
    "CARDS": rf"{CARD}(?: +{CARD})*",
}
"""Patterns of text that differs from run to run, by the name that replaces it in a comparison."""

Block = tuple[str, str]
"""The language and the text."""


def blocks_of(page: Path) -> list[Block]:
    """All blocks of the page that name a language."""
    return FENCE.findall(page.read_text())


def at(url: str, text: str) -> str:
    """The text with the address of the running service."""
    return text.replace(ADDRESS, url)


def alike(text: str) -> str:
    """The text without white space, and with names in place of what differs from run to run."""
    for name, pattern in ALIKE.items():
        text = re.sub(pattern, name, text)
    return "".join(text.split())


def expected(shown: str) -> str:
    """A pattern for the output of which the page shows this much."""
    return ".*".join(re.escape(alike(part)) for part in shown.split("..."))


def fits(shown: str, printed: str) -> bool:
    """Whether the output is what the page shows."""
    return re.fullmatch(expected(shown), alike(printed), re.DOTALL) is not None


@dataclass
class Terminal:
    """A command in a terminal of its own, and its output so far."""

    command: str
    lines: list[str] = field(default_factory=list)

    @property
    def shown(self) -> str:
        return TIMED.sub("", "".join(self.lines))

    @contextmanager
    def running(self) -> Iterator["Terminal"]:
        """Run the command until the end of the block, which begins with its first output."""
        bash = ["bash", "-c", f"exec {self.command}"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(bash, text=True, **pipes) as process:  # type: ignore[call-overload]
            reading = threading.Thread(target=lambda: self.lines.extend(process.stdout))
            reading.start()
            try:
                until(lambda: self.lines, PATIENCE_S)
                yield self
            finally:
                process.kill()
                reading.join()


class Session:
    """A shell and further terminals, until the end of its `with`."""

    def __init__(self, url: str, folder: Path) -> None:
        self.terminals: list[Terminal] = []
        self._url = url
        self._stack = ExitStack()
        self._shell = subprocess.Popen(
            ["bash", "-eu"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._stack.callback(self._shell.communicate)
        hurry = threading.Timer(SESSION_S, self._shell.kill)
        self._stack.callback(hurry.cancel)
        hurry.start()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def play(self, blocks: list[Block]) -> None:
        """Run all `bash` blocks. Raise AssertionError if one prints something else than shown."""
        for (kind, text), (after, shown) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
            if kind == "bash":
                printed, after_it = self.run(text), shown if after in ("json", "text") else ""
                assert fits(at(self._url, after_it), printed), (text, printed)
                self._open(printed)
            elif kind in ("sse", "ndjson"):
                self._expect(text)

    def run(self, commands: str) -> str:
        """The output of the commands. Raise AssertionError if one of them fails."""
        assert self._shell.stdin
        assert self._shell.stdout
        self._shell.stdin.write(f"{at(self._url, commands)}\necho; echo '{NEXT}'\n")
        self._shell.stdin.flush()
        printed = ""
        for line in self._shell.stdout:
            if line == f"{NEXT}\n":
                return printed
            printed += line
        raise AssertionError((commands, printed))

    def _open(self, printed: str) -> None:
        for line in printed.splitlines():
            if line.startswith(ELSEWHERE):
                self.terminals.append(self._stack.enter_context(Terminal(line).running()))

    def _expect(self, shown: str) -> None:
        first = self.terminals[0]
        try:
            until(lambda: fits(shown, first.shown), PATIENCE_S)
        except AssertionError:
            raise AssertionError((shown, first.shown)) from None
