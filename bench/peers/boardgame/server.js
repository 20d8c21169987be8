// boardgame.io's own server, with a Lost Cities in which cards are only thrown away and drawn.
// PORT; FOLDER: where matches are stored as files, else they are in memory.
"use strict";

const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");
const { CARDS, COLOURS, HAND, colour } = require("../cards");

const game = {
  name: "lost-cities",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS, // leaves `secret` and the others' `players` away
  turn: { minMoves: 1, maxMoves: 1 },

  setup: ({ random }) => {
    const deck = random.Shuffle(CARDS);
    const players = { 0: { hand: deck.splice(0, HAND) }, 1: { hand: deck.splice(0, HAND) } };
    const piles = Array.from({ length: COLOURS }, () => []);
    return { secret: { deck }, players, piles, left: deck.length };
  },

  moves: {
    discard: ({ G, playerID }, card) => {
      const { hand } = G.players[playerID];
      const place = hand.indexOf(card);
      if (place < 0) return INVALID_MOVE;
      hand.splice(place, 1);
      hand.push(G.secret.deck.pop());
      G.piles[colour(card)].push(card);
      G.left -= 1;
    },
  },

  endIf: ({ G }) => (G.left ? undefined : { draw: true }),
};

const db = process.env.FOLDER ? new FlatFile({ dir: process.env.FOLDER }) : undefined;
Server({ games: [game], origins: [], ...(db && { db }) }).run(Number(process.env.PORT));
