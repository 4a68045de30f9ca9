/** The stage: what the line brings is shown one thing after another, at a pace that the eye can follow. */
import { FAR_BEHIND, HURRIED, after, before } from "../game/pace.js";
import { calm } from "./motion.js";

/** @typedef {{event: import("../game/types.js").Happened, n: number} | {then: () => void}} Item */

export class Stage {
  /** @type {Item[]} */
  #waiting = [];
  #running = false;
  #wake = () => {};

  /** @param {(event: import("../game/types.js").Happened, n: number) => void} show */
  constructor(show) {
    this.show = show;
    this.over = false;
    this.hurried = false;
  }

  /** @param {Item[]} items */
  add(...items) {
    this.#waiting.push(...items);
    if (!this.#running) this.#run();
  }

  /** Nothing of what waits matters any more. */
  clear() {
    this.#waiting = [];
    this.#wake();
  }

  async #run() {
    this.#running = true;
    for (let item = this.#waiting.shift(); item && !this.over; item = this.#waiting.shift()) {
      if ("then" in item) item.then();
      else {
        await this.#pause(before(item.event));
        this.show(item.event, item.n);
        await this.#pause(after(item.event));
      }
    }
    this.#running = false;
    this.hurried = false;
  }

  /** @param {number} time */
  #pause(time) {
    if (!time || document.hidden || this.#waiting.length > FAR_BEHIND) return undefined;
    const short = calm() && time < 1000 ? 0 : time * (this.hurried ? HURRIED : 1);
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, short);
    });
  }
}
