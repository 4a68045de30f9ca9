/** Notices: what happened, why, and what to do. They stand beside the felt, never over it while betting is open. */
import { dollars } from "../game/money.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { RIDE } from "../game/acts.js";
import { actName, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";
import { CutStack } from "./cut.js";

const LASTS = 7000;
/** Acts without a notice, because the dock has their buttons. */
const DOCKED = new Set(["turn", "give-up", "buy-in", "leave", "pledge", "reveal-entropy", "deal", "pass-shoe"]);

/** @typedef {import("../game/types.js").Act} Act */

export class Notices {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    element.innerHTML = '<div class="asks"></div><div class="toasts" role="status"></div>';
    /** @type {Act[]} */
    this.acts = [];
    /** @type {Map<string, {title: string, text: string, section: string}>} */
    this.said = new Map();
    /** When each notice goes. @type {Map<string, number>} */
    this.timers = new Map();
    element.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.cut = new CutStack();
  }

  /** @param {string} key @param {string} title @param {string} text @param {string} [section] @param {number} [lasts] */
  say(key, title, text, section = "", lasts = LASTS) {
    this.said.set(key, { title, text, section });
    window.clearTimeout(this.timers.get(key)); // the timer of an earlier notice must not remove this one
    this.timers.delete(key);
    if (lasts)
      this.timers.set(
        key,
        window.setTimeout(() => {
          this.said.delete(key);
          this.update();
        }, lasts),
      );
    this.update();
  }

  /** @param {{reason: string, words: string, section: string, detail: any}} refusal */
  refused({ reason, words, section, detail }) {
    const values = Object.fromEntries(
      Object.entries(detail ?? {}).map(([name, value]) => [
        name,
        typeof value === "number" && /minimum|maximum|least|most|difference|cents/.test(name)
          ? dollars(value)
          : name === "wager"
            ? wagerName(String(value))
            : String(value),
      ]),
    );
    const key = `refused.${detail?.disabled ? `off-${detail.disabled}` : (detail?.own ?? reason)}`; // switched off by the floor, or a limit of one's own
    this.say(
      "refused",
      t(has(key) ? key : "refused"),
      has(`${key}.why`) ? t(`${key}.why`, values) : words,
      cited(section),
    );
  }

  /** @param {import("../draw/chipsonfelt.js").Before | undefined} seat */
  seat(seat) {
    if (!seat) return;
    const lines = Object.entries(seat.lies).map(
      ([wager, one]) => `${wagerName(wager)} ${dollars(one.stake)}${one.paid ? ` + ${dollars(one.paid)}` : ""}`,
    );
    this.say(
      "seat",
      seat.label + (seat.combination ? ` · ${seat.combination}` : ""),
      lines.join(" · ") || t("seat.nothing"),
    );
  }

  /** A meter is paid: to whom, and how much. @param {import("../game/types.js").Happened} event */
  award(event) {
    const own = event.seat === this.table.you.seat,
      meter = t(`meter.${event.meter}`);
    this.say(
      `award-${event.seat}-${event.meter}`,
      t(own ? "award.yours" : "award", { seat: event.seat, meter }),
      t("award.paid", { cents: dollars(event.cents), meter }),
      cited(event.section),
      15000,
    );
  }

  /** How long the house waits for an answer. */
  tick() {
    const { table } = this,
      left = table.waits ? t("ask.waits", { seconds: table.left.seconds }) : "";
    for (const place of this.element.querySelectorAll(".patience")) fill(place, left);
  }

  /** @param {Act[]} acts due acts of this player other than wagers */
  ask(acts) {
    const no = (/** @type {Act} */ act) => Number(/^(decline|name|pass)-/.test(act.what ?? ""));
    this.acts = acts
      .filter((act) => act.by !== "curator" && !DOCKED.has(act.do) && !DOCKED.has(act.what ?? ""))
      .sort((a, b) => no(a) - no(b));
    this.update();
  }

  update() {
    fill(this.element.querySelector(".asks"), html`${this.questions()}`);
    const cut = this.element.querySelector(".cutbox");
    if (cut && !cut.firstChild) this.cut.show(cut, this.table.now.left || this.table.rules.decks * 52);
    this.tick();
    const lost = this.table.shut
      ? notice(
          "shut",
          t("shut"),
          t("shut.why"),
          "",
          html`<div class="choices"><a class="btn primary" href="#/">${t("nav.tables")}</a></div>`,
        )
      : this.table.online
        ? ""
        : notice("lost", t("notice.lost"), t("notice.lost.why"), "");
    fill(
      this.element.querySelector(".toasts"),
      html`${lost}${[...this.said].map(([key, one]) => notice(key, one.title, one.text, one.section, html`<button class="btn ghost" data-dismiss="${key}" aria-label="${t("close")}">${icon("clear", 14)}</button>`))}`,
    );
  }

  questions() {
    const groups = /** @type {Map<string, Act[]>} */ (new Map());
    for (const act of this.acts) {
      const group =
        act.do === RIDE
          ? "ride"
          : /cut/.test(act.what ?? "")
            ? "cut"
            : /shoe|next|dealer/.test(act.what ?? "")
              ? "shoe"
              : /^ask-/.test(act.what ?? "")
                ? "idle"
                : "other";
      groups.set(group, [...(groups.get(group) ?? []), act]);
    }
    return [...groups].map(([group, acts]) =>
      notice(
        group,
        t(`ask.${group}`, { wager: t("wager.rides") }),
        t(`ask.${group}.why`),
        cited(acts.find((act) => act.section)?.section),
        html`${group === "cut" && acts.some((act) => act.what === "place-cut") ? html`<div class="cutbox"></div>` : ""}
          <div class="choices">
            ${group === "ride" ? this.rides() : acts.map((act, i) => html`<button class="btn ${i ? "" : "primary"}" data-act="${act.do}" data-what="${act.what ?? ""}">${actName(act)}</button>`)}
          </div>
          <p class="patience" aria-hidden="true"></p>`,
      ),
    );
  }

  /** Take the win, or let it ride on a hand that this seat has wagered on. */
  rides() {
    const hands = this.table.rules.wagers
      .filter((wager) => wager.hand && this.table.own?.stakes[wager.key])
      .map((wager) => wager.hand);
    return html`<button class="btn primary" data-choice="take">${t("ride.take")}</button
      >${hands.map((hand) => html`<button class="btn" data-choice="${hand}">${t(`ride.${hand}`)}</button>`)}`;
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button");
    if (!button) return;
    const { dismiss, choice, act, what } = button.dataset;
    if (dismiss) {
      this.said.delete(dismiss);
      this.update();
    }
    if (choice) this.table.do({ do: RIDE, seat: this.table.you.seat, choice });
    const found = act && this.acts.find((one) => one.do === act && (one.what ?? "") === what);
    if (found) this.table.perform(found, what === "place-cut" ? { cards: this.cut.cards } : {});
  }
}

/** @param {string} key @param {string} title @param {string} text @param {string} section @param {unknown} [more] */
export const notice = (key, title, text, section, more = "") =>
  html`<section class="notice n-${key}">
    <h3>${title}</h3>
    <p>${text} <span class="sec">${section}</span></p>
    ${more}
  </section>`;
