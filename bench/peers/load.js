// A load generator as bench/load.py is one: clients in a closed loop, each with one move under
// way. Orders come as lines of JSON: {url, server, clients, moves, warmUpS, seconds}: the server's
// process id, and for how many moves each client has matches; or {url, left}: how many matches both
// players see and go from, before a move. Each is answered by such a line.
"use strict";

const { readFileSync } = require("fs");
const readline = require("readline");

const TICKS_PER_S = 100; // of /proc, on any Linux
const AT_ONCE = 16; // matches opened at the same time
const SLOW_MS = 20000;

const percentile = (ordered, share) =>
  ordered[Math.max(0, Math.ceil((ordered.length * share) / 100) - 1)];

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

async function inWaves(count, open) {
  const made = [];
  for (let start = 0; start < count; start += AT_ONCE)
    made.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, open))));
  return made;
}

// Processor seconds until now, by the names that bench/meter.py has for them.
function used(pid) {
  const words = (text) => text.trim().split(/\s+/);
  const own = process.cpuUsage();
  const load = (own.user + own.system) / 1e6;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = words(stat.slice(stat.lastIndexOf(")") + 1)).slice(11, 13);
  const server = (Number(user) + Number(system)) / TICKS_PER_S;
  const machine = words(readFileSync("/proc/stat", "utf8").split("\n")[0]).slice(1).map(Number);
  const busy = [0, 1, 2, 5, 6].reduce((sum, kind) => sum + machine[kind], 0) / TICKS_PER_S;
  return { server, load, elsewhere: busy - server - load, stolen: machine[7] / TICKS_PER_S };
}

class Meter {
  constructor(server) {
    Object.assign(this, { server, measuring: false, over: false, cutShort: false });
    Object.assign(this, { times: [], refused: {}, cpuS: {} });
  }

  begin() {
    this.measuring = !this.over;
    this.start = performance.now();
    this.before = used(this.server);
  }

  end(cutShort = false) {
    if (this.over) return;
    this.over = true;
    this.cutShort = cutShort;
    this.seconds = (performance.now() - this.start) / 1000;
    for (const [name, seconds] of Object.entries(used(this.server)))
      this.cpuS[name] = seconds - this.before?.[name];
  }

  // The first wrong answer ends it: what is refused takes no time.
  note(ms, wrong) {
    if (wrong) {
      this.refused[wrong] = (this.refused[wrong] || 0) + 1;
      this.end();
    } else if (this.measuring && !this.over) this.times.push(ms);
  }

  result() {
    const { seconds, cutShort, refused, cpuS } = this;
    const times = Float64Array.from(this.times).sort();
    const [p50, p99] = [50, 99].map((share) => percentile(times, share));
    return { seconds, answers: times.length, p50, p99, cpuS, cutShort, refused };
  }
}

// One client: plays its matches, one after another, until the time is over.
function play(matches, meter) {
  return new Promise((resolve, reject) => {
    let match = matches.pop();
    const next = () => {
      if (!match.left) match = matches.pop();
      if (!match) meter.end(true);
      if (meter.over) return resolve();
      const sent = performance.now();
      match.move((wrong) => {
        meter.note(performance.now() - sent, wrong);
        next();
      });
    };
    next();
  });
}

async function carryOut(open, { url, server, clients, moves, warmUpS, seconds }) {
  const first = await open(url);
  const each = Math.max(1, Math.ceil(moves / first.left));
  const matches = [first, ...(await inWaves(clients * each - 1, () => open(url)))];
  const meter = new Meter(server);
  const timers = [
    setTimeout(() => meter.begin(), warmUpS * 1000),
    setTimeout(() => meter.end(), (warmUpS + seconds) * 1000),
    setTimeout(() => process.exit(1), (warmUpS + seconds) * 1000 + SLOW_MS),
  ];
  const shares = Array.from({ length: clients }, (_, place) =>
    matches.slice(place * each, (place + 1) * each));
  await Promise.all(shares.map((share) => play(share, meter)));
  timers.forEach(clearTimeout);
  matches.forEach((match) => match.close());
  return meter.result();
}

async function leave(open, { url, left }) {
  await inWaves(left, async () => (await open(url)).close());
  return { left };
}

async function serve(open) {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    say(await (order.left ? leave : carryOut)(open, order));
  }
  process.exit(0);
}

module.exports = { serve };
