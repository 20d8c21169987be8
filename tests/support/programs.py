"""Programs that run beside a test, and what they have printed so far."""

import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tools.stack import ROOT


@dataclass(frozen=True)
class Program:
    process: "subprocess.Popen[str]"
    reading: threading.Thread
    printed: list[str]
    """Lines of its standard output; what it says of errors is shown with those of the test."""

    def end(self, seconds: float) -> int:
        """Wait until it ends by itself, and all it printed is there; its exit code."""
        code = self.process.wait(seconds)
        self.reading.join(seconds)
        return code


@contextmanager
def running(command: Sequence[str]) -> Iterator[Program]:
    """A program that is killed at the end of the block, unless it has ended by itself."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        printed: list[str] = []
        reading = threading.Thread(target=printed.extend, args=(process.stdout,))
        reading.start()
        try:
            yield Program(process, reading, printed)
        finally:
            process.kill()
            reading.join()
