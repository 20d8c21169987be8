"""Keys and small formats of tournaments, which engines write and gateways read.

All of a tournament lies in one slot; croupier_tournament says what its log is:

    tournament:{ID}           hash        MADE, TEMPLATE, SUMMARY, version, head, changes, made: see
                                          below
    tournament:{ID}:log       stream      entries, with the ids VERSION-0 and the field LINE
    tournament:{ID}:players   hash        player -> JSON: displayName, kind, and seals, those of the
                                          player's tables by their place, in hex, none once it is
                                          archived; {"removed": true} of one who was removed before
                                          the check-in
    tournament:{ID}:secret    string      the seed, in hex; of engines alone
    tournament:{ID}:ended     hash        ROUND:TABLE:LEG -> JSON of a match that has ended, until
                                          the log has its result
    tournament:{ID}:keys      hash        PLAYER KEY -> fingerprint and version, of idempotency
    tournament:{ID}:turn      string      whose turn it is for a while, of engines that decide at
                                          once; none for whoever comes first

The fields of the hash: MADE is JSON that never changes, but that the name of a deleted maker goes:
what the log does not say. It has name, maker (id, displayName, kind), access ("public", "private"),
inviteCode ("" of a public one), conditions (null for none), rated, kind (of the players of a rated
one, else null), timeClass (of a rated one, else null), houseBots (how many the maker asks for),
createTime (RFC 3339). The options and the clock of its matches are in the log: `match` of its
settings has options and clock as a match shows them, and rated.

TEMPLATE is the match of its tables before the first entry, JSON of croupier_match as of a stored
match, without id, seed and invite code, which only engines that play the game read. SUMMARY is JSON
that follows from the log, for lists: status, players (who is registered, or plays), round (the last
that was paired), first (who led the last standings, "" for nobody), roundsDue (0 before the start),
startsAt (when the first round is or was paired, ms, null if nobody knows), at (of the last entry,
ms), settings (as in the log). `made` is the version up to which the matches that follow from the
log have been created, absent for none.
`changes` is how often anything that is stored of it has changed, but for `made` and for matches
that have ended: names and seals have no version.
ARCHIVED is "1" once the archive has all of it: then log and players leave Redis, and come back for
a while for whoever asks. The hash stays for a year, for lists.

A match that has ended is {"match": ..., "log": [...]}, of which only what
croupier_tournament.report_of reads need be there: the last entry of the log is enough. Of one that
could not be made, it is {"unsealed": [player, ...]}, who had no seal for it.

In the slot of all:

    {tournaments}:due           sorted set  tournament -> when its director looks at it next, ms
    {tournaments}:tables:GAME   sorted set  tournament -> when its matches are to be made, ms
    {tournaments}:is:STATUS     sorted set  tournament -> when it was made, ms; public ones
    {tournaments}:of:PLAYER     sorted set  the same of those that a player made or has joined
    {tournaments}:made:PLAYER   sorted set  the same of those that a player made in the last day
    {tournaments}:over          sorted set  tournament that has ended -> when it is archived, ms
    {tournaments}:sweep         sorted set  one member: when to look for some that are missing there

The channel of a tournament is the name of its hash; a message is the version that it has by then.
"""

from redislink.commands import Command

DUE = "{tournaments}:due"
OVER, SWEEP = "{tournaments}:over", "{tournaments}:sweep"
ARCHIVED_AFTER_MS = 24 * 60 * 60 * 1000
"""How long after its end a tournament is archived."""
LINE = "line"
VERSION, HEAD, CHANGES = "version", "head", "changes"
MADE, TEMPLATE, SUMMARY, MADE_UP_TO = "made_with", "template", "summary", "made"
ARCHIVED = "archived"


def tournament(tournament_id: str) -> str:
    """The hash, and the channel."""
    return f"tournament:{{{tournament_id}}}"


def log(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:log"


def players(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:players"


def secret(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:secret"


def ended(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:ended"


def keys(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:keys"


def id_in(name: bytes) -> str:
    """The tournament of the name of a hash."""
    return name.decode().removeprefix("tournament:{").removesuffix("}")


def tables(game: str) -> str:
    return f"{{tournaments}}:tables:{game}"


def recalled(tournament_id: str, by: str) -> tuple[str, str]:
    """Where log and players are put together that come out of the archive, by one of those who do
    so."""
    whole = f"{tournament(tournament_id)}:recalled:{by}"
    return f"{whole}:log", f"{whole}:players"


def over(tournament_id: str, ended_ms: int) -> Command:
    """The command that has a tournament archived in time. Twice, it changes nothing."""
    return ("ZADD", OVER, "NX", str(ended_ms + ARCHIVED_AFTER_MS), tournament_id)


def in_status(status: str) -> str:
    return f"{{tournaments}}:is:{status}"


def of_player(player_id: str) -> str:
    return f"{{tournaments}}:of:{player_id}"


def made_by(player_id: str) -> str:
    return f"{{tournaments}}:made:{player_id}"


def turn(tournament_id: str) -> str:
    return f"{tournament(tournament_id)}:turn"


def of_tournament(tournament_id: str) -> list[str]:
    """The keys of a tournament without its seed, in the order in which scripts take them."""
    own = (tournament, log, players, keys, ended, turn)
    return [each(tournament_id) for each in own]


def all_of(tournament_id: str) -> list[str]:
    """All keys of a tournament."""
    return [*of_tournament(tournament_id), secret(tournament_id)]
