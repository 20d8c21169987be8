// A Colyseus server, with a Lost Cities in which cards are only thrown away and drawn.
// PORT; PATCH=move: the state is sent after each move, else every 50 ms, as it comes;
// KEEP: rooms stay when all have gone.
import { Room, Server } from "@colyseus/core";
import { schema, StateView, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { CARDS, COLOURS, HAND, colour } from "../cards.js";

const Player = schema({ hand: t.array("uint8").view() }, "Player"); // for whom `view.add` says
const Pile = schema({ cards: t.array("uint8") }, "Pile");
const Table = schema(
  { turn: t.uint32(), left: t.uint8(), players: t.array(Player), piles: t.array(Pile) },
  "Table",
);

function shuffled(cards) {
  const deck = [...cards];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

class LostCities extends Room {
  onCreate() {
    this.maxClients = 2;
    this.autoDispose = !process.env.KEEP;
    if (process.env.PATCH === "move") this.patchRate = null;
    this.state = new Table();
    this.state.turn = 0;
    for (let seat = 0; seat < 2; seat++) this.state.players.push(new Player());
    for (let pile = 0; pile < COLOURS; pile++) this.state.piles.push(new Pile());
    this.ready = 0;
    this.onMessage("ready", () => this.begin());
    this.onMessage("discard", (client, card) => this.discard(client, card));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    client.view = new StateView();
    client.view.add(this.state.players[client.userData.seat]);
  }

  // Dealt when both have the state: what a view shows before that is sent twice, and decoded wrongly.
  begin() {
    this.ready += 1;
    if (this.ready === this.maxClients) this.deal();
    if (process.env.PATCH === "move") this.broadcastPatch();
  }

  // When the deck is empty, the next round is dealt in the same room.
  deal() {
    this.deck = shuffled(CARDS);
    for (const { cards } of this.state.piles) cards.clear();
    for (const { hand } of this.state.players) {
      hand.clear();
      hand.push(...this.deck.splice(0, HAND));
    }
    this.state.left = this.deck.length;
  }

  discard(client, card) {
    const { seat } = client.userData;
    const { hand } = this.state.players[seat];
    const place = hand.indexOf(card);
    if (this.state.turn % 2 !== seat || place < 0) return client.send("refused", card);
    hand[place] = this.deck.pop(); // in its place: `splice` under a view is decoded wrongly
    this.state.piles[colour(card)].cards.push(card);
    this.state.turn += 1;
    this.state.left -= 1;
    if (!this.state.left) this.deal();
    if (process.env.PATCH === "move") this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("lost-cities", LostCities);
server.listen(Number(process.env.PORT), "127.0.0.1");
