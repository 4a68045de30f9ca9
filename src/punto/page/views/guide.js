/** A guided round at the real table: seven captions on the felt, and three questions that the server marks. */
import { count, points, short } from "../game/cards.js";
import { dollars, marked, signed } from "../game/money.js";
import { get, post, table as at } from "../net/api.js";
import { saying } from "../net/explained.js";
import { fill, html } from "../draw/markup.js";
import { wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";
import { resultWords } from "./announcement.js";
import { paragraph } from "./explain.js";

const STEPS = /** @type {const} */ (["wager", "cards", "count", "player-third", "banker-third", "result", "payout"]);
const KEPT = "guided"; // in this browser: the person has seen it, or does not want to

/** @typedef {{says: string, player?: number, banker?: number, drawn?: number, cents?: number}} Statement */
/** @typedef {{asks: string, wager: string, stake: number, choices: Statement[]}} Question */
/** @typedef {{right: boolean, choice: number, why: import("../net/explained.js").Provision[]}} Mark */

export class Guide {
  /** @type {"off" | "offer" | "steps" | "questions"} */
  state = "off";
  step = 0;
  /** The round so far: it may be over before the captions are. @type {{shoe: number, number: number, coup: number, places: Record<string, string | null>, settled: import("../game/types.js").Settled | null, result: import("../game/results.js").SeatResult | null} | null} */
  round = null;
  /** @type {Question[]} */
  questions = [];
  /** @type {number[]} */
  chosen = [];
  /** @type {Mark[]} */
  marks = [];
  problem = "";

  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    element.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Offer it once to a player who has just sat down. */
  offer() {
    if (this.state === "off" && !localStorage.getItem(KEPT)) this.state = "offer";
  }

  begin() {
    Object.assign(this, { state: "steps", step: 0, round: null, questions: [], chosen: [], marks: [], problem: "" });
    this.table.drawer?.element.close();
    this.table.explained.fetch().then(() => this.table.render());
    this.table.render();
    this.focus();
  }

  close() {
    localStorage.setItem(KEPT, "yes");
    this.state = "off";
    this.table.render();
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const { guide, choose } = target.closest("button")?.dataset ?? {};
    if (guide === "start") this.begin();
    if (guide === "skip") this.close();
    if (guide === "back") this.go(this.step - 1);
    if (guide === "next") this.go(this.step + 1);
    if (choose !== undefined) this.choose(Number(choose));
  }

  /** @param {number} step */
  go(step) {
    if (step >= STEPS.length) return this.ask();
    this.step = Math.max(0, step);
    this.table.render();
    return this.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector("h3"))?.focus({ preventScroll: true });
  }

  /** Follow the round in which the first wager of the guide lies. */
  follow() {
    const { now, own, result } = this.table;
    if (this.state !== "steps") return;
    if (!this.round && now.phase !== "paying" && (Object.keys(own?.stakes ?? {}).length || this.step > 0))
      this.round = { shoe: now.shoe, number: now.number, coup: now.coup, places: {}, settled: null, result: null };
    const { round } = this;
    if (!round || round.coup !== now.coup) return;
    if (Object.keys(now.places).length) round.places = { ...round.places, ...now.places };
    if (now.settled) Object.assign(round, { settled: now.settled, result: result ?? round.result });
  }

  // ---------------------------------------------------------------- questions

  async ask() {
    const { round } = this;
    this.state = "questions";
    if (!round) return this.close();
    try {
      this.questions = (await get(`${this.path(round)}`)).questions;
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    this.table.render();
    return this.focus();
  }

  /** @param {{shoe: number, number: number}} round */
  path({ shoe, number }) {
    return `${at(this.table.name)}/coups/${shoe}/${number}/questions`;
  }

  /** @param {number} choice */
  async choose(choice) {
    if (!this.round || this.marks.length > this.chosen.length || this.chosen.length >= this.questions.length) return;
    const chosen = [...this.chosen, choice];
    try {
      this.marks = (await post(this.path(this.round), { chosen })).marks;
      this.chosen = chosen;
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    this.table.render();
  }

  // ---------------------------------------------------------------- what is shown

  update() {
    this.follow();
    const { state } = this,
      at = state === "steps" && this.step > 0 && this.step < 6 ? "low" : "high";
    this.element.hidden = state === "off";
    this.element.dataset.side = (this.table.you.seat ?? 1) > this.table.rules.seats / 2 ? "left" : "right"; // not over the own areas
    this.element.className = `guide paper ${state === "questions" ? "asks" : at}`;
    this.table.dataset.guide = state === "steps" ? STEPS[this.step] : "";
    const shows = {
      off: () => "",
      offer: () => this.offered(),
      steps: () => this.caption(),
      questions: () => this.asked(),
    };
    fill(this.element, html`${shows[state]()}`);
  }

  offered() {
    return html`<h3 tabindex="-1">${t("guide.offer")}</h3>
      <p>${t("guide.offer.why")}</p>
      <div class="choices">
        <button class="btn" data-guide="skip">${t("guide.skip")}</button
        ><button class="btn primary" data-guide="start">${t("guide.start")}</button>
      </div>`;
  }

  caption() {
    const name = STEPS[this.step],
      { title, text, provisions } = this[/** @type {"wager"} */ (name)](),
      ready = text !== null;
    return html`<p class="sec">${t("guide.step", { step: this.step + 1, of: STEPS.length })}</p>
      <h3 tabindex="-1">${title}</h3>
      <p><b>${ready ? text : t("guide.waits")}</b></p>
      ${provisions.map((key) => this.rule(key))}
      <div class="choices">
        <button class="btn ghost" data-guide="skip">${t("guide.skip")}</button
        >${this.step ? html`<button class="btn" data-guide="back">${t("howto.back")}</button>` : ""}<button
          class="btn primary"
          data-guide="next"
          ${ready ? "" : html`disabled`}
        >
          ${this.step + 1 < STEPS.length ? t("guide.next") : t("guide.questions")}
        </button>
      </div>`;
  }

  /** @param {string} key */
  rule(key) {
    const of = this.table.explained.provision(key);
    return of ? html`<p class="says">${saying(of)} <span class="sec">${cited(of.section)}</span></p>` : "";
  }

  /** @returns {Record<string, string | null>} */
  get places() {
    return this.round?.places ?? {};
  }

  wager() {
    const lies = Object.keys(this.table.own?.stakes ?? {}).length > 0 || this.round !== null;
    return {
      title: t("guide.wager"),
      text: t(lies ? "guide.wager.lies" : "guide.wager.how"),
      provisions: ["wager.banker"],
    };
  }

  cards() {
    return { title: t("guide.cards"), text: "B2" in this.places ? t("call.four") : null, provisions: ["deal.four"] };
  }

  count() {
    const hand = (/** @type {"P" | "B"} */ side) => {
      const cards = [this.places[`${side}1`], this.places[`${side}2`]];
      return cards.every(Boolean) ? cards.map((card) => points(String(card))) : null;
    };
    const [player, banker] = [hand("P"), hand("B")],
      sum = (/** @type {number[]} */ of) => `${of.join(" + ")} → ${(of[0] + of[1]) % 10}`;
    return {
      title: t("guide.count"),
      text: player && banker ? t("guide.counts", { player: sum(player), banker: sum(banker) }) : null,
      provisions: ["points.values", "points.count"],
    };
  }

  /** @param {"P" | "B"} side */
  two(side) {
    const { [`${side}3`]: _, ...first } = this.places;
    return count(first, side);
  }

  get natural() {
    return Math.max(this.two("P") ?? 0, this.two("B") ?? 0) >= 8 && this.two("P") !== null && this.two("B") !== null;
  }

  /** @param {"P" | "B"} side @param {"player" | "banker"} hand @param {string} rule */
  third(side, hand, rule) {
    const card = this.places[`${side}3`],
      before = this.two(side),
      over = Boolean(this.round?.settled) || (side === "P" && "B3" in this.places);
    const text = card
      ? t(`guide.${hand}-drew`, { count: before ?? 0, card: short(card) })
      : over || this.natural
        ? t(`guide.${hand}-stood`, { count: before ?? 0 })
        : null;
    return {
      title: t(`guide.${hand}-third`),
      text: before === null ? null : text,
      provisions: [this.natural ? "third.natural" : rule],
    };
  }

  "player-third"() {
    return this.third("P", "player", "third.player");
  }
  "banker-third"() {
    return this.third("B", "banker", "P3" in this.places ? "third.banker-table" : "third.banker-alone");
  }

  result() {
    const settled = this.round?.settled;
    return {
      title: t("guide.result"),
      text: settled ? resultWords(settled) : null,
      provisions: ["result.announce", "wager.tie"],
    };
  }

  payout() {
    const { round, table } = this,
      result = round?.result,
      first = result?.wagers[0],
      family = first ? table.explained.answer?.things[first.wager]?.find((key) => key.startsWith("pay.")) : undefined;
    const lines = (result?.wagers ?? []).map(
      (one) =>
        `${wagerName(one.wager)} ${signed(one.gain)}${one.marked ? ` (${t("result.marked", { cents: dollars(marked(one.marked)) })})` : ""}`,
    );
    return {
      title: t("guide.payout"),
      text: round?.settled ? lines.join(" · ") || t("guide.none") : null,
      provisions: family ? [family] : ["result.pay-order"],
    };
  }

  asked() {
    const number = this.chosen.length,
      over = this.questions.length > 0 && this.chosen.length === this.questions.length;
    return html`<p class="sec">${t("guide.questions")}</p>
      ${this.problem ? html`<p class="problem">${this.problem}</p>` : ""}${this.questions.slice(0, number + 1).map((one, i) => this.question(one, i))}
      ${over ? html`<p role="status"><b>${t("guide.score", { right: this.marks.filter((one) => one.right).length, of: this.marks.length })}</b></p>` : ""}
      <div class="choices">
        <a class="btn" href="#/howto/${encodeURIComponent(this.table.name)}">${t("howto.title")}</a
        ><button class="btn ${over ? "primary" : "ghost"}" data-guide="skip">
          ${t(over ? "guide.done" : "guide.skip")}
        </button>
      </div>`;
  }

  /** @param {Question} question @param {number} i */
  question(question, i) {
    const mark = this.marks[i],
      title =
        question.asks === "won" && question.wager && !this.round?.result?.wagers.length
          ? t("guide.won-on", { stake: dollars(question.stake), wager: wagerName(question.wager) })
          : t(`guide.${question.asks}`);
    if (mark)
      return html`<section class="answered ${mark.right ? "right" : "wrong"}">
        <h3 tabindex="-1">${title}</h3>
        <p role="status">
          <b>${t(mark.right ? "guide.right" : "guide.wrong")}.</b> ${statement(question.choices[mark.choice])}
        </p>
        ${mark.why.slice(0, 2).map(paragraph)}
      </section>`;
    return html`<section>
      <h3 tabindex="-1">${title}</h3>
      <div class="statements">
        ${question.choices.map((one, choice) => html`<button class="btn" data-choose="${choice}">${statement(one)}</button>`)}
      </div>
    </section>`;
  }
}

/** @param {Statement} of */
const statement = (of) =>
  of.says === "cents"
    ? signed(of.cents ?? 0)
    : t(`guide.says.${of.says}`, { player: of.player ?? 0, banker: of.banker ?? 0, drawn: of.drawn ?? 0 });
