"""A match as text for people, as one seat may see it."""

from croupier_game.game import view_of
from croupier_match import sealing
from croupier_match.match import AnyMatch

from engine.domain.registry import GAMES
from engine.rpc import encode


def text(match: AnyMatch, seat: int | None) -> str:
    """The match as text for people, as `seat` may see it."""
    game = GAMES.of(match)
    names = [place.player.display_name if place.player else "free" for place in match.seats]
    lines = [f"{game.rules.NAME} {match.id}, version {match.version}, {match.status}"]
    if match.state is None:
        lines += [f"seat {index}: {name}" for index, name in enumerate(names)]
        if match.reveal_by:
            waited_for = ", ".join(names[seat] for seat in sealing.to_reveal(match))
            lines.append(f"to reveal their entropy by {match.reveal_by}: {waited_for}")
        return "\n".join(lines) + "\n"
    lines += [f"to move: {names[each]}" for each in encode.to_move(match)]
    if gone := [name for name, place in zip(names, match.seats, strict=True) if place.resigned]:
        lines.append(f"resigned: {', '.join(gone)}")
    if match.undo and (asked := match.undo.request):
        needed = ", ".join(names[each] for each in asked.needs)
        lines.append(
            f"{names[asked.seat]} asks to go back to version {asked.to}: {needed} to agree"
        )
    if match.outcome:
        won = " and ".join(names[each] for each in match.outcome.winners) or "nobody"
        lines.append(f"{match.outcome.reason}; won by {won}")
    drawn = game.table.render(view_of(game.rules, match.state, seat), names, seat)
    return "\n".join(lines) + "\n\n" + drawn
