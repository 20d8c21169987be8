"""A real gateway that is told to stop while many follow matches and many move."""

import asyncio
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.soak.drain import MOVES, drain
from tests.support.raw_streams import allow_many_files, patient_stack

pytestmark = pytest.mark.full

STREAMS = 300
STOP_S = 15.0


def test_everyone_hears_goodbye_and_no_move_is_cut(tmp_path: Path) -> None:
    allow_many_files()
    stack = patient_stack(tmp_path)
    try:
        stack.start()
        drained = asyncio.run(drain(stack, STREAMS))
    finally:
        stack.stop()
    sys.stdout.write(f"{drained}\n")
    assert drained.code == 0
    assert drained.seconds < STOP_S
    assert drained.last_words == Counter(goodbye=STREAMS)
    assert (drained.made, drained.cut, drained.unanswered) == (MOVES, 0, 0)
    assert "Traceback" not in (tmp_path / "gateway.log").read_text()
