/**
 * The squeeze: a corner of a card follows the finger, arrow keys lift it step by step, and only its holder sees it. Nothing
 * of it is sent; the hand is turned for the table only when it is handed back.
 */
import { HEIGHT, WIDTH, drawn } from "../draw/card.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { lifted } from "../draw/squeeze.js";
import { cardName } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { calm, turn } from "./motion.js";

/** @typedef {[number, number]} Point */
const STEPS = [0, 0.16, 0.3, 0.46],
  TURNED = 0.62;
const DIAGONAL = Math.hypot(WIDTH, HEIGHT);

class HeldCard {
  /** @param {string} place @param {string} face @param {string} name */
  constructor(place, face, name) {
    this.place = place;
    this.face = face;
    this.name = name;
    this.open = false;
    this.step = 0;
    /** @type {Point} */
    this.corner = [WIDTH, HEIGHT];
    this.element = document.createElement("div");
    this.element.className = "heldcard";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "img");
    this.element.innerHTML = String(html`<svg viewBox="-60 -60 370 470"></svg>`);
    this.svg = /** @type {SVGSVGElement} */ (this.element.firstElementChild);
    this.draw(this.corner);
    this.element.addEventListener("pointerdown", (event) => this.take(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Point} to */
  draw(to) {
    this.svg.innerHTML = String(
      this.open
        ? html`<g class="turns"><use href="${drawn(this.face)}" width="250" height="350" /></g>`
        : lifted(this.face, this.corner, to, `sq-${this.place}`),
    );
    this.element.setAttribute(
      "aria-label",
      this.open
        ? cardName(this.face)
        : this.step
          ? t("squeeze.lifted", { place: this.name })
          : t("squeeze.down", { place: this.name }),
    );
  }

  turn() {
    if (this.open) return;
    this.open = true;
    this.draw(this.corner);
    turn(this.svg.querySelector(".turns"));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const matrix = this.svg.getScreenCTM()?.inverse(),
      at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return /** @type {Point} */ ([at.x, at.y]);
  }

  /** @param {PointerEvent} event */
  take(event) {
    if (this.open) return;
    event.preventDefault();
    this.element.focus();
    const [x, y] = this.point(event);
    this.corner = [x < WIDTH / 2 ? 0 : WIDTH, y < HEIGHT / 2 ? 0 : HEIGHT];
    this.element.setPointerCapture(event.pointerId);
    const follow = (/** @type {PointerEvent} */ moved) => this.draw(this.point(moved));
    const drop = (/** @type {PointerEvent} */ ended) => {
      this.element.removeEventListener("pointermove", follow);
      const to = this.point(ended),
        far = Math.hypot(to[0] - this.corner[0], to[1] - this.corner[1]) / DIAGONAL;
      if (far > TURNED) this.turn();
      else this.fallBack(to);
    };
    this.element.addEventListener("pointermove", follow);
    this.element.addEventListener("pointerup", drop, { once: true });
    this.element.addEventListener("pointercancel", drop, { once: true });
  }

  /** Let go: it falls back in 180 ms. @param {Point} from */
  fallBack(from) {
    const begun = performance.now();
    const frame = (/** @type {number} */ now) => {
      const part = calm() ? 1 : Math.min(1, (now - begun) / 180),
        eased = (1 - part) ** 2;
      if (!this.open)
        this.draw([
          this.corner[0] + (from[0] - this.corner[0]) * eased,
          this.corner[1] + (from[1] - this.corner[1]) * eased,
        ]);
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowUp: 1, ArrowLeft: 1, ArrowDown: -1, ArrowRight: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.turn();
    }
    if (!by || this.open) return;
    event.preventDefault();
    this.step = Math.max(0, this.step + by);
    if (this.step >= STEPS.length) return this.turn();
    this.corner = [WIDTH, HEIGHT];
    return this.draw([WIDTH * (1 - STEPS[this.step] * 1.15), HEIGHT * (1 - STEPS[this.step])]);
  }
}

export class Holding {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {HeldCard[]} */
    this.cards = [];
    this.element = document.createElement("div");
    this.element.className = "holding";
  }

  /** Show or put away what this player holds. @param {HTMLElement} felt */
  update(felt) {
    const places = this.table.turns.filter((place) => this.table.held[place]),
      known = this.cards.map((card) => card.place);
    if (places.join() !== known.join()) this.take(places);
    if (!places.length) this.element.remove();
    else if (this.element.parentElement !== felt) felt.append(this.element);
  }

  /** @param {string[]} places */
  take(places) {
    this.cards = places.map((place) => new HeldCard(place, this.table.held[place], place));
    this.element.innerHTML = String(
      html`<div class="heldcards"></div>
        <p class="onlyyou">${icon("lock", 16)}${t("squeeze.only")}</p>`,
    );
    this.element.querySelector(".heldcards")?.append(...this.cards.map((card) => card.element));
  }

  turn() {
    for (const card of this.cards) card.turn();
  }
  get open() {
    return this.cards.length > 0 && this.cards.every((card) => card.open);
  }
}
