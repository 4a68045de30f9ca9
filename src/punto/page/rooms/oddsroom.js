/** The odds room: cards taken out of the shoe, and every figure follows. The counting is the server's, exact. */
import { RANKS } from "../game/cards.js";
import { rules } from "../game/rules.js";
import { get, table as at } from "../line/api.js";
import { fill, html } from "../draw/markup.js";
import { heard, t } from "../words/words.js";
import { listenForLanguage } from "./bar.js";
import { oddsTable, percent } from "./figures.js";
import { topBar } from "./lobby.js";

const BOOKS = ["ma-mini", "ma-midi", "ma-midi-multilevel", "ma-baccarat", "md-mini"];

export class OddsRoom extends HTMLElement {
  /** @param {string} name of a table, or nothing */
  constructor(name) {
    super();
    this.name = name;
    this.book = "ma-mini";
    this.decks = 8;
    /** @type {Record<string, number>} */
    this.counts = {};
    /** @type {any} */
    this.odds = null;
    /** @type {import("../game/types.js").Rules | null} */
    this.rules = null;
    this.problem = "";
  }

  async connectedCallback() {
    this.dataset.paper = "yes";
    document.documentElement.classList.add("paper");
    document.title = `${t("nav.odds")} · Punto`;
    listenForLanguage(this);
    this.stop = heard(() => this.render());
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("change", (event) => this.chosen(/** @type {HTMLSelectElement} */ (event.target)));
    if (this.name) this.rules = rules((await get(at(this.name))).rules);
    if (this.rules) { this.book = this.rules.rulebook; this.decks = this.rules.decks; }
    this.fill();
    this.ask();
  }

  disconnectedCallback() { this.stop?.(); }

  fill() { this.counts = Object.fromEntries(RANKS.map((rank) => [rank, this.decks * 4])); }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button"), { rank, by, full } = button?.dataset ?? {};
    if (full !== undefined) this.fill();
    else if (rank) this.counts[rank] = Math.max(0, Math.min(this.decks * 4, this.counts[rank] + Number(by)));
    else return;
    this.render();
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.ask(), 250);
  }

  /** @param {HTMLSelectElement} select */
  chosen(select) {
    if (select.name === "book") this.book = select.value;
    if (select.name === "decks") { this.decks = Number(select.value); this.fill(); }
    this.ask();
  }

  async ask() {
    const whole = Object.values(this.counts).every((many) => many === this.decks * 4), shoe = Object.entries(this.counts).map(([rank, many]) => `${rank}=${many}`).join(",");
    try {
      this.odds = await get("odds", { ...(this.name ? { table: this.name } : { rulebook: this.book }), ...(whole ? { decks: this.decks } : { shoe }) });
      this.problem = "";
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    this.render();
  }

  render() {
    const title = this.name ? t("odds.of-table", { name: this.name }) : t("nav.odds"), cards = Object.values(this.counts).reduce((sum, many) => sum + many, 0);
    fill(this, html`${topBar("odds")}<main class="sheetroom wide" id="main" tabindex="-1"><div class="roomhead"><h1>${title}</h1><p class="note">${t(`rulebook.${this.book}`)} · ${t("odds.exact")}</p></div><div class="oddsgrid"><section class="panel shoebox"><h2>${t("odds.shoe")}</h2>${this.name ? "" : html`<p class="row"><label>${t("odds.book")} <select name="book">${BOOKS.map((book) => html`<option value="${book}" ${book === this.book ? html`selected` : ""}>${t(`rulebook.${book}`)}</option>`)}</select></label><label>${t("fact.decks")} <select name="decks">${[6, 8, 12].map((many) => html`<option ${many === this.decks ? html`selected` : ""}>${many}</option>`)}</select></label></p>`}<ul class="ranks">${RANKS.map((rank) => html`<li><b>${rank}</b><button class="btn" data-rank="${rank}" data-by="-1" aria-label="${t("odds.less", { rank })}">−</button><span>${this.counts[rank]}</span><button class="btn" data-rank="${rank}" data-by="1" aria-label="${t("odds.more", { rank })}">+</button></li>`)}</ul><p class="note">${t("odds.cards", { cards })}</p><button class="btn" data-full>${t("odds.full")}</button></section><div class="stackcol">${this.problem ? html`<p class="problem">${this.problem}</p>` : ""}${this.odds ? this.figures() : html`<p>${t("loading")}</p>`}</div></div></main>`);
  }

  figures() {
    const { outcomes, deals } = this.odds, part = (/** @type {string} */ key) => outcomes[key] / deals;
    let from = 0;
    const bars = ["banker", "tie", "player"].map((key) => { const x = from, width = part(key) * 100; from += width; return html`<rect x="${x}" width="${Math.max(0, width - 0.2)}" height="10" fill="var(--${key}-fill)"/>`; });
    return html`<section class="panel"><h2>${t("odds.ends")}</h2><svg class="endbar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg><dl class="ends">${["banker", "tie", "player"].map((key) => html`<div><dt><span class="key ${key[0].toUpperCase()}">${t(`letter.${key[0].toUpperCase()}`)}</span>${t(`wager.${key}`)}</dt><dd>${percent(part(key))}</dd></div>`)}</dl><p class="sec">${outcomes.banker.toLocaleString("en-US")} · ${outcomes.tie.toLocaleString("en-US")} · ${outcomes.player.toLocaleString("en-US")} / ${deals.toLocaleString("en-US")}</p></section><section class="panel"><h2>${t("odds.costs")}</h2>${oddsTable(this.odds, this.rules?.wagers ?? [])}<p class="note">${t("odds.note")}</p></section>`;
  }
}
customElements.define("punto-odds", OddsRoom);
