"""The board of a game can be shown in a frame, where its modules are one script."""

import pytest

from croupier_game.board_modules import NotBundled, read_module
from croupier_game.kit.games import chosen, folder


@pytest.mark.parametrize("game", chosen())
def test_each_module_of_the_board_can_be_in_a_frame(game: str) -> None:
    """Else its tables are shown on the generic board wherever the operator does not trust it."""
    wrong = []
    for module in sorted((folder(game) / "board").glob("*.js")):
        if not module.name.endswith(".test.js"):
            try:
                read_module(module.read_text(encoding="utf-8"))
            except NotBundled as error:
                wrong.append(f"board/{module.name}: {error}")
    assert not wrong, "\n".join(wrong)
