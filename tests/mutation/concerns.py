"""Which tests concern which modules, the quickest first."""

from pathlib import Path

SERVICE = "tests/engine/service"
ROUTES = "tests/gateway/routes"

CONCERNS: dict[str, tuple[str, ...]] = {
    "libs/croupier_match": (
        "tests/croupier_match",
        f"{SERVICE}/test_matches.py",
        f"{SERVICE}/test_timeouts.py",
        f"{SERVICE}/test_resigned.py",
        "tests/vectors/test_vectors.py",
    ),
    "libs/croupier_match/decide": (
        "tests/croupier_match/decide",
        "tests/croupier_match/test_order_of_refusals.py",
        "tests/croupier_match/test_strolls.py",
    ),
    "libs/croupier_match/undo": (
        "tests/croupier_match/undo",
        "tests/croupier_match/decide/test_taking_back.py",
        f"{SERVICE}/test_trials.py",
    ),
    "libs/croupier_rating": ("tests/croupier_rating", "tests/vectors/test_ratings.py"),
    "libs/croupier_tournament": ("tests/croupier_tournament", "tests/vectors/test_tournaments.py"),
    "libs/croupier_tournament/decide": (
        "tests/croupier_tournament/decide",
        "tests/croupier_tournament/test_complaints.py",
        "tests/croupier_tournament/test_properties.py",
    ),
    "libs/croupier_tournament/pairing": (
        "tests/croupier_tournament/pairing",
        "tests/vectors/test_tournaments.py",
    ),
    "libs/croupier_tournament/verify": (
        "tests/vectors/test_tournaments.py",
        "tests/croupier_tournament/verify",
    ),
    "services/engine/domain": ("tests/engine/domain", f"{SERVICE}/test_matches.py"),
    "services/engine/verify": ("tests/engine/verify",),
    "services/engine/store": (
        "tests/engine/store",
        f"{SERVICE}/test_matches.py",
        f"{SERVICE}/test_matchmaking.py",
        f"{SERVICE}/test_repeats.py",
        f"{SERVICE}/test_group_commit.py",
    ),
    "services/engine/store/archive": (f"{SERVICE}/workers/test_archiver.py",),
    "services/engine/store/indexes": ("tests/engine/store", f"{SERVICE}/test_matches.py"),
    "services/engine/rpc": ("tests/engine/rpc", f"{SERVICE}/queries/test_looks.py"),
    "services/gateway/contract": (
        "tests/gateway/contract",
        ROUTES,
        "tests/e2e/test_clocks_over_http.py",
    ),
    "services/gateway/contract/document": ("tests/gateway/contract", ROUTES),
    "services/gateway/http": (
        "tests/gateway/http",
        "tests/gateway/test_app.py",
        ROUTES,
        "tests/gateway/websocket",
    ),
    "services/gateway/http/server": ("tests/gateway/http/server", "tests/gateway/websocket"),
    "services/gateway/limits": ("tests/gateway/limits", "tests/gateway/test_app.py", ROUTES),
    "services/gateway/players": ("tests/gateway/players", "tests/gateway/test_app.py", ROUTES),
    "services/gateway/engine_client": (
        "tests/gateway/engine_client",
        "tests/gateway/test_errors.py",
        ROUTES,
    ),
    "services/gateway/streams": ("tests/gateway/streams",),
    "services/gateway/websocket": ("tests/gateway/websocket",),
}


def modules(tree: Path) -> list[str]:
    """The modules in which faults are planted: those of store and gateway."""
    found = [path for folder in CONCERNS for path in sorted((tree / folder).glob("*.py"))]
    return [str(path.relative_to(tree)) for path in found]


def concerning(module: str) -> tuple[tuple[str, ...], ...]:
    """Arguments of pytest, a tuple for each run that concerns the module."""
    return (("--size", "service", *CONCERNS[module.rpartition("/")[0]]),)
