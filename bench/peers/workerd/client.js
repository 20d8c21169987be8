// Plays at a Durable Object on workerd: a match has a WebSocket for each player, open before the
// clock runs. A move is over when both players' clients have parsed the state after it.
"use strict";

const WebSocket = require("ws");
const { HAND, MOVES } = require("../cards");
const { serve } = require("../load");

class Match {
  static async open(url) {
    const answer = await fetch(`${url}/matches`, { method: "POST" });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const { id, tokens } = await answer.json();
    const match = new Match();
    match.turn = 0;
    match.states = [];
    match.sockets = tokens.map(
      (token) => new WebSocket(`${url.replace("http", "ws")}/matches/${id}?token=${token}`));
    await Promise.all(match.sockets.map((socket, seat) => match.listen(socket, seat)));
    return match;
  }

  get left() {
    return MOVES - this.turn;
  }

  // Until the player has seen the own hand, and from then on.
  listen(socket, seat) {
    return new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("message", (data) => {
        const state = JSON.parse(data.toString());
        if (state.refused) return this.done("refused");
        this.states[seat] = state;
        if (this.done) this.look();
        else resolve();
      });
    });
  }

  look() {
    if (this.states.some(({ turn }) => turn === this.turn)) return;
    this.turn += 1;
    this.done(this.judge((this.turn - 1) % 2));
  }

  // Make the next move; `done` is called once both players know the state after it, with what is
  // wrong with it, if anything is.
  move(done) {
    const player = this.turn % 2;
    [this.card] = this.states[player].hand;
    this.done = done;
    this.sockets[player].send(`{"card":${this.card}}`);
  }

  judge(player) {
    const { turn, hand, left, piles, ...more } = this.states[player];
    if (left !== this.left || hand.length !== HAND || hand.includes(this.card)) return "not what it was";
    if (!piles.some((pile) => pile.at(-1) === this.card)) return "the card lies nowhere";
    const { turn: other, hand: others } = this.states[1 - player];
    if (turn !== this.turn || other !== turn) return "two states";
    const told = Object.keys(more).length || hand.some((card) => others.includes(card));
    return told ? "a secret is told" : null;
  }

  close() {
    for (const socket of this.sockets) socket.terminate();
  }
}

serve((url) => Match.open(url));
