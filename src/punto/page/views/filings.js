/** The register of filings: what needs attention first, notices with their time, decisions, amendments, comparison. */
import { get, post } from "../net/api.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { clock, personName, until } from "../i18n/names.js";
import { cited, heard, t } from "../i18n/words.js";
import { listenForLanguage } from "./bar.js";
import { refocused, writing } from "./focus.js";
import { topBar } from "./lobby.js";
import { login } from "./login.js";
import { Notices } from "./notices.js";

const AGAIN = 1000,
  SOON = 30 * 24 * 3600_000, // an approval that expires sooner needs attention
  PENDING = ["draft", "filed", "approved"];
/** @typedef {{number: number, kind: string, title: string, covers: string[], standing: string, authority: string, reference: string, dated: string, filed: number, conditions: string, expires: number | null, digest: string, content: string, tables: string[]}} Filing */
/** @typedef {{to: string, at: number, who: string, how: string, reference: string, attested: boolean}} Delivery */
/** @typedef {{number: number, pit: string, option: string, value: boolean, text: string, minutes: number, section: string, given: number, who: string, begins: number, deliveries: Delivery[], starts: number | null, state: string, tables: string[], taken: string[]}} Notice */
/** @typedef {{table: string, pit: string, rulebook: string, filing: number, unfiled: boolean, due: number, option: boolean | null}} Row */
/** @typedef {{now: number, required: boolean, filings: Filing[], notices: Notice[], tables: Row[], names: Record<string, string>}} Register */

/** Minutes and seconds. @param {number} left milliseconds */
const countdown = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
/** @param {string} kind @param {number} number */
const named = (kind, number) => `${t(`filing.sign.${kind}`)}-${String(number).padStart(4, "0")}`;
/** @param {number | null} edge */
const percent = (edge) => (edge === null ? t("filing.not-offered") : `${(edge * 100).toFixed(4).replace("-", "−")}%`);

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
    if (this.pair) return this.comparison ? this.sides(register) : html`<p>${this.problem || t("loading")}</p>`;
    const acts = this.floor
      ? html`<button class="btn" data-form="notice">${t("filing.notice.give")}</button
          ><button class="btn primary" data-form="new">${t("filing.new")}</button>`
      : "";
    return html`<div class="roomhead">
        <h1>${t("filing.title")}</h1>
        <p>${t(register.required ? "filing.required" : "filing.noted")}</p>
        <span class="grow"></span><a class="btn" href="#/pit">${t("nav.pit")}</a>${acts}
      </div>
      ${this.form === "new" ? this.draft() : ""}${this.form === "notice" ? this.notice() : ""}
      <div class="filinggrid">
        <section class="panel">${this.list(register)}${this.tables(register)}</section>
        <div class="stackcol">
          ${register.notices
            .filter((one) => one.state !== "cancelled" && one.taken.length < one.tables.length)
            .map((one) => this.running(one, register))}${this.acting(register)}
        </div>
      </div>`;
  }

  /** @param {Register} register */
  list(register) {
    const soon = (/** @type {Filing} */ one) => one.expires !== null && one.expires - register.now < SOON,
      urgent = (/** @type {Filing} */ one) =>
        PENDING.includes(one.standing) || (one.standing === "in-force" && soon(one)),
      groups = [
        ["attention", register.filings.filter(urgent)],
        ["in-force", register.filings.filter((one) => one.standing === "in-force" && !urgent(one))],
        ["others", register.filings.filter((one) => !urgent(one) && one.standing !== "in-force")],
      ];
    const rows = groups.map(([name, filings]) =>
      filings.length
        ? [
            html`<tr class="group">
              <th colspan="6">${t(`filing.group.${name}`)}</th>
            </tr>`,
            .../** @type {Filing[]} */ (filings)
              .slice()
              .reverse()
              .map((one) => this.row(one, register)),
          ]
        : "",
    );
    return html`<div class="scrolls">
      <table class="register">
        <thead>
          <tr>
            ${["filing", "what", "covers", "authority", "decided", "state"].map((name) => html`<th scope="col">${t(`filing.${name}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.flat()}${
            register.filings.length
              ? ""
              : html`<tr>
                  <td colspan="6">${t("filing.none")}</td>
                </tr>`
          }
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Filing} one @param {Register} register */
  row(one, register) {
    const kept = one.standing === "in-force",
      open = PENDING.includes(one.standing),
      left = one.expires === null ? "" : ` · ${t("filing.until", { until: until(one.expires) })}`;
    return html`<tr class="${one.number === this.chosen ? "chosen" : ""}">
      <th scope="row"><button class="btn ghost" data-choose="${one.number}">${named(one.kind, one.number)}</button></th>
      <td>
        ${one.title}<br /><span class="sec"
          >${t("filing.digest", { digest: (one.content || one.digest).slice(0, 12) })}</span
        >
      </td>
      <td>${one.covers.length ? one.covers.join(", ") : t("filing.all-tables")}</td>
      <td>${[one.authority, one.reference].filter(Boolean).join(", ") || "–"}</td>
      <td>${one.dated || (one.filed ? t("filing.filed-at", { at: until(one.filed) }) : "–")}</td>
      <td class="state ${kept ? "kept" : open ? "open" : "over"}">
        ${kept ? icon("check", 14) : open ? "○" : "–"}
        ${t(`filing.standing.${one.standing}`)}${kept ? ` ${one.tables.join(", ")}` : ""}${left}
      </td>
    </tr>`;
  }

  /** @param {Register} register */
  tables(register) {
    return html`<h2>${t("filing.tables")}</h2>
      <ul class="proposals">
        ${register.tables.map(
          (one) =>
            html`<li>
              <p>
                <b>${one.table}</b> ${t(`rulebook.${one.rulebook}`)}<br /><span class="sec"
                  >${one.filing ? named("rules", one.filing) : t("filing.unfiled")}${one.due ? ` · ${t("filing.due", { number: named("rules", one.due) })}` : ""}${one.option === null ? "" : ` · ${t(one.option ? "filing.option.on" : "filing.option.off")}`}</span
                >
              </p>
              ${one.due && this.floor ? html`<button class="btn" data-act="keep" data-table="${one.table}">${t("filing.keep")}</button>` : ""}
            </li>`,
        )}
      </ul>`;
  }

  /** A notice that runs. @param {Notice} one @param {Register} register */
  running(one, register) {
    const left = one.starts === null ? 0 : one.starts - register.now,
      whole = one.minutes * 60_000,
      part = one.starts === null ? 0 : Math.min(1, Math.max(0, 1 - left / whole)),
      round = 2 * Math.PI * 44;
    const ring = html`<svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle class="whole" cx="50" cy="50" r="44" />
      <circle class="part" cx="50" cy="50" r="44" stroke-dasharray="${(part * round).toFixed(1)} ${round.toFixed(1)}" />
      <text x="50" y="57" text-anchor="middle">${one.starts === null ? "–" : countdown(left)}</text>
    </svg>`;
    const receiver = this.me.duties.includes("surveillance")
      ? "surveillance"
      : this.me.duties.includes("regulator")
        ? "commission"
        : "";
    const delivery = (/** @type {Delivery} */ made) =>
      html`<li>
        <p>
          ${made.at ? icon("check", 14) : "○"} <b>${t(`filing.to.${made.to}`)}</b><br /><span class="sec"
            >${made.at ? t(made.attested ? "filing.attested" : "filing.acknowledged", { who: register.names[made.who] ?? personName(made.who), how: made.how, reference: made.reference }) : t("filing.not-delivered")}</span
          >
        </p>
        ${made.at ? html`<b>${clock(made.at)}</b>` : ""}${!made.at && this.floor ? html`<button class="btn" data-act="deliver" data-number="${one.number}" data-to="${made.to}">${t("filing.deliver")}</button>` : ""}${!made.at && receiver === made.to ? html`<button class="btn primary" data-act="acknowledge" data-number="${one.number}">${t("filing.acknowledge")}</button>` : ""}
      </li>`;
    const begun = one.state === "begun";
    return html`<section class="panel notice">
      <p class="row">
        <b>${t("filing.notice.of", { number: one.number })}</b><span class="grow"></span
        ><span class="sec">${cited(one.section)}</span>
      </p>
      <div class="row">
        ${ring}
        <div>
          <h2>${t(one.value ? "filing.begins" : "filing.ends", { pit: one.pit })}</h2>
          <p class="note">
            ${one.starts === null ? t("filing.waits", { minutes: one.minutes }) : t("filing.earliest", { at: clock(one.starts), minutes: one.minutes })}
          </p>
        </div>
      </div>
      <p>${one.text}</p>
      <ul class="proposals">
        ${one.deliveries.map(delivery)}
      </ul>
      ${this.floor && one.deliveries.some((made) => !made.at) ? html`<div class="fields">${this.input("how", t("filing.how"))}${this.input("reference", t("filing.reference"))}</div>` : ""}
      <p class="note">
        ${t("filing.changes", { tables: one.tables.join(", ") })}${one.taken.length ? ` ${t("filing.taken", { tables: one.taken.join(", ") })}` : ""}
      </p>
      ${this.floor && !begun ? html`<div class="sheetacts"><button class="btn" data-act="cancel" data-number="${one.number}">${t("filing.notice.cancel")}</button></div>` : ""}
    </section>`;
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

  notice() {
    const pits = this.pits();
    if (!pits.length) return html`<section class="panel"><p>${t("filing.notice.none")}</p></section>`;
    return html`<section class="panel">
      <h2>${t("filing.notice.give")}</h2>
      <div class="fields">
        <label
          >${t("filing.pit")}<select name="pit">
            ${pits.map((pit) => html`<option value="${pit}">${pit}</option>`)}
          </select></label
        ><label
          >${t("filing.option")}<select name="value">
            <option value="begins">${t("filing.option.begins")}</option>
            <option value="ends" ${this.written.value === "ends" ? html`selected` : ""}>
              ${t("filing.option.ends")}
            </option>
          </select></label
        >${this.input("words", t("filing.words"))}
      </div>
      <div class="sheetacts"><button class="btn primary" data-act="notice">${t("filing.notice.give")}</button></div>
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

  // ---------------------------------------------------------------- two side by side

  /** @param {Register} register */
  sides(register) {
    const { comparison: found } = this,
      side = (/** @type {number} */ number) => {
        const one = register.filings.find((each) => each.number === number);
        return html`<section class="panel">
          <p class="row">
            <b>${named("rules", number)}</b><span class="sec">${one ? t(`filing.standing.${one.standing}`) : ""}</span
            ><span class="grow"></span><span class="sec">${one?.reference ?? ""}</span>
          </p>
          <img
            class="filedfelt"
            src="/api/filings/${number}/felt.svg"
            alt="${t("filing.felt", { number: named("rules", number) })}"
          />
        </section>`;
      };
    const changed = found.edges.filter((/** @type {any} */ one) => one.differs),
      same = found.edges.filter((/** @type {any} */ one) => !one.differs);
    return html`<div class="roomhead">
        <h1>${t("filing.two", { old: named("rules", found.old), newer: named("rules", found.new) })}</h1>
        <p>${t("filing.differ", { n: found.fields.length, same: found.same })}</p>
        <span class="grow"></span><a class="btn" href="#/filings">${icon("back", 16)}${t("filing.title")}</a>
      </div>
      <div class="twohands">${side(found.old)}${side(found.new)}</div>
      <div class="filinggrid">
        <section class="panel">
          <table class="register">
            <thead>
              <tr>
                <th scope="col">${t("filing.changed")}</th>
                <th scope="col" class="num">${t("filing.edge")}</th>
                <th scope="col" class="num">${t("filing.becomes")}</th>
                <th scope="col" class="num">${t("filing.difference")}</th>
              </tr>
            </thead>
            <tbody>
              ${changed.map(
                (/** @type {any} */ one) =>
                  html`<tr>
                    <th scope="row">${one.title} <span class="sec">${cited(one.section)}</span></th>
                    <td class="num">${percent(one.before)}</td>
                    <td class="num"><b>${percent(one.after)}</b></td>
                    <td class="num">
                      ${one.before === null || one.after === null ? "" : `${one.after > one.before ? "+" : "−"}${Math.abs((one.after - one.before) * 100).toFixed(4)}`}
                    </td>
                  </tr>`,
              )}
              <tr>
                <th scope="row" colspan="4" class="sec">
                  ${t("filing.unchanged", { wagers: same.map((/** @type {any} */ one) => one.title).join(", ") })}
                </th>
              </tr>
            </tbody>
          </table>
          <ul class="proposals">
            ${found.fields.map(
              (/** @type {any} */ one) =>
                html`<li>
                  <p><code>${one.path}</code><br /><s>${one.before ?? "–"}</s> <b>${one.after ?? "–"}</b></p>
                </li>`,
            )}
          </ul>
        </section>
        <section class="panel">
          <h2>${t("filing.needs")}</h2>
          <ul class="proposals">
            ${found.needs.map(
              (/** @type {any} */ one) =>
                html`<li>
                  <p>
                    ${icon(one.needed && one.code !== "next-shoe" ? "flag" : "check", 14)} ${one.words}
                    <span class="sec">${cited(one.section)}</span>
                  </p>
                </li>`,
            )}${found.findings.map((/** @type {string} */ one) => html`<li><p>${icon("flag", 14)} ${one}</p></li>`)}
          </ul>
        </section>
      </div>`;
  }
}
customElements.define("punto-filings", Filings);
