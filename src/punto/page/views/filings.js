/** The room of filings: the register, notices with their time, decisions, amendments, comparison. */
import { get, post } from "../net/api.js";
import { fill, html } from "../draw/markup.js";
import { heard, t } from "../i18n/words.js";
import { listenForLanguage } from "./bar.js";
import { giving, running } from "./filingnotice.js";
import { list, named, tables } from "./filingregister.js";
import { sides } from "./filingsides.js";
import { refocused, writing } from "./focus.js";
import { topBar } from "./lobby.js";
import { login } from "./login.js";
import { Notices } from "./notices.js";

const AGAIN = 1000;
/** @typedef {import("./filingregister.js").Register} Register */

export class Filings extends HTMLElement {
  /** @type {Register | null} */
  register = null;
  /** @type {any} */
  comparison = null;
  /** @type {any} */
  me = null;
  problem = "";
  chosen = 0; // the filing that is acted on
  form = ""; // the form that is open: new, notice, decide, deliver
  /** @type {Record<string, string>} */
  written = {};
  online = true;
  rules = { decks: 8 };
  now = { left: 0 };

  /** @param {string[]} parts two numbers are compared */
  constructor([old, newer]) {
    super();
    this.pair = old && newer ? { old: Number(old), new: Number(newer) } : null;
  }

  async connectedCallback() {
    document.documentElement.classList.add("paper");
    const may = (/** @type {any} */ person) =>
      person?.duties.some((/** @type {string} */ duty) =>
        ["floor", "surveillance", "auditor", "regulator"].includes(duty),
      );
    const known = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    this.me = may(known) ? known : await login(this, t("filing.login"), ["floor", "surveillance"]);
    document.documentElement.classList.add("paper");
    /** @type {any} */ (this).filled = undefined;
    this.innerHTML =
      '<div class="pittop"></div><main class="sheetroom full filings" id="main" tabindex="-1"></main><div class="notices"></div>';
    this.notices = new Notices(/** @type {any} */ (this), /** @type {HTMLElement} */ (this.querySelector(".notices")));
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      this.written[input.name] = input.value;
    });
    this.stop = heard(() => this.render());
    this.timer = window.setInterval(() => {
      if (!writing(this)) this.look();
    }, AGAIN);
    document.title = `${t("filing.title")} · Punto`;
    await this.look();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    this.stop?.();
  }

  get floor() {
    return Boolean(this.me?.duties.includes("floor"));
  }

  async look() {
    if (document.hidden) return;
    try {
      this.register = await get("filings");
      if (this.pair && !this.comparison) this.comparison = await get("filings/compare", this.pair);
      this.problem = "";
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    this.render();
  }

  // ---------------------------------------------------------------- what is done

  /** @param {string} path @param {unknown} body */
  async order(path, body) {
    try {
      const answer = await post(path, body);
      this.form = "";
      this.written = {};
      this.notices?.say("done", t("pit.done"), "");
      return answer;
    } catch (error) {
      const refused = /** @type {any} */ (error);
      const found = refused.review?.findings?.[0]?.message;
      this.notices?.say("refused", t("refused"), found ?? refused.message);
      return null;
    } finally {
      await this.look();
    }
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const button = target.closest("button");
    if (!button || !this.register) return;
    const { choose, form, act, number } = button.dataset,
      of = (/** @type {string} */ name) => (this.written[name] ?? "").trim();
    if (choose) this.chosen = this.chosen === Number(choose) ? 0 : Number(choose);
    if (form !== undefined) this.form = this.form === form ? "" : form;
    if (act === "draft") {
      const kind = of("kind") || "rules",
        title = of("title") || t(`filing.kind.${kind}`),
        covers = of("covers") ? of("covers").split(/\s*,\s*/) : [];
      const made = await this.order("filings", { kind, title, text: this.written.text ?? "", covers });
      if (made) this.chosen = made.number;
    }
    if (act === "file")
      await this.order(`filings/${number}/file`, { authority: of("authority") || t("filing.commission") });
    if (act === "approved" || act === "objected")
      await this.order(`filings/${number}/decide`, {
        decision: act,
        reference: of("reference"),
        dated: of("dated"),
        conditions: of("conditions"),
      });
    if (act === "withdraw" || act === "revoke")
      await this.order(`filings/${number}/${act}`, { why: of("why") || t("pit.by-floor") });
    if (act === "amend") await this.order(`filings/${number}/amend`, { table: of("table") || button.dataset.table });
    if (act === "keep") await this.order("filings/keep", { table: button.dataset.table });
    if (act === "notice")
      await this.order("notices", {
        pit: of("pit") || this.pits()[0],
        value: (of("value") || "begins") === "begins",
        text: of("words") || t("filing.notice.default"),
      });
    if (act === "deliver")
      await this.order(`notices/${number}/deliver`, {
        to: button.dataset.to,
        how: of("how") || t("filing.by-hand"),
        reference: of("reference"),
      });
    if (act === "acknowledge") await this.order(`notices/${number}/acknowledge`, {});
    if (act === "cancel") await this.order(`notices/${number}/cancel`, { why: of("why") || t("pit.by-floor") });
    this.render();
  }

  /** The pits with a table that has the option. */
  pits() {
    return [...new Set((this.register?.tables ?? []).filter((one) => one.option !== null).map((one) => one.pit))];
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    if (!this.querySelector(".filings")) return;
    fill(
      this.querySelector(".pittop"),
      topBar("pit", this.me ? html`<span class="tag hide-s">${this.me.name}</span>` : ""),
    );
    refocused(this, () => fill(this.querySelector(".filings"), html`${this.whole()}`));
    this.notices?.update();
  }

  whole() {
    const { register } = this;
    if (!register)
      return html`<h1>${t("filing.title")}</h1>
        <p>${this.problem || t("loading")}</p>`;
    if (this.pair)
      return this.comparison ? sides(register, this.comparison) : html`<p>${this.problem || t("loading")}</p>`;
    const acts = this.floor
      ? html`<button class="btn" data-form="notice">${t("filing.notice.give")}</button
          ><button class="btn primary" data-form="new">${t("filing.new")}</button>`
      : "";
    return html`<div class="roomhead">
        <h1>${t("filing.title")}</h1>
        <p>${t(register.required ? "filing.required" : "filing.noted")}</p>
        <span class="grow"></span><a class="btn" href="#/pit">${t("nav.pit")}</a>${acts}
      </div>
      ${this.form === "new" ? this.draft() : ""}${this.form === "notice" ? giving(this) : ""}
      <div class="filinggrid">
        <section class="panel">${list(register, this.chosen)}${tables(register, this.floor)}</section>
        <div class="stackcol">
          ${register.notices
            .filter((one) => one.state !== "cancelled" && one.taken.length < one.tables.length)
            .map((one) => running(this, one, register))}${this.acting(register)}
        </div>
      </div>`;
  }

  /** The acts on the chosen filing. @param {Register} register */
  acting(register) {
    const one = register.filings.find((each) => each.number === this.chosen);
    if (!one) return "";
    const before = register.filings.find((each) => each.kind === "rules" && each.standing === "in-force"),
      fits = register.tables.filter(
        (each) => (!one.covers.length || one.covers.includes(each.table)) && each.filing !== one.number,
      );
    const button = (/** @type {string} */ act, /** @type {string} */ kind = "") =>
      html`<button class="btn ${kind}" data-act="${act}" data-number="${one.number}">
        ${t(`filing.act.${act}`)}
      </button>`;
    const acts = {
      draft: html`<div class="fields">${this.input("authority", t("filing.authority.to"))}</div>
        <div class="sheetacts">${button("file", "primary")}${button("withdraw")}</div>`,
      filed: html`<div class="fields">
          ${this.input("reference", t("filing.reference"))}${this.input("dated", t("filing.dated"), "2026-11-14")}${this.input("conditions", t("filing.conditions"))}
        </div>
        <div class="sheetacts">${button("approved", "primary")}${button("objected")}${button("withdraw")}</div>`,
      approved:
        one.kind === "rules" && fits.length
          ? html`<label
                >${t("filing.table")}<select name="table">
                  ${fits.map((each) => html`<option value="${each.table}">${each.table}</option>`)}
                </select></label
              >
              <div class="sheetacts">
                <button class="btn primary" data-act="amend" data-number="${one.number}" data-table="${fits[0].table}">
                  ${t("filing.act.amend")}</button
                >${button("revoke")}
              </div>`
          : html`<div class="sheetacts">${button("revoke")}</div>`,
      "in-force": html`<div class="sheetacts">${button("revoke")}</div>`,
    }[one.standing];
    return html`<section class="panel">
      <h2>${named(one.kind, one.number)}</h2>
      <p>
        ${one.title}<br /><span class="sec"
          >${t(`filing.standing.${one.standing}`)}${one.conditions ? ` · ${one.conditions}` : ""}</span
        >
      </p>
      ${before && one.kind === "rules" && before !== one ? html`<a class="btn" href="#/filings/${before.number}/${one.number}">${t("filing.compare", { number: named("rules", before.number) })}</a>` : ""}${this.floor && acts ? acts : ""}
    </section>`;
  }

  draft() {
    const kinds = ["rules", "layout", "equipment", "procedure"];
    return html`<section class="panel">
      <h2>${t("filing.new")}</h2>
      <div class="fields">
        <label
          >${t("filing.kind")}<select name="kind">
            ${kinds.map((kind) => html`<option value="${kind}" ${this.written.kind === kind ? html`selected` : ""}>${t(`filing.kind.${kind}`)}</option>`)}
          </select></label
        >${this.input("title", t("filing.what"))}${this.input("covers", t("filing.covers"), "MD-11, MD-12")}
      </div>
      <label
        >${t("filing.text")}<textarea name="text" rows="10" spellcheck="false" maxlength="200000">
${this.written.text ?? ""}</textarea>
      </label>
      <div class="sheetacts"><button class="btn primary" data-act="draft">${t("filing.act.draft")}</button></div>
    </section>`;
  }

  /** @param {string} name @param {string} label @param {string} [hint] */
  input(name, label, hint = "") {
    return html`<label
      >${label}<input
        name="${name}"
        value="${this.written[name] ?? ""}"
        placeholder="${hint}"
        autocomplete="off"
        maxlength="200"
    /></label>`;
  }
}
customElements.define("punto-filings", Filings);
