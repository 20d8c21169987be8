"""Modules of some size in services/ and libs/ have tests of their name, or are told of here."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath

from tools.stack import ROOT

LINES = 60
"""A module of fewer lines is proven by those that use it."""
GENERATED = ("*_pb2.py", "*_pb2_grpc.py")
TESTS_THEMSELVES = ("libs/croupier_game/kit/suite", "libs/croupier_game/template")
"""Run with each game, and copied for each new one."""
TOGETHER: Mapping[str, str] = {
    "libs/croupier_match": "tests/croupier_match",
    "libs/croupier_rating": "tests/croupier_rating",
    "libs/croupier_tournament": "tests/croupier_tournament",
    "libs/croupier_game": "tests/croupier_game",
    "services/engine/admin/console": "tests/engine/admin/console",
    "services/gateway/routes": "tests/e2e",
    "services/herald": "tests/herald",
}
"""Folders whose modules without tests of their name are proven together, by subject or journey.

The rules of a match are told apart by commands and deadlines, a game's kit by what it finds in
games that are wrong, routes by what players do over several of them, and a herald by what its hooks
are told.
"""
ENGINE: Mapping[str, str] = {
    "__main__.py": "e2e/test_stack.py",
    "admin/__main__.py": "e2e/test_operators.py",
    "admin/argument_types.py": "engine/admin/test_arguments.py",
    "admin/doctor/gateway_notes.py": "gateway/http/test_board_site.py",
    "admin/doctor/match_samples.py": "engine/admin/doctor/test_checkup.py",
    "admin/find_player.py": "e2e/test_operators.py",
    "admin/installation_hooks.py": "engine/admin/test_hooks.py",
    "admin/match_list.py": "engine/admin/console/test_routes.py",
    "admin/moderation/acts.py": "engine/admin/moderation/test_accounts.py",
    "admin/moderation/arguments.py": "engine/admin/moderation/test_accounts.py",
    "admin/moderation/commands.py": "engine/admin/moderation/test_accounts.py",
    "admin/ratings/arguments.py": "engine/admin/ratings/test_void.py",
    "admin/ratings/commands.py": "engine/admin/ratings/test_rebuild.py",
    "admin/ratings/joining.py": "engine/admin/ratings/test_rebuild.py",
    "admin/ratings/matches.py": "engine/admin/ratings/test_rebuild.py",
    "admin/ratings/rebuild_all.py": "engine/admin/ratings/test_rebuild.py",
    "admin/doctor/tournament_findings.py": "engine/admin/test_tournament_exchange.py",
    "admin/tournaments/arguments.py": "engine/admin/test_tournaments.py",
    "admin/tournaments/commands.py": "engine/admin/test_tournaments.py",
    "admin/tournaments/exchange.py": "engine/admin/test_tournament_exchange.py",
    "admin/tournaments/views.py": "engine/admin/test_tournaments.py",
    "admin/player_page.py": "e2e/test_operators.py",
    "admin/players.py": "e2e/test_operators.py",
    "config.py": "e2e/test_wrong_settings.py",
    "domain/deals.py": "engine/service/test_deals.py",
    "domain/errors.py": "engine/rpc/test_status.py",
    "domain/invitations.py": "engine/service/test_invitations.py",
    "observability/metrics.py": "engine/observability/test_store.py",
    "observability/servers.py": "engine/service/workers/test_store_watch.py",
    "rpc/decode_tournaments.py": "engine/rpc/test_tournaments.py",
    "rpc/players_servicer.py": "gateway/routes/test_opponents.py",
    "service/tournaments/batches.py": "engine/service/tournaments/test_lines.py",
    "service/tournaments/directing.py": "engine/service/workers/test_director.py",
    "service/tournaments/tournaments.py": "engine/rpc/test_tournaments.py",
    "service/tournaments/wishes.py": "engine/rpc/test_tournaments.py",
    "service/workers/ledger_keeper.py": "engine/store/ratings/test_keeping.py",
    "store/tournaments/appending.py": "engine/service/workers/test_director.py",
    "store/tournaments/tournament_store.py": "engine/service/tournaments/test_lines.py",
    "store/tournaments/match_ends.py": "engine/service/workers/test_table_maker.py",
    "store/tournaments/table_store.py": "engine/service/workers/test_table_maker.py",
    "service/queries/unreadable.py": "engine/rpc/test_left_out.py",
    "store/archive/archived_matches.py": "engine/service/workers/test_archiver.py",
    "service/workers/tournament_archiver.py": "engine/store/archive/test_tournament_archiving.py",
    "store/archive/archived_tournaments.py": "engine/store/archive/test_tournament_archiving.py",
    "store/archive/tournament_queue.py": "engine/store/archive/test_tournament_archiving.py",
    "store/archive/tournament_recall.py": "engine/store/archive/test_tournament_archiving.py",
    "store/archive/archived_ledgers.py": "engine/store/ratings/test_keeping.py",
    "store/archive/postgres.py": "engine/service/workers/test_archiver.py",
    "store/indexes/due_queue.py": "engine/service/workers/test_director.py",
    "store/indexes/match_lists.py": "engine/store/indexes/test_match_index.py",
    "store/installation.py": "engine/service/test_installation.py",
    "store/invitations.py": "engine/service/test_invitations.py",
    "store/loading.py": "engine/store/indexes/test_match_index.py",
    "store/name_removal.py": "engine/service/test_departures.py",
    "store/ratings/decided.py": "engine/store/ratings/test_rater.py",
    "store/ratings/ledgers.py": "engine/store/ratings/test_keeping.py",
    "store/ratings/pools.py": "engine/store/ratings/test_rater.py",
    "store/ratings/recomputed.py": "engine/admin/ratings/test_rebuild.py",
    "store/ratings/replay.py": "engine/admin/ratings/test_rebuild.py",
    "store/ratings/seasons.py": "engine/admin/ratings/test_season.py",
    "store/ratings/voiding.py": "engine/admin/ratings/test_void.py",
    "store/saves.py": "engine/store/test_matches.py",
    "store/snapshots.py": "engine/service/queries/test_past_versions.py",
    "store/statistics/anew.py": "engine/admin/statistics/test_rebuild.py",
    "store/tally/ended_matches.py": "engine/service/workers/test_tally.py",
    "store/tally/tally_queue.py": "engine/service/workers/test_tally.py",
    "verify/__main__.py": "engine/verify/test_command.py",
}
GATEWAY: Mapping[str, str] = {
    "__main__.py": "e2e/test_stack.py",
    "config.py": "e2e/test_wrong_settings.py",
    "contract/access_models.py": "gateway/routes/test_openapi.py",
    "contract/access_requests.py": "gateway/routes/test_openapi.py",
    "contract/data_models.py": "gateway/routes/test_openapi.py",
    "contract/choices.py": "gateway/routes/test_openapi.py",
    "contract/deal_models.py": "gateway/routes/test_openapi.py",
    "contract/document/answer_headers.py": "gateway/routes/test_openapi.py",
    "contract/history_models.py": "gateway/routes/test_openapi.py",
    "contract/ledger_models.py": "gateway/routes/test_openapi.py",
    "contract/match_models.py": "gateway/routes/test_openapi.py",
    "contract/hook_models.py": "gateway/routes/test_hooks.py",
    "contract/match_requests.py": "gateway/contract/test_request_models.py",
    "contract/move_requests.py": "gateway/contract/test_request_models.py",
    "contract/player_models.py": "gateway/routes/test_openapi.py",
    "contract/player_requests.py": "gateway/contract/test_request_models.py",
    "contract/rating_models.py": "gateway/routes/test_openapi.py",
    "contract/response_models.py": "gateway/routes/test_openapi.py",
    "contract/socket_models.py": "gateway/routes/test_openapi.py",
    "contract/stream_models.py": "gateway/routes/test_openapi.py",
    "contract/tournament_log_models.py": "gateway/routes/test_openapi.py",
    "contract/tournament_models.py": "gateway/routes/test_openapi.py",
    "contract/tournament_requests.py": "gateway/routes/test_tournaments.py",
    "contract/tournament_stream_models.py": "gateway/routes/test_openapi.py",
    "contract/tournaments.py": "gateway/routes/test_tournaments.py",
    "dependencies.py": "gateway/test_app.py",
    "engine_client/errors.py": "gateway/test_errors.py",
    "engine_client/group.py": "gateway/engine_client/test_groups.py",
    "engine_client/routing.py": "gateway/engine_client/test_groups.py",
    "http/server/connection_limit.py": "gateway/http/server/test_connection_bounds.py",
    "http/server/head_bounds.py": "gateway/http/server/test_connection_bounds.py",
    "http/server/uvicorn_websocket.py": "gateway/websocket/test_connection.py",
    "limits/charges.py": "gateway/limits/test_rate_limits.py",
    "observability/metrics.py": "gateway/observability/test_requests.py",
    "players/analysis_line.py": "gateway/players/test_analysis_metrics.py",
    "players/availability.py": "gateway/routes/test_opponents.py",
    "players/emotes.py": "gateway/routes/test_emotes.py",
    "players/hooks.py": "gateway/routes/test_hooks.py",
    "players/identity.py": "gateway/players/test_player_store.py",
    "players/known_players.py": "gateway/routes/test_friends.py",
    "players/last_asked.py": "gateway/players/test_presence.py",
    "players/own_settings.py": "gateway/routes/test_suspended.py",
    "players/recalled.py": "gateway/routes/test_blocks.py",
    "players/repeats.py": "e2e/test_idempotency.py",
    "players/report_box.py": "gateway/routes/test_reports.py",
    "sessions/authenticators.py": "gateway/sessions/test_forged_answers.py",
    "oidc/json_web_tokens.py": "gateway/routes/test_linked_identities.py",
    "oidc/pointers.py": "gateway/routes/test_linked_identities.py",
    "players/subjects.py": "gateway/routes/test_linked_identities.py",
    "sessions/linked_identities.py": "gateway/routes/test_linked_identities.py",
    "sessions/passkeys.py": "gateway/sessions/test_forged_answers.py",
    "sessions/recovery_codes.py": "gateway/routes/test_sessions.py",
    "sessions/sign_in.py": "gateway/routes/test_sessions.py",
    "deals/reading.py": "gateway/routes/test_deals.py",
    "standings/accounts.py": "gateway/routes/test_leaderboards.py",
    "standings/boards.py": "gateway/routes/test_leaderboards.py",
    "standings/histories.py": "gateway/routes/test_ratings.py",
    "standings/ledgers.py": "gateway/routes/test_ratings.py",
    "standings/own_data.py": "gateway/routes/test_own_data.py",
    "standings/pools.py": "gateway/routes/test_leaderboards.py",
    "standings/profiles.py": "gateway/routes/test_profiles.py",
    "standings/shown.py": "gateway/routes/test_profiles.py",
    "streams/ended_stream.py": "gateway/streams/test_match_feeds.py",
    "streams/line_stream.py": "gateway/routes/test_own_data.py",
    "streams/match_source.py": "gateway/streams/test_match_feeds.py",
    "streams/shown_match.py": "gateway/streams/test_match_feed.py",
    "streams/own_tournaments.py": "gateway/streams/test_tournament_feeds.py",
    "streams/table_presence.py": "gateway/routes/test_presence.py",
    "tournaments/conditions.py": "gateway/test_tournaments.py",
    "tournaments/lists.py": "gateway/routes/test_tournaments.py",
    "tournaments/shown.py": "gateway/test_tournaments.py",
    "tournaments/standings.py": "gateway/routes/test_tournaments.py",
    "tournaments/views.py": "gateway/routes/test_tournaments.py",
    "web/games.py": "gateway/web/test_boards.py",
}
REDISLINK: Mapping[str, str] = {
    "accounts.py": "redis/test_acl.py",
    "hooks.py": "gateway/routes/test_hooks.py",
    "reports.py": "engine/admin/moderation/test_reports.py",
    "settings.py": "redislink/test_password_file.py",
    "tournaments.py": "redislink/test_tournament_logs.py",
}
ELSEWHERE: Mapping[str, str] = {
    **{f"services/engine/{module}": f"tests/{test}" for module, test in ENGINE.items()},
    **{f"services/gateway/{module}": f"tests/{test}" for module, test in GATEWAY.items()},
    "libs/enginelink/channel.py": "tests/gateway/engine_client/test_channel.py",
    "libs/openid/verifying.py": "tests/openid/test_bad_tokens.py",
    **{f"libs/redislink/{module}": f"tests/{test}" for module, test in REDISLINK.items()},
}
"""Modules that tests of another name prove, and where they begin."""


def modules() -> Iterator[str]:
    """Those of LINES and more that are written by hand, and no tests."""
    for path in sorted([*ROOT.glob("services/**/*.py"), *ROOT.glob("libs/**/*.py")]):
        name = path.relative_to(ROOT)
        if any(map(name.match, GENERATED)) or _under(name, TESTS_THEMSELVES):
            continue
        if len(path.read_text().splitlines()) >= LINES:
            yield str(name)


def mirror(module: str) -> Path:
    """Where tests of this module's name are: `tests/gateway/test_moves.py` for gateway/moves.py."""
    path = PurePath(module)
    return ROOT / "tests" / Path(*path.parts[1:-1]) / f"test_{path.name}"


def _under(module: PurePath, folders: Mapping[str, str] | tuple[str, ...]) -> bool:
    return any(module.is_relative_to(folder) for folder in folders)


def test_each_module_has_tests_of_its_name_or_elsewhere() -> None:
    missing = [
        module
        for module in modules()
        if not mirror(module).exists()
        and module not in ELSEWHERE
        and not _under(PurePath(module), TOGETHER)
    ]
    assert not missing, "name their tests like them, or tell in ELSEWHERE where they are proven"


def test_none_is_told_of_that_has_tests_of_its_name_or_is_gone() -> None:
    assert set(ELSEWHERE) <= set(modules())
    assert not [module for module in ELSEWHERE if mirror(module).exists()]


def test_what_proves_them_is_there() -> None:
    assert not [test for test in ELSEWHERE.values() if not (ROOT / test).is_file()]
    for folder, tests in TOGETHER.items():
        assert (ROOT / folder).is_dir()
        assert [*(ROOT / tests).rglob("test_*.py")]
