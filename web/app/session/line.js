// Whether the service can be reached: learned from every request, so that it costs none.

/** The service answers or refuses sooner, and begins a stream at once: without a word for so long, in milliseconds, the line is dead. */
const PATIENCE = 5000;
/** The statuses of proxies that did not reach the service. */
const MISSED = new Set([502, 504]);
const BUSY = 503;
/** Silent streams are opened again after so many seconds: then the line answers, or is dead. */
export const SILENCE = 25;

/** The line to the service; "change" is sent when it dies or lives again. */
export class Line extends EventTarget {
  /** Whether requests are answered. */
  alive = true;
  /** Whether the last answer was that the service has too much to do, or misses a part: then it is asked again. */
  busy = false;
  #leaving = false;
  /** When it was last known that there is no line: what was under way then proves nothing. */
  #died = 0;

  constructor() {
    super();
    addEventListener("offline", () => this.#dead());
    addEventListener("online", () => this.#told(true));
    addEventListener("pagehide", () => this.#leaving = true);
    addEventListener("pageshow", () => this.#leaving = false);
    if (navigator.onLine === false) this.alive = false;
  }

  /**
   * `fetch` that notes whether there is an answer, whatever it says; the service itself never answers 502 or 504, which
   * are of proxies that miss it. What is sent while the page is left outlives it.
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  fetch = async (request) => {
    const sent = performance.now();
    const waits = request.headers.has("Prefer");
    const late = waits ? undefined : setTimeout(() => this.#told(false), PATIENCE);
    try {
      const response = await (asked(request) ?? fetch(request, { keepalive: this.#leaving }));
      if (sent >= this.#died) this.#told(!MISSED.has(response.status), response.status === BUSY);
      return response;
    } catch (error) {
      if (!request.signal.aborted) this.#dead();
      throw error;
    } finally {
      clearTimeout(late);
    }
  };

  #dead() {
    this.#died = performance.now();
    this.#told(false);
  }

  /** @param {boolean} alive @param {boolean} [busy] */
  #told(alive, busy = false) {
    if (alive === this.alive && busy === this.busy) return;
    this.alive = alive;
    this.busy = busy;
    this.dispatchEvent(new Event("change"));
  }
}

/** The answer to what `boot.js` has asked, once. @param {Request} request */
function asked({ url, headers }) {
  const page = /** @type {{ asked?: import("../boot.js").Asked }} */ (globalThis);
  if (page.asked?.url !== url || page.asked.authorization !== headers.get("Authorization")) return undefined;
  const { answer } = page.asked;
  page.asked = undefined;
  return answer;
}
