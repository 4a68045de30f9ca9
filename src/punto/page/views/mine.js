/** My wagers: every coup that one took part in, over tables, shoes and visits, as the logs of the tables have them. */
import { dollars, exact, marked, signed } from "../game/money.js";
import { get } from "../net/api.js";
import { icon } from "../draw/icons.js";
import { options } from "../draw/plots.js";
import { html } from "../draw/markup.js";
import { clock, day, wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { Room, said, save } from "./room.js";

const ENOUGH = 40; // coups before the list waits to be asked for more

/** @typedef {{table: string, shoe: number, coup: number, seat: number, began: number, ended: number, void: boolean, winner: string, player: number, banker: number, result: any, balance: any}} Coup */
/** @typedef {{table: string, shoes: number, since: number, seat: number | null}} Place */

export class Mine extends Room {
  constructor() {
    super("mine", "sheetroom wide mine");
    /** @type {Place[] | null} */
    this.places = null;
    /** @type {Coup[]} the newest first */
    this.coups = [];
    /** The next shoe of each table that is read, and up to which coup of it. @type {Map<string, {shoe: number, upto: number}>} */
    this.ahead = new Map();
    this.filter = { table: "", date: "", number: "" };
    this.open = "";
    this.busy = false;
    this.problem = "";
  }

  async begin() {
    try {
      this.places = localStorage.getItem("known") ? (await get("me/tables")).tables : [];
      for (const one of this.places ?? []) this.ahead.set(one.table, { shoe: one.shoes, upto: 0 });
      await this.more(ENOUGH);
    } catch (error) {
      this.places ??= [];
      this.problem = said(error);
    }
    this.render();
  }

  /** Read shoe after shoe, the newest of all tables first, until there are so many more coups. @param {number} many */
  async more(many) {
    if (this.busy) return;
    this.busy = true;
    const wanted = this.coups.length + many;
    while (this.ahead.size && this.coups.length < wanted) {
      await Promise.all([...this.ahead].map(([table, at]) => this.read(table, at)));
      this.coups.sort((a, b) => b.began - a.began);
      this.render();
    }
    this.busy = false;
    this.render();
  }

  /** @param {string} table @param {{shoe: number, upto: number}} at */
  async read(table, { shoe, upto }) {
    const place = this.places?.find((one) => one.table === table),
      page = await get("me/coups", { table, shoe, upto: upto || undefined });
    this.coups.push(...page.coups.map((/** @type {any} */ one) => ({ table, ...one })));
    const before = page.first > 1 ? { shoe, upto: page.first - 1 } : { shoe: shoe - 1, upto: 0 },
      over = before.shoe < 1 || (page.began && place?.since && page.began < place.since);
    if (over) this.ahead.delete(table);
    else this.ahead.set(table, before);
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const { coup, more, csv } = target.closest("button")?.dataset ?? {};
    if (coup) this.open = this.open === coup ? "" : coup;
    if (more !== undefined) await this.more(ENOUGH);
    if (csv !== undefined) await this.file();
    this.render();
  }

  /** @param {HTMLInputElement} field */
  async chosen(field) {
    this.filter = { ...this.filter, [field.name]: field.value };
    if (field.name === "date" || field.name === "number") await this.more(Infinity); // what is looked for may be long ago
    this.render();
  }

  get shown() {
    const { table, date, number } = this.filter,
      [shoe, coup] = number.split(/\D+/).filter(Boolean).map(Number);
    return this.coups.filter(
      (one) =>
        (!table || one.table === table) &&
        (!date || local(one.began) === date) &&
        (!shoe || (coup ? one.shoe === shoe && one.coup === coup : one.coup === shoe || one.shoe === shoe)),
    );
  }

  /** Everything that is shown, after the last shoe has been read. */
  async file() {
    await this.more(Infinity);
    const head =
      "time,table,shoe,coup,seat,winner,player,banker,wager,result,stake,returned,paid,vigorish,vigorish owed,gain,balance before,balance after";
    const lines = this.shown.flatMap((one) =>
      one.result.wagers.map((/** @type {any} */ wager) =>
        [
          new Date(one.began).toISOString(),
          one.table,
          one.shoe,
          one.coup,
          one.seat,
          one.winner || "void",
          one.player,
          one.banker,
          wager.wager,
          wager.category,
          ...[wager.stake, wager.returned, wager.paid, wager.vigorish].map(plain),
          plain(marked(wager.marked ?? 0)),
          plain(gain(wager)),
          plain(before(one)),
          plain(one.balance.after),
        ].map(quoted),
      ),
    );
    save("wagers.csv", [head, ...lines.map((line) => line.join(","))].join("\r\n") + "\r\n", "text/csv");
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    const { shown } = this;
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${t("nav.mine")}</h1>
          <p class="note">${t("mine.note")}</p>
          <span class="grow"></span
          >${this.coups.length ? html`<button class="btn" data-csv>${icon("download")}CSV</button>` : ""}
        </div>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : ""}${
          this.places === null
            ? html`<p>${t("loading")}</p>`
            : this.coups.length || this.busy
              ? html`${this.sums(shown)}${this.filters()}${this.list(shown)}`
              : html`<p>${t("mine.none")}</p>
                  <p><a class="btn primary" href="#/">${t("nav.tables")}</a></p>`
        }`,
    );
  }

  /** @param {Coup[]} shown */
  sums(shown) {
    const sum = (/** @type {(one: Coup) => number} */ of) => shown.reduce((all, one) => all + of(one), 0),
      staked = sum((one) => one.result.staked ?? 0),
      net = sum((one) => one.result.net ?? 0);
    return html`<dl class="panel sums">
      ${[
        [t("mine.rounds"), String(shown.length)],
        [t("mine.staked"), exact(staked)],
        [t("mine.returned"), exact(staked + net)],
        [t("purse.net"), signed(net)],
        [t("mine.vigorish"), exact(sum((one) => (one.result.vigorish ?? 0) + (one.result.collected ?? 0)))],
      ].map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  filters() {
    const tables = (this.places ?? []).map((one) => one.table);
    return html`<div class="row minefilters">
      <label
        >${t("mine.table")}<select name="table">
          ${options(["", ...tables], this.filter.table, (table) => (table ? t("table.title", { name: table }) : t("filter.all")))}
        </select></label
      ><label>${t("mine.date")}<input type="date" name="date" value="${this.filter.date}" /></label
      ><label
        >${t("mine.number")}<input
          type="text"
          name="number"
          inputmode="numeric"
          autocomplete="off"
          placeholder="3 / 41"
          value="${this.filter.number}"
      /></label>
    </div>`;
  }

  /** @param {Coup[]} shown */
  list(shown) {
    let last = "";
    const rows = shown.map((one) => {
      const group = `${local(one.began)} ${one.table} ${one.shoe}`,
        head =
          group === last
            ? ""
            : html`<h2>
                ${day(one.began)} · ${t("table.title", { name: one.table })}, ${t("shoe", { shoe: one.shoe })}
              </h2>`;
      last = group;
      return html`${head}${this.row(one)}`;
    });
    return html`<div class="panel minelist">${rows}${shown.length ? "" : html`<p>${t("mine.nothing")}</p>`}</div>
      ${this.ahead.size ? html`<p><button class="btn" data-more ${this.busy ? html`disabled` : ""}>${t(this.busy ? "loading" : "mine.older")}</button></p>` : ""}`;
  }

  /** @param {Coup} one */
  row(one) {
    const key = `${one.table}/${one.shoe}/${one.coup}`,
      open = this.open === key,
      letter = one.winner ? one.winner.slice(0, 1).toUpperCase() : "";
    return html`<button class="coup" data-coup="${key}" aria-expanded="${open ? "true" : "false"}">
        <span class="at">${clock(one.began)}</span><span class="no">${one.coup}</span
        ><span class="what"
          >${letter ? html`<span class="key ${letter}">${t(`letter.${letter}`)}</span>${one.player}–${one.banker}` : t("mine.void")}</span
        ><span class="on"
          >${one.result.wagers.map((/** @type {any} */ wager) => wagerName(wager.wager)).join(", ")}</span
        ><span class="sum hide-s">${dollars(one.result.staked ?? 0)}</span
        ><b class="sum">${signed(one.result.net ?? 0)}</b><span class="sum hide-s">${exact(one.balance.after)}</span>
      </button>
      ${open ? this.slip(one) : ""}`;
  }

  /** The receipt of a coup. @param {Coup} one */
  slip(one) {
    const at = `${encodeURIComponent(one.table)}/${one.shoe}/${one.coup}`,
      { result, balance } = one;
    const plain = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div class="line"><span>${name}</span><b>${value}</b></div>`;
    return html`<section class="slip">
      ${result.wagers.map(
        (/** @type {any} */ wager) =>
          html`<div class="line">
            <span
              >${wagerName(wager.wager)}<small
                >${dollars(wager.stake)}${wager.rides ? ` · ${t("mine.rides", { cents: dollars(wager.rides) })}` : ""}${wager.vigorish ? ` · ${t("fact.vigorish")} ${dollars(wager.vigorish)}` : ""}${wager.marked ? ` · ${t("result.marked", { cents: dollars(marked(wager.marked)) })}` : ""}
                <span class="sec">${cited(wager.section)}</span></small
              ></span
            ><b>${signed(gain(wager))}</b>
          </div>`,
      )}${result.awards ? plain(t("result.award"), signed(result.awards)) : ""}${result.corrected ? plain(t("result.corrected"), signed(result.corrected)) : ""}
      <div class="line total"><span>${t("receipt.total")}</span><b>${signed(result.net ?? 0)}</b></div>
      ${plain(t("mine.before"), exact(before(one)))}${result.collected ? plain(t("mine.collected"), signed(-result.collected)) : ""}${plain(t("mine.after"), exact(balance.after))}
      <p class="links">
        <a class="btn" href="#/watch/${at}">${icon("play")}${t("mine.replay")}</a
        ><a class="btn" href="#/receipt/${at}">${icon("shield")}${t("receipt")}</a>
      </p>
    </section>`;
  }
}

/** The chips with which a round was begun, those bought for it included. @param {Coup} one */
const before = ({ balance }) => balance.before + balance.bought;
/** @param {any} wager */
const gain = (wager) => (wager.returned ?? 0) + (wager.paid ?? 0) - (wager.vigorish ?? 0) - wager.stake;
/** Dollars for a spreadsheet. @param {number | undefined} cents */
const plain = (cents = 0) =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
/** @param {string | number} cell */
const quoted = (cell) =>
  /[",\n]|^[=+@]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
/** The day of a moment, by the reader's clock. @param {number} at */
const local = (at) => {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
};
customElements.define("punto-mine", Mine);
