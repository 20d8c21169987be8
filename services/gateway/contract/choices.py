"""Lines and frames that are one of several, for the document."""

from collections.abc import Mapping, Sequence

from gateway.contract import data_models, tournament_log_models
from gateway.contract.history_models import LogEntry, ReplayHead
from gateway.contract.ledger_models import (
    LedgerBase,
    LedgerMatch,
    LedgerNumbers,
    LedgerRecent,
    LedgerSeason,
    LedgerVoid,
)
from gateway.contract.response_models import Answer
from gateway.contract.socket_models import PUSHES, ChangePush, OutlinePush, SocketError, SocketOk
from gateway.contract.stream_models import (
    ChangeLine,
    ClockWarningLine,
    EmoteLine,
    EntropyNeededLine,
    FinishedLine,
    FriendAcceptedLine,
    FriendAskedLine,
    GoodbyeLine,
    InvitedLine,
    LateEmoteLine,
    MatchFinishedLine,
    MatchStartedLine,
    OutlineChangeLine,
    OutlineSnapshotLine,
    PingLine,
    PresenceLine,
    RatingsLine,
    RematchEndedLine,
    RematchOfferedLine,
    SnapshotLine,
    UndoOfferedLine,
    YourTurnLine,
)
from gateway.contract.tournament_stream_models import (
    CheckInOpenedLine,
    HaltedLine,
    OwnCheckInOpenedLine,
    OwnRoundPairedLine,
    OwnTournamentFinishedLine,
    RegisteredLine,
    ResultLine,
    RoundPairedLine,
    StandingsLine,
    StartedLine,
    TournamentAbortedLine,
    TournamentFinishedLine,
)

WITH_EITHER: Sequence[type[Answer]] = (
    ClockWarningLine,
    PresenceLine,
    EmoteLine,
    PingLine,
    RatingsLine,
    FinishedLine,
    GoodbyeLine,
)
"""Lines of a match's stream that are alike with views and with outlines."""

CHOICES: Mapping[str, tuple[str, Sequence[type[Answer]]]] = {
    "MatchLine": (
        "event",
        (SnapshotLine, ChangeLine, *WITH_EITHER),
    ),
    "OutlineLine": (
        "event",
        (OutlineSnapshotLine, OutlineChangeLine, *WITH_EITHER),
    ),
    "PlayerLine": (
        "event",
        (
            InvitedLine,
            EntropyNeededLine,
            MatchStartedLine,
            YourTurnLine,
            MatchFinishedLine,
            UndoOfferedLine,
            RematchOfferedLine,
            RematchEndedLine,
            LateEmoteLine,
            FriendAskedLine,
            FriendAcceptedLine,
            OwnCheckInOpenedLine,
            OwnRoundPairedLine,
            OwnTournamentFinishedLine,
            PingLine,
            GoodbyeLine,
        ),
    ),
    "TournamentLine": (
        "event",
        (
            RegisteredLine,
            CheckInOpenedLine,
            StartedLine,
            RoundPairedLine,
            ResultLine,
            StandingsLine,
            HaltedLine,
            TournamentFinishedLine,
            TournamentAbortedLine,
            PingLine,
            GoodbyeLine,
        ),
    ),
    "SocketPush": (
        "event",
        (ChangePush, *PUSHES),
    ),
    "SocketOutlinePush": (
        "event",
        (OutlinePush, *PUSHES),
    ),
    "SocketAnswer": ("", (SocketOk, SocketError)),
    "ReplayLine": ("", (ReplayHead, LogEntry)),
    "DataLine": ("what", data_models.LINES),
    "TournamentLogLine": ("kind", tournament_log_models.LINES),
    "LedgerLine": (
        "kind",
        (LedgerBase, LedgerNumbers, LedgerRecent, LedgerMatch, LedgerVoid, LedgerSeason),
    ),
}
"""What is one of several: by name the member that tells them apart, if one does, and these."""
