// Plays at boardgame.io: the lobby over HTTP, the moves over a raw WebSocket in the little of
// Socket.IO that they need. A match has a socket for each player, open before the clock runs.
// A move is over when both players' clients have parsed the state after it.
"use strict";

const WebSocket = require("ws");
const { HAND, MOVES } = require("../cards");
const { serve } = require("../load");

const NAME = "lost-cities";
const EVENT = `42/${NAME},`;

async function post(url, path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// One player's socket; `hear` is called with each event's text, if somebody waits for one.
class Seat {
  constructor(url, matchID, playerID, credentials) {
    Object.assign(this, { matchID, playerID, credentials, hear: null });
    this.socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    this.synced = new Promise((resolve, reject) => {
      this.socket.on("error", reject);
      this.socket.on("message", (data) => this.take(data.toString(), resolve));
    });
  }

  take(text, resolve) {
    if (text.startsWith(EVENT)) {
      if (text.startsWith('["sync"', EVENT.length)) resolve(this.see(text)[1].state);
      else if (this.hear && text.startsWith('["update"', EVENT.length)) this.hear(this.see(text)[1]);
    } else if (text === "2") this.socket.send("3"); // ping, pong
    else if (text.startsWith("0")) this.socket.send(`40/${NAME},`);
    else if (text.startsWith("40")) this.emit("sync", this.matchID, this.playerID, this.credentials, 2);
  }

  see(text) {
    return JSON.parse(text.slice(EVENT.length)).slice(1);
  }

  emit(...event) {
    this.socket.send(EVENT + JSON.stringify(event));
  }
}

class Match {
  static async open(url) {
    const { matchID } = await post(url, `/games/${NAME}/create`, { numPlayers: 2 });
    const match = new Match();
    match.seats = [];
    for (const playerID of ["0", "1"]) {
      const wish = { playerID, playerName: playerID };
      const { playerCredentials } = await post(url, `/games/${NAME}/${matchID}/join`, wish);
      match.seats.push(new Seat(url, matchID, playerID, playerCredentials));
    }
    const states = await Promise.all(match.seats.map((seat) => seat.synced));
    match.hands = states.map((state, player) => state.G.players[player].hand);
    match.stateID = states[1]._stateID;
    match.turn = 0;
    return match;
  }

  get left() {
    return MOVES - this.turn;
  }

  // Make the next move; `done` is called once both players know the state after it, with what is
  // wrong with it, if anything is.
  move(done) {
    const player = this.turn % 2;
    const args = [this.hands[player][0]];
    const heard = [];
    this.seats.forEach((seat, own) => {
      seat.hear = (state) => {
        if (state._stateID <= this.stateID) return; // an earlier one, which is late
        seat.hear = null;
        heard[own] = state;
        if (heard[0] && heard[1]) done(this.moved(player, args[0], heard));
      };
    });
    const { playerID, credentials, matchID } = this.seats[player];
    const action = { type: "MAKE_MOVE", payload: { type: "discard", args, playerID, credentials } };
    this.seats[player].emit("update", action, this.stateID, matchID, playerID);
  }

  moved(player, card, states) {
    const [{ _stateID, G }, other] = states;
    this.hands = states.map((state, own) => state.G.players[own].hand);
    this.stateID = _stateID;
    this.turn += 1;
    const hand = this.hands[player];
    if (other._stateID !== _stateID) return "two states";
    if (G.left !== this.left || hand.length !== HAND || hand.includes(card)) return "not what it was";
    if (!G.piles.some((pile) => pile.at(-1) === card)) return "the card lies nowhere";
    const told = states.some((state, own) => state.G.secret || state.G.players[1 - own]);
    return told ? "a secret is told" : null;
  }

  close() {
    for (const seat of this.seats) seat.socket.terminate();
  }
}

serve((url) => Match.open(url));
