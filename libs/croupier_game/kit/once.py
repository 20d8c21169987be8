"""A mistake in a game's code fails most tests: it is told once, and the others are left out."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest
from croupier_match.refusals import GameFailed

LEFT_OUT = "left out, since it fails by a mistake that is told once: {}"


def told_once(call: pytest.CallInfo[Any], games: Sequence[str], told: Path) -> None:
    """Let the test be left out if the mistake by which it fails has been told.

    Only what code in `games`, which are folders, has raised is one mistake. `told` is a folder that
    all processes of a run share.
    """
    mistake = _mistake(call.excinfo.value, games) if call.excinfo else ""
    if mistake and not _is_first(mistake, told):
        try:
            pytest.skip(LEFT_OUT.format(mistake))
        except pytest.skip.Exception as left_out:
            call.excinfo = pytest.ExceptionInfo.from_exception(left_out)


def _mistake(error: BaseException, games: Sequence[str]) -> str:
    """Return where in a game's code an error was raised; "" for what a test has found."""
    if isinstance(error, GameFailed):
        # Where that was is in the note: see `croupier_game.kit.games`. Rules that a test has put
        # behind a guard of its own have none.
        notes = getattr(error, "__notes__", ())
        lines = [line.strip() for note in notes for line in note.splitlines()]
        places = [line for line in lines if any(f'"{each}' in line for each in games)]
        return places[-1] if places else str(error)
    frames = extract_tb(error.__traceback__)
    if isinstance(error, AssertionError) or not frames:
        return ""
    last = frames[-1]
    its_own = any(last.filename.startswith(each) for each in games)
    return f'File "{last.filename}", line {last.lineno}, in {last.name}' if its_own else ""


def _is_first(mistake: str, told: Path) -> bool:
    """Return whether no process of this run has told it yet."""
    try:
        (told / f"told-{sha256(mistake.encode()).hexdigest()[:24]}").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
