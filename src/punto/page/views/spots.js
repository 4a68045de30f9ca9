/** The small felt: call and timer, both hands, the own areas large, the other seats in one line, the meters. */
import { main, side } from "../game/rules.js";
import { sum } from "../game/felt_state.js";
import { dollars } from "../game/money.js";
import { amount } from "../draw/chipsonfelt.js";
import { lay } from "../draw/card.js";
import { pile } from "../draw/chip.js";
import { ring } from "../draw/icons.js";
import { fill, html, r } from "../draw/markup.js";
import { feltName, limits, payout, sideName } from "../i18n/names.js";
import { has, spoken, t } from "../i18n/words.js";
import { announcement, ownResult } from "./announcement.js";

export class Spots {
  /** @param {import("./felt.js").Felt} felt @param {HTMLElement} element */
  constructor(felt, element) {
    this.felt = felt;
    this.element = element;
    element.innerHTML = String(
      html`<div class="feltsmall">
        <div class="call">
          <h2></h2>
          <span class="time"></span><span class="sec"></span>
        </div>
        <div class="hands"></div>
        <div class="spots"></div>
        <div class="foot">
          <div class="others"></div>
          <div class="tickmeters"></div>
        </div>
      </div>`,
    );
    this.built = "";
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(name));
  }

  resized() {
    /* a grid needs no telling */
  }

  update() {
    const { table } = this.felt,
      key = [table.rules.digest, table.rules.wagers.length, spoken()].join();
    if (key !== this.built) {
      this.built = key;
      this.areas();
    }
    fill(
      this.part(".hands"),
      html`<span data-shoe class="shoe"></span><span data-rack class="rack"></span
        ><span data-discards class="discards"></span>${this.hand("P")}${this.hand("B")}`,
    );
    const seats = this.felt.seats(),
      own = seats.find((seat) => seat.seat === table.you.seat);
    for (const spot of this.element.querySelectorAll(".spot")) this.state(/** @type {HTMLElement} */ (spot), own);
    fill(
      this.part(".others"),
      html`${seats.map((seat) => html`<button data-seat="${seat.seat}" class="${seat.seat === table.you.seat ? "me" : ""} ${seat.lit ? "lit" : ""}">${seat.sit || seat.label.replace(" · ", " ")}<b>${sum(seat.lies) ? dollars(sum(seat.lies)) : "–"}</b><span class="vh">${seat.about}</span></button>`)}`,
    );
    const meters = Object.entries(table.now.meters);
    this.part(".tickmeters").hidden = !meters.length;
    fill(
      this.part(".tickmeters"),
      html`${meters.map(([meter, cents]) => html`<span>${t(has(`meter.${meter}.short`) ? `meter.${meter}.short` : `meter.${meter}`)} <b>${dollars(Math.floor(cents / 100) * 100)}</b></span>`)}`,
    );
    this.tick();
  }

  areas() {
    const { rules } = this.felt.table,
      points = main(rules),
      order = [...points].reverse(),
      tie = order.findIndex((one) => one.key === "tie");
    if (tie >= 0) order.splice(1, 0, ...order.splice(tie, 1));
    const area = (/** @type {import("../game/types.js").Wager} */ wager, /** @type {string} */ where) =>
      html`<button class="spot" data-wager="${wager.key}">
        <span class="nm">${where === "felt" ? feltName(wager.key) : sideName(wager).join(" ")}</span
        ><span class="pays"
          >${where === "felt" ? payout(wager.vigorish ? `${wager.pays} less ${rules.vigorish?.rate ?? ""}` : wager.pays) : ""}</span
        ><span class="lim">${limits(wager)}</span><span class="lies" data-wager="${wager.key}"></span
        ><span class="vh"></span>
      </button>`;
    const others = side(rules);
    fill(
      this.part(".spots"),
      html`${order.map((wager) => area(wager, "felt"))}${others.length ? html`<div class="minor n${others.length}">${others.map((wager) => area(wager, "side"))}</div>` : ""}`,
    );
  }

  /** @param {HTMLElement} spot @param {import("../draw/chipsonfelt.js").Before | undefined} own */
  state(spot, own) {
    const key = spot.dataset.wager ?? "",
      lying = own?.lies[key],
      open = this.felt.table.mayLay(key);
    spot.className = [
      "spot",
      lying ? "on" : "",
      lying?.waits ? "waits" : "",
      lying?.won ? "won" : "",
      open ? "" : "closed",
    ].join(" ");
    fill(
      spot.querySelector(".vh"),
      html`${lying ? t("area.staked", { cents: dollars(lying.stake) }) : t("area.empty")}`,
    );
    spot.setAttribute("aria-disabled", String(!open));
    const minor = spot.closest(".minor"),
      size = minor ? 10 : 12;
    fill(
      spot.querySelector(".lies"),
      lying
        ? html`${pile(lying.stake, size * 2.3, size * 2.2, size)}${lying.paid ? pile(lying.paid, size * 2.3, size * 2.2, size) : ""}<b
              >${amount(lying)}</b
            >`
        : "",
    );
  }

  /** Chips on their way to the rack. @param {Element} copy @param {DOMRect} at */
  ghost(copy, at) {
    const box = this.element.getBoundingClientRect();
    copy.classList.add("gone");
    copy.setAttribute("style", `left:${r(at.x - box.x)}px;top:${r(at.y - box.y)}px;width:${r(at.width)}px`);
    this.element.append(copy);
    return copy;
  }

  /** Two cards side by side, the third across the outer one. @param {"P" | "B"} side */
  hand(side) {
    const { now } = this.felt.table,
      width = 80,
      tall = width * 1.4,
      small = width * 0.76,
      long = small * 1.4,
      wide = width * 2 + 5,
      third = now.places[`${side}3`],
      down = tall - small * 0.46;
    const value = this.felt.counts()[side],
      away = this.felt.away(side),
      name = t(side === "P" ? "wager.player" : "wager.banker");
    const badge = html`<span class="count ${value === null ? "none" : side}">${value ?? "–"}</span>`;
    const slots = [0, 1].map(
      (i) =>
        html`<rect
          class="place"
          x="${i * (width + 5) + 0.5}"
          y=".5"
          width="${width - 1}"
          height="${tall - 1}"
          rx="5"
        />`,
    );
    const cards = [1, 2]
      .filter((n) => side + n in now.places && !(away && now.places[side + n] === null))
      .map((n) => lay(now.places[side + n], (n - 1) * (width + 5), 0, width, { place: side + n }));
    const across =
      third === undefined
        ? ""
        : html`<g class="across"
            >${lay(third, side === "P" ? 0 : wide - long, down, small, { sideways: true, place: `${side}3` })}</g
          >`;
    const past = this.felt.previous && this.felt.past(this.felt.previous, side),
      before = past
        ? html`<g class="last"
            >${past.cards.map((one, i) => lay(one, wide / 2 - (34 + (past.cards.length - 1) * 24) / 2 + i * 24, tall / 2 - 36, 34))}<text
              class="faint"
              x="${wide / 2}"
              y="${tall / 2 + 34}"
              text-anchor="middle"
              font-size="13"
              >${t("last.count", { count: past.count })}</text
            ></g
          >`
        : "";
    const note = away
      ? html`<text x="${wide / 2}" y="${tall / 2}" text-anchor="middle" font-size="13" class="faint"
          >${t("with-seat", { seat: away })}</text
        >`
      : "";
    return html`<div
      class="hand ${this.felt.table.now.settled?.winner === (side === "P" ? "player" : "banker") ? "wins" : ""}"
    >
      <div class="who">${side === "P" ? badge : ""}<span>${name}</span>${side === "B" ? badge : ""}</div>
      <svg viewBox="0 0 ${wide} ${r(down + small)}" aria-hidden="true">${slots}${before}${cards}${across}${note}</svg>
    </div>`;
  }

  tick() {
    const { words, note } = announcement(this.felt.table),
      { table } = this.felt,
      open = table.timer.closes !== null || table.waits;
    const own = ownResult(table);
    this.part(".call h2").className = own ? `own ${own.won ? "won" : ""}` : "";
    fill(this.part(".call h2"), html`${own?.words ?? words}`);
    fill(this.part(".call .sec"), html`${open ? "" : own ? `${words} · ${note}` : note}`);
    fill(this.part(".time"), open ? ring(table.left.part, table.left.seconds) : html``);
  }
}
