// A Durable Object for each match of a Lost Cities in which cards are only thrown away and drawn.
// Each player has a WebSocket and gets the whole state, as this player may see it, after each move.
import { DurableObject } from "cloudflare:workers";
import cards from "cards";

const { CARDS, COLOURS, HAND, colour } = cards;

function shuffled() {
  const deck = [...CARDS];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

export class Match extends DurableObject {
  sockets = [];

  // Deal; return what each player has to show.
  begin() {
    const deck = shuffled();
    const hands = [deck.splice(0, HAND), deck.splice(0, HAND)];
    const piles = Array.from({ length: COLOURS }, () => []);
    const tokens = hands.map(() => crypto.randomUUID());
    this.game = { tokens, deck, hands, piles, turn: 0 };
    return tokens;
  }

  fetch(request) {
    const seat = this.game.tokens.indexOf(new URL(request.url).searchParams.get("token"));
    if (seat < 0) return new Response(null, { status: 403 });
    const [client, server] = Object.values(new WebSocketPair());
    server.accept();
    server.addEventListener("message", ({ data }) => this.hear(seat, JSON.parse(data)));
    server.send(this.seenBy(seat));
    this.sockets[seat] = server;
    return new Response(null, { status: 101, webSocket: client });
  }

  hear(seat, { card }) {
    if (!this.discard(seat, card)) return this.sockets[seat].send('{"refused":true}');
    this.sockets.forEach((socket, own) => socket.send(this.seenBy(own)));
  }

  discard(seat, card) {
    const { deck, hands, piles, turn } = this.game;
    const place = hands[seat].indexOf(card);
    if (turn % 2 !== seat || place < 0 || !deck.length) return false;
    hands[seat].splice(place, 1);
    hands[seat].push(deck.pop());
    piles[colour(card)].push(card);
    this.game.turn += 1;
    return true;
  }

  seenBy(seat) {
    const { deck, hands, piles, turn } = this.game;
    return JSON.stringify({ turn, left: deck.length, hand: hands[seat], piles });
  }
}

export default {
  // POST /matches; a WebSocket of /matches/ID?token=TOKEN.
  async fetch(request, { MATCHES }) {
    const id = new URL(request.url).pathname.split("/")[2];
    if (id) return MATCHES.get(MATCHES.idFromString(id)).fetch(request);
    const made = MATCHES.newUniqueId();
    return Response.json({ id: made.toString(), tokens: await MATCHES.get(made).begin() });
  },
};
