// Whether the service can be reached: learned from every request, so that it costs none.

/** So long may an answer take before the line counts as dead, in milliseconds. */
const PATIENCE = 2500;
/** Silent streams are opened again after so many seconds: then the line answers, or is dead. */
export const SILENCE = 25;

/** The line to the service; "change" is sent when it dies or lives again. */
export class Line extends EventTarget {
  /** Whether requests are answered. */
  alive = true;
  #leaving = false;
  /** Since when it was said last that there is no line. */
  #died = 0;

  constructor() {
    super();
    addEventListener("offline", () => this.#told(false));
    addEventListener("online", () => this.#told(true));
    addEventListener("pagehide", () => this.#leaving = true);
    addEventListener("pageshow", () => this.#leaving = false);
    if (!navigator.onLine) this.alive = false;
  }

  /**
   * `fetch` that notes whether there is an answer. What is sent while the page is left outlives it.
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  fetch = async (request) => {
    const sent = performance.now();
    const waits = request.headers.has("Prefer");
    const late = waits ? undefined : setTimeout(() => this.#told(false), PATIENCE);
    try {
      const response = await fetch(request, { keepalive: this.#leaving });
      // What was under way when the line died proves nothing.
      if (sent >= this.#died) this.#told(response.status < 502);
      return response;
    } catch (error) {
      if (!request.signal.aborted) this.#told(false);
      throw error;
    } finally {
      clearTimeout(late);
    }
  };

  /** @param {boolean} alive */
  #told(alive) {
    if (!alive) this.#died = performance.now();
    if (alive === this.alive) return;
    this.alive = alive;
    this.dispatchEvent(new Event("change"));
  }
}
