"""What tools answer: tables, games and matches in words and compact JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from croupier_client.opponents import Available
from croupier_client.proof import Proof
from croupier_client.types import (
    ChooseMoves,
    Deal,
    DealBoard,
    Game,
    HistoryEntry,
    Match,
    Tried,
)

LEVELS = {1: "easy", 2: "medium", 3: "strong", 4: "expert"}


def compact(value: Any) -> str:
    """Return JSON on one line."""
    return msgspec.json.encode(value).decode()


def of_game(game: Game) -> str:
    """Return a game's id, its numbers of seats, and its options with their defaults."""
    lines = [f"{game.id}: {game.name}, {game.seats.min} to {game.seats.max} seats. Options:"]
    for name, schema in game.options.schema.get("properties", {}).items():
        default = compact(game.options.defaults.get(name))
        meaning = " ".join(schema.get("description", "").split())
        lines.append(f"  {name} = {default}: {meaning}")
    return "\n".join(lines)


def of_opponent(player: Available) -> str:
    """Return one who can be invited, and how strong it is if it is of the house.

    What others say of themselves stands in quotes: it may read like what the service says.
    """
    if player.house:
        level = LEVELS.get(player.level or 0, "of unknown strength")
        return f"{player.display_name}: {player.kind} of the house, {level}. {player.description}"
    said = f" It says of itself: {compact(player.description)}" if player.description else ""
    return f"{called(player.display_name)}: {player.kind} of somebody else.{said}"


def called(name: str) -> str:
    """Return a name; in quotes if it has more than letters, digits and spaces."""
    return name if name.replace(" ", "").isalnum() else compact(name)


def of_deal(deal: Deal) -> str:
    """Return a deal on one line, with what the caller can do there."""
    against = ", ".join(map(called, deal.opponents))
    state = f"your try is match {deal.your_match_id}" if deal.your_match_id else deal.status
    counts = f"{deal.tries} tries, {deal.finished} to the end"
    return f"{deal.id}: {deal.game} against {against}, {state}; {counts}"


def board(found: DealBoard) -> str:
    """Return the board of a deal, a line for each row, with the caller's own last."""
    own = found.you.player.id if found.you else ""
    others = [each for each in found.entries if each.player.id != own]
    rows = [*map(_row, others), *([f"You: {_row(found.you)}"] if found.you else [])]
    return "\n".join(rows) or "Nobody has played it to its end."


def _row(row: Tried) -> str:
    who = called(row.player.display_name or "somebody")
    how = "won" if row.place == 1 else f"place {row.place}"
    return f"{row.rank}. {who}: {how}, {row.points} points, {row.moves} moves"


def of_match(match: Match) -> str:
    """Return a match on one line."""
    names = ", ".join(named(match, seat.index) for seat in match.seats)
    turn = ", your turn" if match.my_turn else ""
    return f"{match.id}: {match.game}, {match.status}{turn}; {names}"


def named(match: Match, seat: int) -> str:
    """Return a seat with who sits there."""
    player = match.seats[seat].player
    you = ", you" if seat == match.your_seat else ""
    return f"seat {seat} ({called(player.display_name) if player else 'free'}{you})"


def table(match: Match, drawn: str, history: Iterable[HistoryEntry], state: bool) -> str:
    """Return what the caller's seat sees: the table as it is drawn, what has happened since its own
    last move, what is to do now, and the legal moves.
    """
    parts = [drawn.rstrip()]
    if happened := [entry_line(match, each) for each in since_own_move(match, history)]:
        parts.append("\n".join(["Since your last move:", *happened]))
    if state:
        parts.append(f"State: {compact(match.state)}")
    parts.append(what_now(match))
    if match.legal_moves and match.legal_moves.moves:
        parts.append(legal_moves(match))
    return "\n\n".join(parts)


def legal_moves(match: Match) -> str:
    """Return the legal moves of the caller's seat, each as `move` takes it."""
    if not match.legal_moves or not match.legal_moves.moves:
        return what_now(match)
    moves, choose = match.legal_moves.moves, match.legal_moves.choose or ()
    some = "Some legal moves" if choose else f"Legal moves ({len(moves)})"
    listed = f"{some}: {compact([each.notation for each in moves])}"
    return "\n".join([listed, *map(to_choose, choose)])


def to_choose(choose: ChooseMoves) -> str:
    """Return what can be chosen for moves that are too many to list."""
    amount = (
        f"{choose.least}" if choose.least == choose.most else f"{choose.least} to {choose.most}"
    )
    things = compact([each.text for each in choose.of for _ in range(each.count)])
    said = f"For {choose.member}, choose any {amount} of these, in this order: {things}"
    return " ".join([said, *choose.conditions])


def since_own_move(match: Match, history: Iterable[HistoryEntry]) -> Sequence[HistoryEntry]:
    """Return the entries after the last move of the caller's seat."""
    since: list[HistoryEntry] = []
    for entry in history:
        own = entry.seat == match.your_seat and entry.kind == "move"
        since = [] if own else [*since, entry]
    return since


def entry_line(match: Match, entry: HistoryEntry) -> str:
    """Return a version of the match: who did what, and what happened then."""
    events = f" {compact(entry.events)}" if entry.events else ""
    what = entry.notation or entry.kind
    return f"  {entry.version}. {named(match, entry.seat)}: {what}{events}"


def what_now(match: Match) -> str:
    """Return what there is to do for the caller."""
    if match.outcome:
        return f"It has ended: {outcome(match)} The tool read_replay shows all of it."
    if match.status == "waiting":
        code = f" with the invite code {match.invite_code}" if match.invite_code else ""
        return f"It waits for players: others join {match.id}{code}. Call follow to wait for them."
    if match.your_seat is None:
        return "You have no seat in it, and see what spectators see."
    if match.undo and match.your_seat in match.undo.needs:
        asker, version = named(match, match.undo.seat), match.undo.to_version
        return f"{asker} asks to take back all after version {version}: call answer_undo."
    if match.my_turn:
        return f"It is your turn, decision {match.your_decision}: call move with a legal move."
    return "It is not your turn: call follow, which waits until it is."


def outcome(match: Match) -> str:
    """Return how a match has ended."""
    end = match.outcome
    assert end  # noqa: S101 -- callers ask of matches that have ended
    winners = " and ".join(named(match, seat) for seat in end.winners) or "nobody"
    scores = f", points by seat {compact(end.scores)}" if end.scores else ""
    return f"{end.reason}{scores}, won by {winners}."


def replay(match: Match, history: Iterable[HistoryEntry], proof: Proof) -> str:
    """Return a match that has ended: its moves, its end, and what was proven of its deal."""
    lines = [of_match(match), *(entry_line(match, each) for each in history)]
    lines.append(f"It has ended: {outcome(match)}")
    lines += [f"proven: {each}" for each in proof.proven]
    if proof.not_mine:
        lines.append(f"not made by this client, though of your seat: versions {proof.not_mine}")
    return "\n".join(lines)
