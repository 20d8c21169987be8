// A player with all that a program may want, some of which a page does without.

import { Croupier as Client, sessionOf } from "./client.js";
import { SocketSession } from "./socket.js";

/** A player; without a token a spectator. */
export class Croupier extends Client {
  /**
   * The same player, whose moves and streams of matches share one connection. `close` ends it.
   * @returns {Croupier & { close: () => void }}
   * @throws {import("./errors.js").CroupierError} where there is no WebSocket
   */
  socket() {
    const session = new SocketSession(sessionOf(this));
    return Object.assign(new Croupier(session), { close: () => session.close() });
  }
}
