/** Surveillance of one table: its coups shoe by shoe, its log verified in the page and exported, and questions asked of it. */
import { Chain } from "../game/chain.js";
import { dollars } from "../game/money.js";
import { get, post, table as at } from "../net/api.js";
import { options } from "../draw/plots.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { stamp } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { asked, first, keepWithin, queryPanel } from "./queries.js";
import { Room, said, save } from "./room.js";
import { isStaff, takeDuty } from "./demo_login.js";

const BOOKS = ["surveillance", "auditor"];

export class Records extends Room {
  /** @param {string} name of the table */
  constructor(name) {
    super("watch", "records", false);
    this.name = name;
    this.shoe = 0;
    this.upto = 0; // the last coup of the list; 0 for the newest
    /** @type {any} */
    this.told = null;
    /** @type {any} */
    this.me = null;
    /** @type {{hits: import("./queries.js").Hit[], more: boolean} | null} what the queries found */
    this.found = null;
    this.query = first();
    this.unasked = "";
    /** @type {boolean | null} */
    this.demo = null; // until the floor has said so
    /** @type {import("../game/chain.js").Report | null} */
    this.report = null;
    this.done = 0;
    this.all = 0;
    this.took = 0;
    this.problem = "";
    this.refused = "";
  }

  async begin() {
    const floor = await get("floor").catch(() => null); // a door that is drawn again loses what was typed: it waits for this
    this.demo = Boolean(floor?.demo);
    this.me = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    await this.look();
    await this.ask();
  }

  get mayRead() {
    return BOOKS.some((duty) => this.me?.duties?.includes(duty));
  }

  async look() {
    try {
      this.told = await get(`${at(this.name)}/coups`, { shoe: this.shoe || undefined, upto: this.upto || undefined });
      this.shoe = this.told.shoe;
      this.problem = "";
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
  }

  async ask() {
    if (this.mayRead) {
      try {
        this.found = await asked(this.name, { ...this.query, shoe: this.query.whole ? 0 : this.shoe });
        this.unasked = "";
      } catch (error) {
        this.unasked = said(error);
      }
    }
    this.render();
  }

  /** @param {HTMLInputElement} field */
  chosen(field) {
    if (field.name === "shoe") {
      this.shoe = Number(field.value);
      this.upto = 0;
      this.look();
    } else if (field.name === "query") this.query = { ...this.query, query: field.value };
    else if (field.name === "within") {
      this.query = { ...this.query, within: Number(field.value) };
      keepWithin(this.query.within);
    } else if (field.name === "whole") this.query = { ...this.query, whole: field.value === "log" };
    else return;
    this.ask();
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button");
    if (button?.dataset.verify !== undefined) this.verify();
    if (button?.dataset.try) this.come(takeDuty(button.dataset.try));
    if (button?.dataset.export !== undefined && this.bytes)
      save(`${this.name}.log.jsonl`, this.bytes, "application/x-ndjson");
    if (button?.dataset.again !== undefined) {
      this.upto = 0;
      this.look();
      this.ask();
    }
    if (button?.dataset.upto) {
      this.upto = Number(button.dataset.upto);
      this.look().then(() => this.querySelector(".coups")?.scrollTo(0, 0));
    }
  }

  /** @param {HTMLFormElement} form */
  sent(form) {
    const given = new FormData(form);
    this.come(post("login", { name: given.get("name"), password: given.get("password") }));
  }

  /** @param {Promise<any>} coming by name, or on a demo floor by a click */
  async come(coming) {
    try {
      this.me = (await coming).person;
      localStorage.setItem("known", "yes");
      this.refused = this.mayRead ? "" : t("records.not-yours");
    } catch (error) {
      this.refused = said(error);
    }
    this.ask();
  }

  /** Fetch the log and hash all of it here; nothing about it is asked of the floor. */
  async verify() {
    Object.assign(this, { report: null, refused: "", done: 0, all: 1 });
    this.render();
    try {
      const answer = await fetch(`/api/${at(this.name)}/log`),
        begun = performance.now();
      if (!answer.ok) throw new Error((await answer.json()).error?.words);
      this.bytes = new Uint8Array(await answer.arrayBuffer());
      this.report = await new Chain(this.bytes).check((done, all) => this.progress(done, all));
      this.took = performance.now() - begun;
    } catch (error) {
      this.refused = said(error);
    }
    this.all = 0;
    this.render();
  }

  /** @param {number} done @param {number} all */
  async progress(done, all) {
    Object.assign(this, { done, all });
    this.render();
    await new Promise((resolve) => setTimeout(resolve));
  }

  // ---------------------------------------------------------------- what is shown

  /** Parts are drawn separately: messages for one do not disturb typing in another. */
  render() {
    const shoes = Array.from({ length: this.told?.shoes ?? 0 }, (_, i) => i + 1).reverse(),
      part = (/** @type {string} */ name, /** @type {any} */ markup) =>
        refill(this.querySelector(name), html`${markup}`);
    if (!this.querySelector(".recordsgrid"))
      this.main.innerHTML =
        '<div class="roomhead"></div><div class="troubled"></div><div class="recordsgrid"><section class="panel coups"></section><div class="stackcol"><section class="panel books"></section><section class="panel queries"></section></div></div>';
    part(
      ".roomhead",
      html`<a class="btn ghost" href="#/watch">${icon("back")}${t("wall.title")}</a>
        <h1>${t("records.title", { name: this.name })}</h1>
        <span class="grow"></span
        ><label class="inline"
          >${t("records.shoe")}<select name="shoe">
            ${options(shoes, this.shoe)}
          </select></label
        ><button class="btn" data-again>${icon("repeat")}${t("records.again")}</button>`,
    );
    part(".troubled", this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : "");
    part(
      ".coups",
      html`<h2>
          ${t("records.coups", { many: this.told?.coups.length ?? 0 })}<span class="sec">${t("replay.not-live")}</span>
        </h2>
        ${this.coups()}${this.earlier()}`,
    );
    part(
      ".books",
      html`<h2>${t("records.verify")}</h2>
        ${this.mayRead ? this.checking() : this.demo === null ? t("loading") : this.door()}`,
    );
    /** @type {HTMLElement} */ (this.querySelector(".queries")).hidden = !this.mayRead;
    if (this.mayRead) part(".queries", queryPanel(this.name, this.query, this.found, this.unasked));
  }

  coups() {
    const href = (/** @type {number} */ coup) => `#/watch/${encodeURIComponent(this.name)}/${this.shoe}/${coup}`;
    if (!this.told?.coups.length) return html`<p class="none">${t("history.none")}</p>`;
    return html`<table class="law coupstable">
      <thead>
        <tr>
          <th>${t("records.coup")}</th>
          <th>${t("records.result")}</th>
          <th class="num">${t("records.staked")}</th>
          <th class="num hide-s">${t("records.paid")}</th>
          <th class="hide-s">${t("records.time")}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${[...this.told.coups].reverse().map(
          (one) =>
            html`<tr class="${this.flagged(one.coup) ? "flagged" : ""}">
              <th scope="row">${one.coup}</th>
              <td>
                ${one.winner ? html`<span class="key ${one.winner[0].toUpperCase()}">${t(`letter.${one.winner[0].toUpperCase()}`)}</span><span class="hide-s">${t("history.counts", { player: one.player, banker: one.banker })}</span><span class="only-s">${one.player} : ${one.banker}</span>` : t(one.void ? "records.void" : "records.open")}${this.flagged(one.coup) ? html` <span class="tag warn">${icon("flag", 12)}${t("records.flagged")}</span>` : ""}
              </td>
              <td class="num">${dollars(one.staked)}</td>
              <td class="num hide-s">${dollars(one.paid)}</td>
              <td class="hide-s">${stamp(one.began)}</td>
              <td>
                <a class="btn" href="${href(one.coup)}"
                  >${icon("play", 14)}${t("records.replay")}<span class="vh"> ${one.coup}</span></a
                >
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** A list holds so many coups: of a shoe that never ends, those before them are asked for. */
  earlier() {
    const first = this.told?.coups[0]?.coup ?? 1;
    return first > 1
      ? html`<p class="row"><button class="btn" data-upto="${first - 1}">${t("records.earlier")}</button></p>`
      : "";
  }

  /** @param {number} coup */
  flagged(coup) {
    return Boolean(this.found?.hits.some((hit) => hit.shoe === this.shoe && hit.number === coup));
  }

  door() {
    return html`<p class="note">${t("records.door")}</p>
      ${this.refused ? html`<p class="problem" role="alert">${this.refused}</p>` : ""}
      <form class="door">
        <label>${t("login.name")}<input name="name" autocomplete="username" required /></label
        ><label
          >${t("login.password")}<input
            name="password"
            type="password"
            autocomplete="current-password"
            required /></label
        ><button class="btn primary">${t("login.go")}</button>
      </form>
      ${
        this.demo && isStaff()
          ? html`<p class="note">${t("trying.why")}</p>
              <p class="row">
                ${BOOKS.map((duty) => html`<button class="btn" data-try="${duty}">${t(`trying.${duty}`)}</button>`)}
              </p>`
          : ""
      }`;
  }

  checking() {
    const { report } = this,
      busy = this.all > 0;
    return html`<p class="note">${t("records.how")}</p>
      ${this.refused ? html`<p class="problem" role="alert">${this.refused}</p>` : ""}
      <p class="row">
        <button class="btn primary" data-verify ${busy ? html`disabled` : ""}>
          ${icon("shield")}${t("records.go")}</button
        >${report ? html`<button class="btn" data-export>${icon("download")}${t("records.export")}</button>` : ""}
      </p>
      ${busy ? html`<label class="working"><span>${t("records.working", { done: this.done, all: this.all })}</span><progress max="${this.all}" value="${this.done}"></progress></label>` : ""}${
        report
          ? html`<div role="status">
              <p class="badge ${report.whole ? "good" : "failed"}">
                ${icon(report.whole ? "check" : "flag")}${t(report.whole ? "records.whole" : "records.broken")}<span
                  class="grow"
                ></span
                ><span class="sec"
                  >${t("records.figures", { records: report.records, events: report.events, ms: Math.round(this.took) })}</span
                >
              </p>
              <ul class="checks">
                ${report.verdicts.map((one) => html`<li class="${one.holds === false ? "fails" : one.holds ? "holds" : ""}">${icon(one.holds === false ? "clear" : one.holds ? "check" : "flag", 18)}<span>${t(`check.${one.check}`)}${one.why ? html` <code>${one.why}</code>` : ""}</span> <b>${t(one.holds === false ? "check.fails" : one.holds ? "check.holds" : "check.none")}</b></li>`)}
              </ul>
              <dl class="plain">
                ${Object.entries(report.streams).map(
                  ([stream, last]) =>
                    html`<dt>${stream} · ${t("records.event", { n: last.n })}</dt>
                      <dd><code>${last.hash}</code></dd>`,
                )}
              </dl>
              <p class="note">${t("records.more")} <code>punto verify ${this.name}.log.jsonl</code></p>
            </div>`
          : ""
      }`;
  }
}
customElements.define("punto-records", Records);
