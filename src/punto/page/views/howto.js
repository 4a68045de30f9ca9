/** How baccarat is played: values of cards, third cards as the engine draws them, a round to step through, every wager. */
import { RANKS } from "../game/cards.js";
import { dollars } from "../game/money.js";
import { rules } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { Explained } from "../net/explained.js";
import { picture, unpack } from "../draw/card.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { cardName, named, payout, terms, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";
import { paragraph } from "./explain.js";
import { percent } from "./figures.js";
import { refill } from "./focus.js";
import { Room, said } from "./room.js";

const CHANCES = 1_000_000;

export class Howto extends Room {
  /** @param {string} name of the table; the first of the lobby without one */
  constructor(name) {
    super("howto", "sheetroom wide howto");
    this.name = name;
    /** @type {any} */
    this.shows = null;
    /** @type {import("../game/types.js").Rules | null} */
    this.rules = null;
    this.explained = new Explained(name);
    /** @type {any} */
    this.odds = null;
    this.step = 0;
    this.problem = "";
  }

  async begin() {
    try {
      if (!this.name) this.name = (await get("tables")).tables[0]?.table ?? "";
      this.explained = new Explained(this.name);
      const [described] = await Promise.all([
        get(at(this.name)),
        this.explained.fetch(),
        unpack(document),
        this.look(0),
      ]);
      this.rules = named(rules(described.rules));
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
    this.odds = await get("odds", { table: this.name }).catch(() => null);
    this.render();
  }

  /** @param {number} seed */
  async look(seed) {
    const before = this.shows?.wagers;
    this.shows = await get(`${at(this.name)}/howto`, { seed });
    if (before) this.shows.wagers = before; // another round, the same examples of wagers
    this.step = 0;
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const { step, another } = target.closest("button")?.dataset ?? {};
    if (step) this.step = Math.min(Math.max(0, this.step + Number(step)), this.shows.example.steps.length - 1);
    if (another !== undefined) await this.look(Math.floor(Math.random() * CHANCES));
    this.render();
  }

  render() {
    const ready = this.shows && this.rules;
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${t("howto.title")}</h1>
          <p class="note">${t("howto.lead")}${this.name ? ` · ${t("howto.at", { name: this.name })}` : ""}</p>
          <span class="grow"></span
          >${this.name ? html`<a class="btn" href="#/table/${encodeURIComponent(this.name)}/guide">${icon("play")}${t("howto.guided")}</a>` : ""}
        </div>
        ${
          this.problem
            ? html`<p class="problem">${this.problem}</p>`
            : ready
              ? html`<div class="howgrid">
                  <div class="stackcol">${this.cards()}${this.third()}</div>
                  <div class="stackcol">${this.round()}${this.wagers()}</div>
                </div>`
              : html`<p>${t("loading")}</p>`
        }`,
    );
  }

  /** @param {string} key */
  section(key) {
    return cited(this.explained.provision(key)?.section);
  }

  /** @param {...string} keys */
  rule(...keys) {
    return keys.map((key) => this.explained.provision(key)).map((one) => (one ? paragraph(one) : ""));
  }

  cards() {
    return html`<section class="panel">
      <h2>${t("howto.cards")}<span class="sec">${this.section("points.values")}</span></h2>
      <ol class="values">
        ${RANKS.map((rank, i) => html`<li>${picture(`${rank}${"shcd"[i % 4]}`, 46, cardName(`${rank}${"shcd"[i % 4]}`))}<b>${this.shows.values[rank]}</b></li>`)}
      </ol>
      ${this.rule("points.values", "points.count", "def.natural")}
    </section>`;
  }

  third() {
    const { player, banker, naturals } = this.shows,
      { drawn, from } = this.cell(),
      runs = (/** @type {boolean[]} */ row, /** @type {number} */ i) =>
        `${row[i] ? "draws" : ""} ${row[i] && !row[i - 1] ? "first" : ""} ${row[i] && !row[i + 1] ? "last" : ""}`;
    const counts = Array.from({ length: 10 }, (_, count) => [
      count,
      naturals.includes(count) ? "natural" : player[count] ? "draw" : "stand",
    ]);
    return html`<section class="panel">
      <h2>${t("howto.third")}<span class="sec">${this.section("third.banker-table")}</span></h2>
      <h3>${t("howto.player-first")}</h3>
      <ol class="playerdraws">
        ${counts.map(([count, word]) => html`<li class="${word}"><b>${count}</b>${t(`howto.${word}`)}</li>`)}
      </ol>
      <h3>${t("howto.then-banker")}</h3>
      <div class="scrolls" tabindex="0" role="group" aria-label="${t("howto.then-banker")}">
        <table class="thirdtable">
          <thead>
            <tr>
              <td></td>
              <th scope="col">${t("howto.stood")}</th>
              ${Array.from({ length: 10 }, (_, value) => html`<th scope="col">${value}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${banker.map(
              (/** @type {boolean[]} */ row, /** @type {number} */ count) =>
                html`<tr>
                  <th scope="row">${t("wager.banker")} <b>${count}</b></th>
                  <td
                    class="alone ${row[10] ? "draws first last" : ""} ${from === count && drawn === 10 ? "ours" : ""}"
                  >
                    <span>${t(row[10] ? "howto.draw" : "howto.stand")}</span>
                  </td>
                  ${row.slice(0, 10).map((_, value) => html`<td class="${runs(row.slice(0, 10), value)} ${from === count && drawn === value ? "ours" : ""}"><span>${t(row[value] ? "howto.draw" : "howto.stand")}</span></td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="note"><span class="oursbox"></span>${t("howto.ours")} · ${t("howto.drew")}</p>
      ${this.rule("third.natural", "third.player", "third.banker-alone", "third.banker-table")}
    </section>`;
  }

  /** The cell of the table that decided in the example: Banker's count, and what Player drew. */
  cell() {
    const { steps } = this.shows.example,
      by = steps.find((/** @type {any} */ one) => one.hand === "banker");
    return { from: steps[0].banker, drawn: by ? (by.drawn ?? 10) : -1 };
  }

  round() {
    const { example } = this.shows,
      step = example.steps[this.step],
      many = example.steps.length,
      shown = (/** @type {string} */ hand) =>
        example.steps
          .slice(0, this.step + 1)
          .some((/** @type {any} */ one) => one.hand === hand && one.step === "draws");
    const hand = (/** @type {"player" | "banker"} */ side) => {
      const cards = example[side].slice(0, shown(side) ? 3 : 2);
      return html`<div class="howhand ${step.step === "result" && example.winner === side ? "wins" : ""}">
        <div class="row">${cards.map((/** @type {string} */ card) => picture(card, 74, cardName(card)))}</div>
        <p><span class="count ${side === "player" ? "P" : "B"}">${step[side]}</span>${t(`wager.${side}`)}</p>
      </div>`;
    };
    return html`<section class="panel onfelt">
      <h2>${t("howto.round")}<span class="sec">${t("howto.step", { step: this.step + 1, of: many })}</span></h2>
      <div class="howhands">${hand("player")}${hand("banker")}</div>
      <div class="howsays" role="status">
        <h3>${this.words(step, example)}</h3>
        ${this.rule(step.provision)}
      </div>
      <div class="choices">
        <button class="btn" data-step="-1" ${this.step ? "" : html`disabled`}>${icon("back")}${t("howto.back")}</button
        ><button class="btn" data-another>${t("howto.another")}</button
        ><button class="btn primary" data-step="1" ${this.step + 1 < many ? "" : html`disabled`}>
          ${t("howto.next")}
        </button>
      </div>
    </section>`;
  }

  /** @param {any} step @param {any} example */
  words(step, example) {
    const { player, banker } = step;
    if (step.step === "result")
      return t(`call.${example.winner === "tie" ? "tie" : `${example.winner}-wins`}`, {
        high: Math.max(player, banker),
        low: Math.min(player, banker),
      });
    const key = step.step === "natural" ? "natural-ends" : step.step === "deal" ? "deal" : `${step.hand}-${step.step}`;
    return t(`howto.${key}`, { player, banker });
  }

  wagers() {
    const of = /** @type {import("../game/types.js").Rules} */ (this.rules);
    return html`<section class="panel">
      <h2>${t("howto.wagers")}<span class="sec">${t(`rulebook.${of.rulebook}`)}</span></h2>
      <ul class="howwagers">
        ${of.wagers.map((wager) => this.wager(wager))}
      </ul>
    </section>`;
  }

  /** @param {import("../game/types.js").Wager} wager */
  wager(wager) {
    const figures = this.odds?.wagers?.[wager.key],
      one = this.shows.wagers[wager.key],
      rate = this.rules?.vigorish?.rate ?? "",
      first = this.explained.of(wager.key)[0];
    const lines = (figures?.results ?? []).filter(
      (/** @type {any} */ line) => line.pays > 0 || line.meter || line["award-cents"] > 0,
    );
    return html`<li>
      <h3>
        ${wagerName(wager.key)}<span class="sec">${cited(wager.section)}</span
        >${figures?.edge ? html`<span class="tag">${t("explain.edge")} <b>${percent(figures.edge, 2)}</b></span>` : ""}
      </h3>
      ${first ? paragraph(first) : ""}
      ${
        lines.length > 1
          ? html`<dl class="paylines">
              ${lines.map(
                (/** @type {any} */ line) =>
                  html`<div>
                    <dt>${lineName(line.name)}</dt>
                    <dd>${paysOf(line)}</dd>
                  </div>`,
              )}
            </dl>`
          : html`<p class="note">${terms(wager, rate)}</p>`
      }
      ${one ? this.example(one) : ""}
    </li>`;
  }

  /** @param {any} one */
  example(one) {
    const cards = (/** @type {string[]} */ of) => of.map((card) => picture(card, 38, cardName(card)));
    return html`<p class="howexample">
      <span class="cap">${t("howto.example")}</span><span class="row">${t("letter.P")} ${cards(one.player)}</span
      ><span class="row">${t("letter.B")} ${cards(one.banker)}</span
      ><span
        >${one.line === "win" ? "" : `${lineName(one.line)}:`}
        ${t(one.meter ? "howto.pays-meter" : "howto.pays", { stake: dollars(one.stake), paid: dollars(one.paid), meter: one.meter ? t(`meter.${one.meter}`) : "" })}</span
      >
    </p>`;
  }
}

/** The name of a line of a paytable. @param {string} line */
const lineName = (line) => (has(`ends.${line}`) ? t(`ends.${line}`) : line.replaceAll("-", " "));

/** @param {any} line */
const paysOf = (line) =>
  line.meter
    ? t(`meter.${line.meter}`)
    : line["award-cents"]
      ? dollars(line["award-cents"])
      : payout(`${Number(line.pays.toFixed(4))} to 1`);
customElements.define("punto-howto", Howto);
