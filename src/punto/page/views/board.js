/** The scoreboard of a table, for a large screen that people read from some meters away: nothing on it is a control. */
import { standing } from "../game/cards.js";
import { exact } from "../game/money.js";
import { range, side } from "../game/rules.js";
import { tally } from "../game/roads.js";
import { lay } from "../draw/card.js";
import { mark } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { bead, big, small } from "../draw/road.js";
import { range as between, wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { bars } from "./side.js";
import { announcement } from "./announcement.js";
import { breath, slide, turn } from "./motion.js";
import { DERIVED, drawnAs, legend, letters } from "./paper.js";
import { Table } from "./table.js";

const CARD = 100,
  TALL = CARD * 1.4,
  GAP = 12,
  HAND = { width: 2 * CARD + TALL + 2 * GAP, height: TALL };

export class Board extends Table {
  outline() {
    this.className = "board";
    this.innerHTML = String(
      html`<header></header>
        <main class="boardfelt" id="main" tabindex="-1"></main>
        <section class="figures"></section>
        <section class="sheet" aria-label="${t("roads.label")}"></section>
        <div class="vh" aria-live="polite" id="polite"></div>
        <div class="vh" aria-live="assertive" id="assertive"></div>`,
    );
  }

  furnish() {}

  render() {
    const { now } = this;
    const part = (/** @type {string} */ name) => this.querySelector(name);
    fill(part("header"), this.heading());
    fill(
      part(".boardfelt"),
      html`<div class="boardhands">
          ${this.hand("P")}${this.hand("B")}${this.shownLast ? html`<p>${t("last.round")}</p>` : ""}
        </div>
        <div class="boardcall">
          ${this.point("P")}
          <h2></h2>
          ${this.point("B")}
        </div>`,
    );
    fill(part(".figures"), this.figures());
    fill(part(".sheet"), this.roads());
    document.title = `${t("table.title", { name: this.name })} · ${t("board.open")}`;
    this.classList.toggle("decided", Boolean(now.settled) && now.settled?.winner !== "tie");
    this.tick();
  }

  tick() {
    const { words } = announcement(this);
    fill(this.querySelector(".boardcall h2"), html`${words}`);
    fill(
      this.querySelector(".opens"),
      html`${this.now.phase === "betting" && this.timer.closes !== null ? t("seconds", { seconds: this.left.seconds }) : t(`phase.${this.now.phase}`)}`,
    );
  }

  heading() {
    const { rules, now, name } = this;
    return html`${mark()}
      <h1>${t("table.title", { name })}</h1>
      <p>${t(`rulebook.${rules.rulebook}`)}<br />${t("shoe.coup", { shoe: now.shoe, coup: now.number })}</p>
      <dl>
        <div>
          <dt>${t("wager.player")}, ${t("wager.banker")}</dt>
          <dd>${between(range(rules))}</dd>
        </div>
        ${[...rules.wagers.filter((one) => one.main && !one.hand), ...side(rules)].slice(0, 3).map(
          (wager) =>
            html`<div>
              <dt>${wagerName(wager.key)}</dt>
              <dd>${between(wager)}</dd>
            </div>`,
        )}
        ${Object.entries(now.meters)
          .slice(0, 1)
          .map(
            ([meter, cents]) =>
              html`<div class="star">
                <dt>${t(`meter.${meter}`)}</dt>
                <dd>${exact(cents)}</dd>
              </div>`,
          )}
      </dl>`;
  }

  /** The last round, until bets are closed. */
  get shownLast() {
    const { places, phase, previous } = this.now;
    return Object.keys(places).length || phase === "dealing" ? null : previous;
  }

  /** The cards of a hand, the third across; while wagers are made, those of the last round, dimmed. @param {"P" | "B"} side */
  hand(side) {
    const last = this.shownLast,
      places = last?.places ?? this.now.places,
      from = side === "P" ? TALL + GAP : 0,
      third = side === "P" ? 0 : 2 * (CARD + GAP);
    const cards = [
      [1, from],
      [2, from + CARD + GAP],
      [3, third],
    ].filter(([n]) => `${side}${n}` in places);
    return html`<svg
      class="${last ? "last" : ""} ${this.lost(side) ? "lost" : ""}"
      viewBox="-2 -2 ${HAND.width + 4} ${HAND.height + 4}"
      aria-hidden="true"
    >
      ${cards.map(([n, x]) => lay(places[`${side}${n}`], x, n === 3 ? (TALL - CARD) / 2 : 0, CARD, { sideways: n === 3, place: `${side}${n}` }))}
    </svg>`;
  }

  /** @param {"P" | "B"} side */
  point(side) {
    const last = this.shownLast,
      name = side === "P" ? "player" : "banker",
      value = last ? last[name] : standing(this.now.places, side),
      wins = (this.now.settled ?? last)?.winner === name;
    return html`<p class="point ${side} ${wins ? "wins" : ""}">
      <b>${value ?? "–"}</b><span>${t(`wager.${name}`)}</span>
    </p>`;
  }

  /** @param {"P" | "B"} side */
  lost(side) {
    const winner = this.now.settled?.winner;
    return winner === (side === "P" ? "banker" : "player");
  }

  figures() {
    const past = this.now.outcomes,
      of = tally(past),
      pairs = (/** @type {"player-pair" | "banker-pair"} */ key) => past.filter((one) => one[key]).length;
    const parts = /** @type {const} */ ([
      ["P", "player"],
      ["T", "tie"],
      ["B", "banker"],
    ]);
    return html`<div class="won">
        ${parts.map(
          ([letter, key]) =>
            html`<p>
              <b>${of[letter]}</b><span><i class="key ${letter}">${t(`letter.${letter}`)}</i>${t(`wager.${key}`)}</span>
            </p>`,
        )}
      </div>
      <svg class="split" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        ${bars(
          parts.map(([letter, key]) => [key, of[letter]]),
          Math.max(1, of.coups),
        )}
      </svg>
      <dl>
        ${[
          [t("marks.pair-player"), pairs("player-pair")],
          [t("marks.pair-banker"), pairs("banker-pair")],
          [t("stats.naturals"), of.naturals],
          [t("board.rounds"), of.coups],
          [t("board.left"), this.rules.continuous || this.now.left <= 0 ? "–" : this.now.left],
          [t("board.now"), html`<span class="opens"></span>`],
        ].map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>`;
  }

  roads() {
    const past = this.now.outcomes,
      how = drawnAs(this);
    return html`<figure class="beads">
        <figcaption>${t("road.bead")}</figcaption>
        ${bead(past, 9, 68, letters(), t("road.bead"), how)}
      </figure>
      <figure class="bigroad">
        <figcaption>${t("road.big")}</figcaption>
        ${big(past, 30, 38, t("road.big"), how)}
      </figure>
      ${DERIVED.map(
        ([back, name]) =>
          html`<figure>
            <figcaption>${t(name)}</figcaption>
            ${small(past, back, 19, 19, t(name), how)}
          </figure>`,
      )}
      <div class="sheetfoot">
        ${how.marks ? legend(Object.keys(this.now.named).length > 0) : html`<span></span>`}
        <p>${t("ask.note.past")}</p>
      </div>`;
  }

  /** @param {import("../game/types.js").Happened} event @param {number} n @param {boolean} late */
  show(event, n, late) {
    const seen = super.show(event, n, late);
    if (seen && !late) this.move(event);
    return seen;
  }

  /** @param {import("../game/types.js").Happened} event */
  move(event) {
    const card = this.querySelector(`[data-place="${event.place}"] .turns`),
      { times } = this,
      deal = times["card-dealt"] || 320;
    if (event.event.startsWith("card-turned/")) turn(card, times["card-turned"] || 260);
    if (!event.event.startsWith("card-dealt/") || !card) return;
    const shoe = new DOMRect(innerWidth, 0, 1, 1);
    if (event.place.endsWith("3")) breath(card, shoe, deal, Math.max(1, (times["third-card-dealt"] || 0) - deal));
    else slide(card, shoe, deal);
  }
}
customElements.define("punto-board", Board);
