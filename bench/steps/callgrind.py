"""Instructions counted by valgrind's callgrind, which a process asks for by client requests."""

import subprocess
from pathlib import Path
from shutil import which

SOURCE = """
#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; }
void zero(void) { CALLGRIND_ZERO_STATS; }
void dump(void) { CALLGRIND_DUMP_STATS; }
"""
LIBRARY = "callgrind.so"


class NotHere(Exception):
    """Nothing can be counted on this machine; says why."""


def prepare(folder: Path) -> list[str]:
    """Return the command before that of a process that is to count, whose files `folder` gets.

    Raise NotHere.
    """
    for program, package in (("valgrind", "valgrind"), ("cc", "gcc")):
        if which(program) is None:
            raise NotHere(f"there is no {program}, which is in Debian's package {package}")
    library = folder / LIBRARY
    command = ["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-", "-o", str(library)]
    made = subprocess.run(command, input=SOURCE, capture_output=True, text=True)
    if made.returncode:
        raise NotHere(f"the requests to valgrind cannot be compiled: {made.stderr.strip()[:200]}")
    return [
        *("valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"),
        f"--callgrind-out-file={folder}/%p",
    ]
