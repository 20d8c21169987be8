"""Which tests concern which modules, the quickest first."""

from pathlib import Path

GAMES = ("lost_cities", "just4fun", "livingstone")
SERVICE = "tests/engine/service"
ROUTES = "tests/gateway/routes"

CONCERNS: dict[str, tuple[str, ...]] = {
    "services/engine/domain": (
        "tests/engine/domain",
        f"{SERVICE}/test_matches.py",
        f"{SERVICE}/test_timeouts.py",
        f"{SERVICE}/test_resigned.py",
        "tests/engine/verify",
        "tests/vectors/test_vectors.py",
    ),
    "services/engine/store": (
        "tests/engine/store",
        f"{SERVICE}/test_matches.py",
        f"{SERVICE}/test_matchmaking.py",
        f"{SERVICE}/test_repeats.py",
        f"{SERVICE}/test_group_commit.py",
    ),
    "services/engine/rpc": ("tests/engine/rpc", f"{SERVICE}/test_looks.py"),
    "services/gateway/contract": (
        "tests/gateway/contract",
        ROUTES,
        "tests/e2e/test_clocks_over_http.py",
    ),
    "services/gateway/transport": (
        "tests/gateway/transport",
        "tests/gateway/test_app.py",
        ROUTES,
        "tests/gateway/websocket",
    ),
    "services/gateway/auth": ("tests/gateway/auth", "tests/gateway/test_app.py", ROUTES),
    "services/gateway/engine_client": (
        "tests/gateway/engine_client",
        "tests/gateway/test_errors.py",
        ROUTES,
    ),
    "services/gateway/streaming": ("tests/gateway/streaming",),
    "services/gateway/websocket": ("tests/gateway/websocket",),
}
CLOSEST: dict[str, tuple[str, ...]] = {
    "services/engine/store/archiv": (f"{SERVICE}/test_archiver.py",),
    "services/engine/domain/learning": ("tests/engine/domain/test_learning.py",),
    "services/engine/domain/parts": ("tests/engine/domain/test_learning.py",),
    "services/engine/domain/undoing": (
        f"{SERVICE}/test_undoing.py",
        "tests/engine/domain/test_learning.py",
    ),
}
"""By the beginning of a module's path: those that all of it is tested by."""
RULES = (
    "tests/engine/games/test_every_game.py",
    "tests/engine/games/test_playthroughs.py",
    "tests/engine/games/test_every_view.py",
)


def modules(tree: Path) -> list[str]:
    """The modules in which faults are planted: those of rules, store and gateway."""
    folders = [*(f"services/engine/games/{game}" for game in GAMES), *CONCERNS]
    found = [path for folder in folders for path in sorted((tree / folder).glob("*.py"))]
    return [str(path.relative_to(tree)) for path in found]


def concerning(module: str) -> tuple[tuple[str, ...], ...]:
    """Arguments of pytest, a tuple for each run that concerns the module."""
    folder = module.rpartition("/")[0]
    game = folder.rpartition("/")[2]
    if game in GAMES:
        return (f"tests/engine/games/{game}",), (*RULES, "-k", game.replace("_", "-"))
    closest = next((found for name, found in CLOSEST.items() if module.startswith(name)), None)
    return (("--size", "service", *(closest or CONCERNS[folder])),)
