// What moves when a view of Livingstone becomes the next one: tents onto fields, and stones from the bag to who dug them.

/** @typedef {import("./flight.js").Flights} Flights */
/** @typedef {import("../steps/livingstone-news.js").Event} Event */

/** Let fly what these events have moved, once the board is drawn. @param {Flights} flights @param {readonly Event[]} events */
export function depart(flights, events) {
  const at = (/** @type {string} */ name) => flights.root.querySelector(`[data-at="${name}"]`);
  for (const event of events) {
    if ("tentPlaced" in event) {
      const { seat, field, fromField } = event.tentPlaced;
      flights.fly(at(`tent/${field}/${seat}`), fromField ? `tent/${fromField}/${seat}` : `camp/${seat}`);
    }
    if ("stonesDrawn" in event && !event.stonesDrawn.stones.white) {
      flights.fly(at(`gems/${event.stonesDrawn.seat}`), "bag");
    }
  }
}
