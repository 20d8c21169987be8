// Verifies the replay of a match: that seed, log, moves and result are as promised.
import { chanceKey, hmac, sha256, Words } from './chance.mjs';
import { LostCities } from './games/lost_cities.mjs';
import { Livingstone } from './games/livingstone.mjs';
import { Just4Fun } from './games/just4fun.mjs';
import { canonical, difference, isRecord, isWhole, same } from './json.mjs';

const GAMES = { 'lost-cities': LostCities, livingstone: Livingstone, just4fun: Just4Fun };
const QUIET = ['asked', 'agreed', 'refused'];
const KINDS = ['created', 'joined', 'left', 'started', 'revealed', 'move', 'resigned', 'timeout', 'aborted',
  ...QUIET, 'undone', 'claimed'];
const MEMBERS = ['version', 'kind', 'seat', 'move', 'time', 'seal', 'entropy', 'withheld', 'gone', 'note', 'to', 'needs',
  'prev', 'hash'];
const KNOWN = ['id', 'game', 'rulesVersion', 'start', 'deal', 'version', 'options', 'createTime', 'updateTime', 'seats',
  'yourSeat', 'status', 'outcome', 'toMove', 'state', 'lastEvents', 'clock', 'goneAfter', 'undoMode', 'fairness',
  'access', 'inviteCode', 'talk', 'undo'];
const SECOND = 1000;
const DAY = 86_400 * SECOND;

class Refusal extends Error {
  constructor(check, problem) {
    super(problem);
    this.check = check;
  }
}

const demand = (check) => (holds, problem) => {
  if (!holds) throw new Refusal(check, problem);
};

const isHex = (value, least, most) => typeof value === 'string' && /^([0-9a-f]{2})*$/.test(value)
  && isWhole(value.length / 2, least, most);
const isHash = (value) => isHex(value, 32, 32);
const isTime = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
  && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
const isOneOf = (...values) => (value) => values.includes(value);
const isText = (value) => typeof value === 'string';
const isSeat = (value) => Number.isInteger(value);
const orNull = (test) => (value) => value === null || test(value);
const orAbsent = (test) => (value) => value === undefined || test(value);

// Milliseconds of a duration such as 2.5s; NaN if it is none.
const milliseconds = (text) => (
  isText(text) && /^(0|[1-9]\d{0,8})(\.\d{0,2}[1-9])?s$/.test(text) ? Math.round(parseFloat(text) * 1000) : NaN);
const isDuration = (value) => !Number.isNaN(milliseconds(value));

// Answers { accepted: true }, or { accepted: false, check, problem } with the first thing that is wrong.
export function verify(replay) {
  try {
    checkForm(replay);
    checkHashes(replay);
    checkSeats(replay);
    follow(replay, null, demand('order'));
    checkSettings(replay);
    const end = follow(replay, GAMES[replay.match.game], demand('moves'));
    checkResult(replay, end);
    return { accepted: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { accepted: false, check: error.check, problem: error.message };
  }
}

function checkForm(replay) {
  const need = demand('form');
  const needMembers = (where, value, tests) => {
    need(isRecord(value), `${where} is not an object`);
    for (const [name, test] of Object.entries(tests)) {
      need(test(value[name]), `${where}.${name} is missing, or not of its form`);
    }
  };
  needMembers('replay', replay, {
    match: isRecord, options: isRecord, serverSeed: isHash, log: Array.isArray, audit: Array.isArray,
    entropy: (list) => Array.isArray(list) && list.every(orNull((entropy) => isHex(entropy, 1, 32))),
  });
  const { match, log } = replay;
  need(Object.hasOwn(GAMES, match.game), `this verifier knows the games ${Object.keys(GAMES).join(', ')}`);
  need(match.rulesVersion === 1, 'this verifier knows version 1 of the rules');
  needMembers('match', match, {
    id: (id) => isText(id) && /^[A-Za-z0-9_-]{22}$/.test(id), start: isOneOf('auto', 'manual'),
    deal: isOneOf('open', 'sealed'), version: Number.isInteger, options: isRecord, createTime: isTime,
    updateTime: isTime, seats: Array.isArray, yourSeat: orNull(isSeat), status: isText, outcome: orNull(isRecord),
    toMove: Array.isArray, state: orNull(isRecord), lastEvents: Array.isArray, clock: orNull(isRecord),
    fairness: isRecord, goneAfter: orNull(isDuration), undoMode: isOneOf('consent', 'never'),
  });
  const { fairness, seats, clock } = match;
  need(fairness.recipe === 2, 'this verifier knows recipe 2');
  needMembers('match.fairness', fairness, {
    commitment: isHash, serverSeed: isHash, logHead: isHash, terms: isHash, reveal: orAbsent(isDuration),
    seals: orAbsent((seals) => Array.isArray(seals) && seals.every(orNull(isHash))),
    toReveal: orAbsent(Array.isArray), revealBy: orAbsent(orNull(isTime)),
  });
  seats.forEach((seat, place) => {
    const where = `match.seats[${place}]`;
    needMembers(where, seat, { index: isSeat, player: orNull(isRecord), resigned: isOneOf(true, false) });
    if (seat.player) needMembers(`${where}.player`, seat.player, { id: isText, displayName: isText, kind: isOneOf('human', 'bot') });
  });
  if (clock) {
    needMembers('match.clock', clock, {
      perMove: orNull(isDuration), bank: orNull(isDuration), increment: orNull(isDuration),
      onTimeout: isOneOf('forfeit', 'random'), deadline: orNull(isTime),
      banks: orNull((banks) => Array.isArray(banks) && banks.every(isDuration)),
    });
  }
  log.forEach((entry, place) => {
    needMembers(`log[${place}]`, entry, {
      version: Number.isInteger, kind: isOneOf(...KINDS), seat: isSeat, move: orNull(isRecord), time: isTime,
      prev: isHash, hash: isHash, seal: orAbsent(isHash), entropy: orAbsent((entropy) => isHex(entropy, 1, 32)),
      withheld: orAbsent((list) => Array.isArray(list) && list.every(isSeat)),
      gone: orAbsent((list) => Array.isArray(list) && list.every(isSeat)),
      note: orAbsent((note) => isText(note) && /^[ -~]+$/.test(note)),
      to: orAbsent(Number.isInteger), needs: orAbsent((list) => Array.isArray(list) && list.every(isSeat)),
    });
    const unknown = Object.keys(entry).find((name) => !MEMBERS.includes(name));
    need(unknown === undefined, `this verifier does not know log[${place}].${unknown}`);
  });
}

function checkHashes({ game, match, serverSeed, log }) {
  const need = demand('hashes');
  const seed = Buffer.from(serverSeed, 'hex');
  need(sha256(seed).toString('hex') === match.fairness.commitment, 'the commitment is not the hash of the seed');
  need(match.fairness.serverSeed === serverSeed, 'match.fairness.serverSeed is not serverSeed');
  need(game === match.game, 'game is not match.game');
  checkTerms(match, log[0]?.prev, need);
  let before = Buffer.from(match.fairness.terms, 'hex');
  log.forEach(({ prev, hash, ...entry }, place) => {
    need(entry.version === place + 1, `log[${place}].version is ${entry.version}`);
    need(prev === before.toString('hex'), `version ${entry.version}: prev is not the hash before it`);
    before = sha256(before, hmac(seed, `log:${entry.version}`), canonical(entry));
    need(hash === before.toString('hex'), `version ${entry.version}: hash is not that of the entry`);
  });
  need(match.version === log.length, `match.version is ${match.version}, but the log has ${log.length} entries`);
  need(match.fairness.logHead === before.toString('hex'), 'logHead is not the hash of the last entry');
}

// What was agreed is what the match shows, and the log begins with its hash.
function checkTerms(match, first, need) {
  const { id, game, rulesVersion, options, clock, goneAfter, deal, start, undoMode, fairness } = match;
  const { reveal = null, recipe, commitment, terms } = fairness;
  const times = clock && (({ perMove, bank, increment, onTimeout }) => ({ perMove, bank, increment, onTimeout }))(clock);
  const when = { clock: times, goneAfter, deal, reveal, start, undoMode };
  const agreed = { id, game, rulesVersion, options, ...when, recipe, commitment };
  const due = sha256('croupier terms v1\0', canonical(agreed)).toString('hex');
  need(terms === due || first !== due, 'the log begins with the terms, but match.fairness.terms is another hash');
  const unknown = Object.keys(match).filter((name) => !KNOWN.includes(name));
  need(terms === due || !unknown.length, `the terms may be of what this verifier does not know: ${unknown.join(', ')}`);
  need(terms === due, 'match.fairness.terms is not that of the id and the settings of the match');
  need(first === due, 'version 1: prev is not match.fairness.terms');
}

function checkSeats({ match, entropy }) {
  const need = demand('seats');
  const { seats } = match;
  const [least, most] = GAMES[match.game].seats;
  need(isWhole(seats.length, least, most), `the game has no ${seats.length} seats`);
  seats.forEach(({ index }, place) => need(index === place, `seats[${place}].index is ${index}`));
  const players = seats.filter(({ player }) => player).map(({ player }) => player.id);
  need(new Set(players).size === players.length, 'one player has two seats');
  need(entropy.length === seats.length, `there are ${seats.length} seats, but entropy of ${entropy.length}`);
}

// What has to be possible before the moves can be recomputed.
function checkSettings({ match, options }) {
  const need = demand('result');
  const { clock } = match;
  need(same(options, match.options), 'options and match.options differ');
  need(GAMES[match.game].optionsAreValid(options, match.seats.length), 'the options are not possible by the rules');
  if (match.deal === 'sealed') {
    need(isWhole(milliseconds(match.fairness.reveal), 5 * SECOND, DAY), 'the time to reveal is not 5 s to a day');
  }
  const { goneAfter } = match;
  need(goneAfter === null || isWhole(milliseconds(goneAfter), 60 * SECOND, DAY), 'goneAfter is not 60 s to a day');
  if (!clock) return;
  need((clock.perMove === null) !== (clock.bank === null), 'either perMove or bank must be given');
  need(isWhole(milliseconds(clock.perMove ?? clock.bank), SECOND, 30 * DAY), 'the clock is not 1 s to 30 days');
  need((clock.increment === null) === (clock.bank === null), 'a bank, and nothing else, has an increment');
  need(clock.increment === null || isWhole(milliseconds(clock.increment), 0, DAY), 'an increment is up to a day');
}

// Goes through the log. Without a game this demands what can be told without its rules; with it, everything,
// and answers how the match stands at the end.
function follow({ match, serverSeed, entropy, log }, Game, demandOf) {
  const all = match.seats.map((_, seat) => seat);
  const { clock } = match;
  const sealed = match.deal === 'sealed';
  const perMove = milliseconds(clock?.perMove);
  const left = all.map(() => (clock ? milliseconds(clock.perMove ?? clock.bank) : 0));
  const taken = all.map(() => false);
  const out = all.map(() => false);
  const hasMoved = all.map(() => false);
  const seals = all.map(() => null);
  const revealed = all.map(() => null);
  let phase = 'waiting';
  let reason = null;
  let table = null;
  let dealt = null;
  // The version whose step is 0.
  let base = 0;
  let key = null;
  // What can be taken back: how it was after each version, the open request, and who has asked since another moved.
  const remembers = log.some((entry) => QUIET.includes(entry.kind) || entry.kind === 'undone');
  const past = [];
  let request = null;
  let asks = [];
  let revealEnd = Infinity;
  let overdue = null;
  let moved = false;

  demandOf(sealed || !('reveal' in match.fairness), 'an open deal has no time to reveal');

  const end = (why) => {
    phase = 'ended';
    reason = why;
  };
  const wordsAt = (version) => new Words(key, version - base);
  const deal = (version) => {
    phase = 'active';
    dealt = version;
    base = version;
    if (!Game) return;
    key = chanceKey(Buffer.from(serverSeed, 'hex'), match.id, sealed ? revealed : entropy);
    table = new Game(match.options, all.length, wordsAt(version));
  };
  const begin = (version, now) => {
    if (!sealed) return deal(version);
    phase = 'revealing';
    revealEnd = now + milliseconds(match.fairness.reveal);
  };
  const leaveOut = (seat, kind) => {
    out[seat] = true;
    if (out.filter((isOut) => !isOut).length === 1) end(kind);
  };
  const play = ({ version, seat, move }, isForced, need) => {
    need(seat === table.turn, `seat ${seat} is not to move`);
    const words = wordsAt(version);
    if (isForced) {
      const moves = table.moves();
      need(same(move, moves[words.below(moves.length)]), 'the forced move is not the one that is drawn');
    }
    need(table.play(move, words), `seat ${seat} cannot play ${canonical(move)}`);
    moved = true;
    if (table.turn === null) end('completed');
    return words.taken > 0 || table.shown;
  };
  // Of those who were gone, the log tells that the match waited for them, and for how long.
  const checkGone = ({ seat, gone }, waited, need) => {
    need(match.goneAfter !== null && waited >= milliseconds(match.goneAfter), 'nobody can be gone yet');
    need(gone.length && gone.every((other, place) => !place || gone[place - 1] < other), 'who is gone is in no order');
    need(gone.every((other) => all.includes(other) && other !== seat && !out[other]), 'these cannot be gone');
    need(!table || same(gone, [table.turn]), 'the match waits for another seat');
  };
  const leftWhenMoved = (to) => {
    const [before, { entry: first }] = [past[to - 1], past[to]];
    const spent = Date.parse(first.time) - Date.parse(before.entry.time);
    return before.left.map((rest, seat) => (seat === first.seat ? rest - spent : rest));
  };
  // Whether nobody has to agree; with a clock, and without a game, that cannot be told: undefined.
  const asksFor = ({ version, seat, to }, need) => {
    need(match.undoMode === 'consent', 'nothing is taken back in this match');
    need(phase === 'active' && request === null && !out[seat], `seat ${seat} cannot ask now`);
    need(asks.filter((other) => other === seat).length < 3, `seat ${seat} has asked too often`);
    need(to >= dealt && isWhole(version - 1 - to, 1, 200), `it cannot go back to version ${to}`);
    const since = past.slice(to);
    need(since[0].entry.kind === 'move' && since[0].entry.seat === seat, 'the first move is not of this seat');
    need(since.every(({ entry: { kind } }) => kind === 'move' || QUIET.includes(kind)), 'more than moves has happened');
    const moves = since.filter(({ entry }) => entry.kind === 'move');
    const alone = moves.every(({ entry }) => entry.seat === seat);
    const others = moves.slice(moves.findIndex(({ entry }) => entry.seat !== seat));
    need(alone || others.every(({ entry }) => entry.seat !== seat), 'that is more than a turn');
    need(moves.every(({ byServer }) => !byServer), 'the server has moved');
    need(moves.every(({ told }) => !told), 'something hidden has been shown, or chance was asked');
    need(!clock || !table || leftWhenMoved(to)[seat] >= 5 * SECOND, 'there is nearly no time left');
    if (!alone || !clock) return alone;
    return table ? table.turn === seat : undefined;
  };

  log.forEach((entry, place) => {
    const { version, kind, seat, move, time } = entry;
    const need = (holds, problem) => demandOf(holds, `version ${version}: ${problem}`);
    const now = Date.parse(time);
    const before = place ? Date.parse(log[place - 1].time) : now;
    const mover = table?.turn ?? null;
    const isCharged = clock && mover !== null && !out[mover];
    const isForced = overdue !== null || (mover !== null && out[mover]);
    const byServer = overdue !== null || out[seat];
    let told = false;
    let most = null;
    moved = false;

    need(all.includes(seat), `there is no seat ${seat}`);
    need((kind === 'move') === (move !== null), 'a move, and nothing else, has a move');
    need(now >= before, 'its time is before that of the entry before');
    need((kind === 'created') === (version === 1), 'the first entry, and no other, is created');
    need(('seal' in entry) === (sealed && (kind === 'created' || kind === 'joined')),
      'a seat of a sealed deal, and nothing else, has a seal');
    need(('entropy' in entry) === (kind === 'revealed'), 'what is revealed, and nothing else, has entropy');
    need(('to' in entry) === (kind === 'asked' || kind === 'undone'), 'who goes back, and nobody else, says where to');
    need(('needs' in entry) === (kind === 'asked'), 'who asks, and nobody else, says who must agree');
    need(['note', 'withheld', 'gone'].filter((name) => name in entry).length < 2, 'an abort has one reason');
    need('gone' in entry ? kind === 'claimed' || kind === 'aborted' : kind !== 'claimed',
      'who claims, and else only who calls it off, says who was gone');
    need(kind === 'aborted' || !('note' in entry || 'withheld' in entry),
      'only an abort has a note, or seats that withheld');
    need(phase !== 'ended', 'the match has ended');
    if (phase === 'revealing') need(now < revealEnd || 'withheld' in entry, 'the time to reveal had passed');

    if (overdue !== null) {
      need(kind === 'move' && seat === overdue && now === before,
        'the random move of the seat that was late must follow');
    } else if (isForced) {
      need((kind === 'move' && seat === mover && now === before) || 'note' in entry,
        `the server must move for seat ${mover}`);
    } else if (isCharged) {
      const late = now >= before + left[mover];
      if (kind === 'timeout') need(seat === mover && late, `the deadline of seat ${seat} had not passed`);
      else need(!late || ('note' in entry && now === before), 'the deadline had passed without a time-out');
    }
    overdue = null;

    switch (kind) {
      case 'created': case 'joined':
        need(phase === 'waiting', 'nobody can join now');
        need(kind === 'joined' || seat === 0, 'the creator has seat 0');
        need(!taken[seat], `seat ${seat} was taken`);
        need(!('seal' in entry) || !seals.includes(entry.seal), 'another seat has this seal');
        taken[seat] = true;
        seals[seat] = entry.seal ?? null;
        if (match.start === 'auto' && !taken.includes(false)) begin(version, now);
        break;
      case 'left':
        need(phase === 'waiting' && seat !== 0 && taken[seat], `seat ${seat} cannot leave now`);
        taken[seat] = false;
        seals[seat] = null;
        break;
      case 'started':
        need(phase === 'waiting' && seat === 0 && match.start === 'manual' && !taken.includes(false),
          'the match cannot be started now');
        begin(version, now);
        break;
      case 'revealed':
        need(phase === 'revealing' && revealed[seat] === null, `seat ${seat} cannot reveal now`);
        need(isHex(entry.entropy, 32, 32)
          && sha256('croupier seal v1', Buffer.from(entry.entropy, 'hex')).toString('hex') === seals[seat],
        `what seat ${seat} revealed is not the entropy of its seal`);
        revealed[seat] = entry.entropy;
        if (!revealed.includes(null)) deal(version);
        break;
      case 'aborted':
        if (phase === 'active' && !entry.note && !entry.withheld) {
          need(!out[seat], `seat ${seat} has resigned`);
          if (!entry.gone) need(!hasMoved[seat], `seat ${seat} has moved`);
          else checkGone(entry, now - before, need);
          need(!entry.gone || same(entry.gone, all.filter((other) => other !== seat && !out[other])),
            'others are still playing');
          end('aborted');
          break;
        }
        need(seat === 0 && !entry.gone, 'an abort is at seat 0');
        if (entry.withheld) {
          need(phase === 'revealing' && now >= revealEnd, 'the time to reveal had not passed');
          need(same(entry.withheld, all.filter((other) => revealed[other] === null)), 'other seats had not revealed');
        } else if (!entry.note) {
          need(phase === 'waiting', 'the creator cannot leave now');
          taken[0] = false;
          seals[0] = null;
        }
        end('aborted');
        break;
      case 'move':
        need(phase === 'active', 'no match is going on');
        hasMoved[seat] = true;
        if (table) told = play(entry, isForced, need);
        break;
      case 'asked': {
        need(asksFor(entry, need) !== true, 'nobody has to agree');
        need(same(entry.needs, all.filter((other) => other !== seat && !out[other])), 'others have to agree');
        request = { ...entry, due: entry.needs };
        asks.push(seat);
        base += 1;
        break;
      }
      case 'agreed':
        need(request?.due.includes(seat) && request.due.length > 1, `seat ${seat} cannot agree now`);
        request.due = request.due.filter((other) => other !== seat);
        base += 1;
        break;
      case 'refused':
        need(request !== null && [request.seat, ...request.needs].includes(seat), `seat ${seat} cannot refuse now`);
        request = null;
        base += 1;
        break;
      case 'undone': {
        const { to } = entry;
        if (request) {
          need(to === request.to && same(request.due, [seat]), 'not all have agreed to that');
        } else {
          need(asksFor(entry, need) !== false, 'nobody was asked');
          asks.push(seat);
        }
        request = null;
        base = past[to - 1].base + version - to;
        table = copyOf(past[to - 1].table);
        most = leftWhenMoved(to);
        break;
      }
      case 'claimed':
        need(phase === 'active' && !out[seat], `seat ${seat} cannot claim now`);
        checkGone(entry, now - before, need);
        entry.gone.forEach((other) => leaveOut(other, kind));
        break;
      case 'resigned':
        need(phase === 'active' && !out[seat], `seat ${seat} cannot resign now`);
        leaveOut(seat, kind);
        break;
      case 'timeout':
        need(clock, 'a match without a clock has no time-outs');
        need(phase === 'active' && !out[seat], `seat ${seat} cannot run out of time now`);
        if (clock.onTimeout === 'forfeit') leaveOut(seat, kind);
        else overdue = seat;
        break;
    }

    if (![...QUIET, 'undone'].includes(kind)) request = null;
    if (kind === 'move') asks = asks.filter((other) => other === seat);
    if (clock && mover !== null) {
      if (isCharged) left[mover] = Math.max(0, left[mover] - (now - before));
      if (kind === 'move') left[seat] = perMove || left[seat] + (milliseconds(clock.increment) || 0);
      for (const other of all) {
        if (perMove && (other !== mover || other !== table.turn)) left[other] = perMove;
        if (most) left[other] = Math.min(left[other], most[other]);
      }
    }
    if (remembers) past.push({ entry, byServer, told, base, left: [...left], table: copyOf(table) });
  });

  if (Game) demandOf(phase === 'ended', 'the match has not ended');
  return { table, reason, taken, out, seals, revealed, left, moved };
}

function copyOf(table) {
  return table && Object.assign(Object.create(Object.getPrototypeOf(table)), structuredClone({ ...table }));
}

function checkResult({ match, entropy, log }, { table, reason, taken, out, seals, revealed, left, moved }) {
  const need = demand('result');
  const needSame = (path, given, expected) => {
    const found = difference(path, given, expected);
    need(!found, found);
  };
  const { seats, fairness, clock, yourSeat } = match;
  seats.forEach(({ player, resigned }, seat) => {
    need((player !== null) === taken[seat], `seats[${seat}].player is not as in the log`);
    needSame(`seats[${seat}].resigned`, resigned, out[seat]);
    need(taken[seat] || entropy[seat] === null, `entropy[${seat}] is that of a free seat`);
  });
  need(yourSeat === null || taken[yourSeat] === true, 'yourSeat is not a taken seat');
  needSame('createTime', match.createTime, log[0].time);
  needSame('updateTime', match.updateTime, log.at(-1).time);
  needSame('status', match.status, reason === 'aborted' ? 'aborted' : 'finished');
  needSame('toMove', match.toMove, []);
  needSame('state', match.state, table ? table.state(yourSeat) : null);
  needSame('lastEvents', match.lastEvents, moved ? table.events(yourSeat) : []);
  needSame('outcome', match.outcome, outcomeOf(table, reason, out));
  if (clock) {
    needSame('clock.deadline', clock.deadline, null);
    needSame('clock.banks', clock.banks?.map(milliseconds) ?? null, clock.bank === null ? null : left);
  }
  if (match.deal !== 'sealed') return;
  needSame('seals', fairness.seals ?? null, seals);
  needSame('entropy', entropy, revealed);
  needSame('toReveal', fairness.toReveal ?? null, []);
  need(fairness.revealBy === null, 'revealBy is not null');
}

function outcomeOf(table, reason, out) {
  const all = out.map((_, seat) => seat);
  if (reason === 'aborted') return { reason, ranking: [all], scores: all.map(() => 0), winners: [] };
  const resigned = all.filter((seat) => out[seat]);
  const ranking = [...table.ranks().map((rank) => rank.filter((seat) => !out[seat])), resigned]
    .filter((rank) => rank.length);
  const putOut = table.putOut();
  return { reason, ranking, scores: table.scores(), winners: ranking[0].filter((seat) => !putOut.includes(seat)) };
}
