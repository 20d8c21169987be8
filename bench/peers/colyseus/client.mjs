// Plays at Colyseus with its own client, which decodes every patch, on the `ws` package.
// A room is played in as long as it is wanted, one round after another.
import { HAND, MOVES } from "../cards.js";
import { serve } from "../load.js";

delete globalThis.WebSocket; // newer Nodes have one, which costs more than that of `ws`
const { Client } = await import("@colyseus/sdk");

const PATCH = 15; // the first byte of a patch of the state
const LOOKED_AT = 9; // which is odd, so that both players look

// Decodes what comes as the client does, by a shorter way: without an event, and without a copy.
function hearPatches(room, hear) {
  const { ws } = room.connection.transport;
  const others = ws.onmessage;
  ws.onmessage = null;
  ws.binaryType = "nodebuffer";
  ws.on("message", (data) => {
    if (data[0] !== PATCH) return others({ data });
    room.serializer.patch(data, { offset: 1 });
    hear();
  });
}

class Match {
  left = Infinity;

  static async open(url) {
    const client = new Client(url);
    const first = await client.create("lost-cities");
    const match = new Match();
    match.rooms = [first, await client.joinById(first.roomId)];
    match.turn = 0;
    await Promise.all(match.rooms.map((room, player) => match.listen(room, player)));
    return match;
  }

  // Until the player has seen the own hand, and from then on.
  listen(room, player) {
    room.onMessage("refused", () => this.heard("refused"));
    return new Promise((resolve) => {
      const wait = ({ players }) => {
        if (players[player]?.hand?.length !== HAND) return;
        room.onStateChange.remove(wait);
        hearPatches(room, () => this.look());
        resolve();
      };
      room.onStateChange(wait);
      room.send("ready");
    });
  }

  look() {
    if (!this.done || this.rooms.some(({ state }) => state.turn === this.turn)) return;
    const player = this.turn % 2;
    this.heard(this.judge(player, this.rooms[player].state));
  }

  // Make the next move; `done` is called once both players know the state after it, which may have
  // dealt new hands, with what is wrong with it, if anything is.
  move(done) {
    this.done = done;
    const player = this.turn % 2;
    const oldest = (this.turn >> 1) % HAND; // what is drawn takes the place of what was thrown
    this.card = this.rooms[player].state.players[player].hand[oldest];
    this.rooms[player].send("discard", this.card);
  }

  heard(wrong) {
    const { done } = this;
    this.done = null;
    this.turn += 1;
    done?.(wrong);
  }

  // A look at everything costs more than the move: one in so many gets it.
  judge(player, { turn, left, players, piles }) {
    if (turn !== this.turn + 1) return "not what it was";
    if (turn % LOOKED_AT || turn % MOVES === 0) return null; // or it is a new deal
    const { hand } = players[player];
    if (hand.length !== HAND || hand.includes(this.card)) return "another hand";
    if (!piles.some(({ cards }) => cards.at(-1) === this.card)) return "the card lies nowhere";
    if (left !== MOVES - (turn % MOVES)) return "another deck";
    if (players[1 - player].hand?.length) return "a secret is told";
    return null;
  }

  close() {
    return Promise.all(this.rooms.map((room) => room.leave()));
  }
}

serve((url) => Match.open(url));
