"""Slips that the author of a verifier could make, as changes of the stranger's: a file of it,
a text there, and what the slip makes of it. Vectors of rare situations notice every one."""

LIVINGSTONE, LOST_CITIES = "games/livingstone.mjs", "games/lost_cities.mjs"
JUST4FUN, VERIFY = "games/just4fun.mjs", "verify.mjs"

SLIPS = {
    "gems sold, none of them": (LIVINGSTONE, "&& GEMS.some((gem) => given[gem] > 0)", ""),
    "all pairs of moved tents listed": (
        LIVINGSTONE,
        "if (!everyPair && seen.has(place) && seen.has(fromField)) return [];",
        "",
    ),
    "any tent lifted first": (
        LIVINGSTONE,
        "if (from.unscored[seat]) from.unscored[seat] -= 1;",
        "",
    ),
    "marks cleared in one column only": (
        LIVINGSTONE,
        "unscored.fill(0);",
        "if (column === this.boat) unscored.fill(0);",
    ),
    "a pass by another name": (
        LIVINGSTONE,
        "{ passed: { seat: this.turn } }",
        "{ roundPassed: { seat: this.turn } }",
    ),
    "out with what the dice show": (LIVINGSTONE, "chest < sum(dice)", "chest <= sum(dice)"),
    "gifts do not break ties": (LIVINGSTONE, "sides[b].chest - sides[a].chest ||", ""),
    "who is out has no rank": (
        LIVINGSTONE,
        "return out.length ? [...ranks, out] : ranks;",
        "return ranks;",
    ),
    "back from the first column": (LIVINGSTONE, "if (this.boat === 1) return []; break;", "break;"),
    "all draw, not the drawer": (LIVINGSTONE, "DRAWER: [seat]", "DRAWER: this.all"),
    "bonuses rounded up": (LIVINGSTONE, "Math.floor(", "Math.ceil("),
    "cards of tents the other way round": (
        LIVINGSTONE,
        "[false, true].flatMap((anyRow) => [false, true].flatMap((noCost)",
        "[false, true].flatMap((noCost) => [false, true].flatMap((anyRow)",
    ),
    "tents without end": (LIVINGSTONE, "if (side.tents) return", "if (true) return"),
    "tents moved by more than two": (LIVINGSTONE, "if (this.all.length > 2) return [];", ""),
    "a lock by another name": (JUST4FUN, "{ fieldLocked: {", "{ locked: {"),
    "own locks open": (JUST4FUN, "(this.options.ownLocked || this.lead(place, seat) < 2)", "true"),
    "no tie broken by fields": (JUST4FUN, "|| this.highestField(b) - this.highestField(a)", ""),
    "no bonus": (LOST_CITIES, "cards.length >= 8 ? 20 : 0", "0"),
    "a score without the bonus": (LOST_CITIES, "* (1 + wagers) + bonus", "* (1 + wagers)"),
    "the first begins on a tie": (LOST_CITIES, "first === second ? 1 - this.starter : ", ""),
    "a turn more without the deck": (LOST_CITIES, "this.idle >= limit", "this.idle > limit"),
    "no card shown": (LOST_CITIES, "hidden ? '' : drawn", "''"),
    "who is out is charged": (VERIFY, "&& mover !== null && !out[mover]", "&& mover !== null"),
    "who is out wins": (
        VERIFY,
        "ranking[0].filter((seat) => !putOut.includes(seat))",
        "ranking[0]",
    ),
    "no note before a forced move": (
        VERIFY,
        "now === before) || 'note' in entry",
        "now === before)",
    ),
    "created anywhere": (
        VERIFY,
        "kind === 'joined' || seat === 0, 'the creator",
        "true, 'the creator",
    ),
    "left at any time": (
        VERIFY,
        "need(phase === 'waiting' && seat !== 0 && taken[seat], `seat",
        "need(true, `seat",
    ),
    "no time to reveal": (
        VERIFY,
        "isWhole(milliseconds(match.fairness.reveal), 5 * SECOND, DAY)",
        "isWhole(milliseconds(match.fairness.reveal), 0, DAY)",
    ),
    "a time to reveal in an open deal": (VERIFY, "sealed || !('reveal' in match.fairness)", "true"),
    "any options": (
        VERIFY,
        "GAMES[match.game].optionsAreValid(options, match.seats.length)",
        "true",
    ),
    "any increment": (VERIFY, "isWhole(milliseconds(clock.increment), 0, DAY)", "true"),
    "any time": (
        VERIFY,
        "isWhole(milliseconds(clock.perMove ?? clock.bank), SECOND, 30 * DAY)",
        "true",
    ),
    "started by anybody": (VERIFY, "match.start === 'manual' && !taken.includes(false)", "true"),
    "a place is a row": (
        LIVINGSTONE,
        "seen.has(place) && seen.has(fromField)",
        "seen.has(place.row) && seen.has(fromField)",
    ),
    "tents do not break ties": (LIVINGSTONE, "|| onBoard[b] - onBoard[a]", ""),
    "MARKET without a gem": (
        LIVINGSTONE,
        "&& GEMS.some((gem) => given[gem] > 0)",
        "&& (kind === 'playMarket' || GEMS.some((gem) => given[gem] > 0))",
    ),
    "no shared rank": (
        LOST_CITIES,
        "this.totals[b] - this.totals[a])",
        "this.totals[b] - this.totals[a] || a - b)",
    ),
    "the card hidden from its seat": (
        LOST_CITIES,
        "draw === 'DECK' && viewer !== seat",
        "draw === 'DECK'",
    ),
    "a card of a pile hidden": (
        LOST_CITIES,
        "draw === 'DECK' && viewer !== seat",
        "viewer !== seat",
    ),
    "resigned twice": (
        VERIFY,
        "need(phase === 'active' && !out[seat], `seat ${seat} cannot resign",
        "need(phase === 'active', `seat ${seat} cannot resign",
    ),
    "resigned before the start": (
        VERIFY,
        "need(phase === 'active' && !out[seat], `seat ${seat} cannot resign",
        "need(!out[seat], `seat ${seat} cannot resign",
    ),
    "started by another seat": (VERIFY, "&& seat === 0 && match.start", "&& match.start"),
    "started before it was full": (
        VERIFY,
        "match.start === 'manual' && !taken.includes(false)",
        "match.start === 'manual'",
    ),
    "started twice": (
        VERIFY,
        "need(phase === 'waiting' && seat === 0 && match.start",
        "need(seat === 0 && match.start",
    ),
    "a note at the deadline": (
        VERIFY,
        "('note' in entry && now === before), 'the deadline had",
        "'note' in entry, 'the deadline had",
    ),
    "a note before a late move": (
        VERIFY,
        "need(kind === 'move' && seat === overdue",
        "need('note' in entry || kind === 'move' && seat === overdue",
    ),
    "time that a resignation gives back": (
        VERIFY,
        "if (perMove && (other !== mover || other !== table.turn)) left[other]",
        "if (perMove) left[other]",
    ),
    "a free seat left": (VERIFY, "seat !== 0 && taken[seat], `seat", "seat !== 0, `seat"),
    "two clocks": (VERIFY, "(clock.perMove === null) !== (clock.bank === null)", "true"),
    "31 days": (
        VERIFY,
        "isWhole(milliseconds(clock.perMove ?? clock.bank), SECOND, 30 * DAY)",
        "isWhole(milliseconds(clock.perMove ?? clock.bank), SECOND, 31 * DAY)",
    ),
    "no least time": (
        VERIFY,
        "isWhole(milliseconds(clock.perMove ?? clock.bank), SECOND, 30 * DAY)",
        "isWhole(milliseconds(clock.perMove ?? clock.bank), 0, 30 * DAY)",
    ),
    "an increment of two days": (
        VERIFY,
        "isWhole(milliseconds(clock.increment), 0, DAY)",
        "isWhole(milliseconds(clock.increment), 0, 2 * DAY)",
    ),
    "an increment of moves": (
        VERIFY,
        "(clock.increment === null) === (clock.bank === null)",
        "true",
    ),
    "two days to reveal": (VERIFY, "reveal), 5 * SECOND, DAY)", "reveal), 5 * SECOND, 2 * DAY)"),
    "no consent once the turn has passed": (VERIFY, "table ? table.turn === seat :", "table ?"),
    "a deadline that is near": (VERIFY, "[seat] >= 5 * SECOND", "[seat] >= 0"),
    "time that is given back": (VERIFY, "if (most) left", "if (false) left"),
    "the mover's time given back": (
        VERIFY,
        "(seat === first.seat ? rest - spent : rest)",
        "rest",
    ),
    "steps that go on": (VERIFY, "past[to - 1].base + version - to", "base"),
    "asked without end": (VERIFY, "seat).length < 3", "seat).length < 9"),
    "consent of one": (VERIFY, "same(request.due, [seat])", "request.due.includes(seat)"),
    "consent to something else": (VERIFY, "to === request.to && ", ""),
    "moves of the server": (VERIFY, "({ byServer }) => !byServer", "() => true"),
    "what was shown": (VERIFY, "({ told }) => !told", "() => true"),
    "luck that was asked": (VERIFY, "words.taken > 0 || ", ""),
    "two turns": (VERIFY, "need(alone || others.every", "need(true || others.every"),
    "refused by anybody": (VERIFY, "[request.seat, ...request.needs].includes(seat)", "true"),
    "requests in any match": (VERIFY, "match.undoMode === 'consent'", "true"),
}

GONE = {
    "a claim that comes too early": (VERIFY, "waited >= milliseconds(match.goneAfter)", "true"),
    "a claim by who is gone": (
        VERIFY,
        "all.includes(other) && other !== seat && !out[other]",
        "true",
    ),
    "a claim against another seat": (VERIFY, "!table || same(gone, [table.turn])", "true"),
    "leaving at any time": (VERIFY, "need(!hasMoved[seat], `seat", "need(true, `seat"),
}
"""Those about players who were gone, of whom no rare match tells."""
