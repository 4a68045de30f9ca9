/** The stage: what the line brings is shown one thing after another, each for the time that the table gives it. */
import { LATE, lasts } from "../game/pace.js";

/** @typedef {{event: import("../game/types.js").Happened, n: number, at: number} | {then: () => void}} Item */

export class Stage {
  /** @type {Item[]} */
  #waiting = [];
  #running = false;
  #wake = () => {};
  #over = 0; // when the table has shown all that was shown here, by its clock

  /**
   * @param {(event: import("../game/types.js").Happened, n: number, late: boolean) => boolean} show whether it was new
   * @param {() => import("../game/pace.js").Times} times
   * @param {() => number} now the table's clock
   */
  constructor(show, times, now) {
    this.show = show;
    this.times = times;
    this.now = now;
    this.over = false;
  }

  /** @param {Item[]} items */
  add(...items) {
    this.#waiting.push(...items);
    if (!this.#running) this.#run();
  }

  /** Nothing of what waits matters any more. */
  clear() {
    this.#waiting = [];
    this.#over = 0;
    this.#wake();
  }

  async #run() {
    this.#running = true;
    for (let item = this.#waiting.shift(); item && !this.over; item = this.#waiting.shift()) {
      if ("then" in item) item.then();
      else await this.#shown(item);
    }
    this.#running = false;
  }

  /**
   * Each event has its whole time, so that delays on the way hurry nothing. What is long over at the table, after a lost
   * line or a sleep, is shown without a pause, and the page is where the table is.
   * @param {{event: import("../game/types.js").Happened, n: number, at: number}} item
   */
  #shown({ event, n, at }) {
    const time = lasts(this.times(), event),
      began = Math.max(this.#over, at),
      late = document.hidden || this.now() - began > Math.max(LATE, time);
    if (time) this.#over = began + time;
    const seen = this.show(event, n, late);
    return seen && time && !late ? this.#pause(time) : undefined;
  }

  /** @param {number} time */
  #pause(time) {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, time);
    });
  }
}
