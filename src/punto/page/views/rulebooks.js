/** The rulebooks, side by side: what each demands, where, on which terms; differences are marked in words and in shape. */
import { get } from "../net/api.js";
import { options } from "../draw/plots.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { cited, t } from "../i18n/words.js";
import { listed, status, tally } from "./clauses.js";
import { refill } from "./focus.js";
import { Room, said } from "./room.js";

const KINDS = ["definition", "submission", "layout", "procedure", "settlement"];
const PAUSE = 120;

export class Rulebooks extends Room {
  /** @param {string} [chosen] some of them, with a plus between them */
  constructor(chosen = "") {
    super("rules", "sheetroom full");
    this.wanted = chosen.split("+");
    /** @type {string[]} all there are */
    this.all = [];
    /** @type {string[]} those that are compared */
    this.books = [];
    this.only = false;
    this.kind_ = "";
    this.sought = "";
    this.status = "";
    this.opened = false;
    /** @type {any} */
    this.told = null;
    /** @type {import("./clauses.js").Clauses | null} */
    this.clauses = null;
    this.problem = "";
  }

  async begin() {
    try {
      this.all = (await get("rulebooks")).rulebooks.map((/** @type {any} */ book) => book.id);
    } catch (error) {
      this.problem = said(error);
      return this.render();
    }
    this.books = this.all.filter((book) => this.wanted.includes(book));
    if (!this.books.length) this.books = this.all.slice(0, 2);
    return this.ask();
  }

  async ask() {
    try {
      const books = this.books.join(",");
      this.told = await get("rulebooks/compare", { books });
      this.clauses = null;
      this.problem = "";
      this.render();
      const clauses = await get("rulebooks/clauses", { books });
      if (books === this.books.join(",")) this.clauses = clauses;
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
  }

  /** @param {HTMLInputElement} field */
  chosen(field) {
    if (field.name === "book") {
      const next = this.all.filter((book) => (book === field.value ? field.checked : this.books.includes(book)));
      if (next.length) this.books = next;
      history.replaceState(null, "", `#/rules/${this.books.join("+")}`);
      this.ask();
    }
    if (field.name === "only") this.only = field.checked;
    if (field.name === "kind") this.kind_ = field.value;
    if (field.name === "status") this.status = field.value;
    if (field.name === "clauses") this.opened = field.checked;
    if (field.type !== "text") this.render();
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    if (field.name !== "sought") return;
    this.sought = field.value;
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.list(), PAUSE);
  }

  /** The rows that match the filter. @returns {any[]} */
  get rows() {
    const words = this.sought.toLowerCase().split(/\s+/).filter(Boolean);
    return (this.told?.provisions ?? []).filter((/** @type {any} */ row) => {
      if ((this.only && row.same) || (this.kind_ && row.kind !== this.kind_)) return false;
      const clauses = this.books.flatMap((_, i) => this.clausesOf(row.key, i));
      if (this.status && !clauses.length) return false;
      const text = [
        row.key,
        row.demand,
        ...clauses.flatMap((clause) => [clause.says, `§ ${clause.section}`]),
        ...row.places.flatMap((/** @type {any} */ place) => (place ? [`§ ${place.section}`, ...place.terms] : [])),
      ]
        .join(" ")
        .toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** The clauses of a provision in one of the documents, those of the chosen status. @param {string} key @param {number} place @returns {import("./clauses.js").Clause[]} */
  clausesOf(key, place) {
    const every = this.clauses?.documents[place]?.clauses ?? [];
    return every.filter((one) => one.provision === key && (!this.status || one.status === this.status));
  }

  render() {
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${t("rules.title")}</h1>
          <p class="note">${t("rules.note")}</p>
        </div>
        <section class="panel rulesfilter">
          <fieldset class="row">
            <legend class="vh">${t("rules.which")}</legend>
            ${this.all.map((book) => html`<label class="tick chip-like"><input type="checkbox" name="book" value="${book}" ${this.books.includes(book) ? html`checked` : ""} />${t(`rulebook.${book}`)}</label>`)}
          </fieldset>
          <div class="row">
            <label class="grow"
              ><span class="vh">${t("rules.search")}</span
              ><input
                type="text"
                name="sought"
                value="${this.sought}"
                placeholder="${t("rules.search")}"
                autocomplete="off" /></label
            ><label
              ><span class="vh">${t("rules.kind")}</span
              ><select name="kind">
                ${options(["", ...KINDS], this.kind_, (kind) => t(kind ? `provision.${kind}` : "rules.all-kinds"))}
              </select></label
            ><label
              ><span class="vh">${t("rules.status")}</span
              ><select name="status">
                ${options(["", ...(this.clauses?.statuses ?? [])], this.status, (one) => (one ? status(one) : t("rules.all-statuses")))}
              </select></label
            ><label class="tick"
              ><input type="checkbox" name="only" ${this.only ? html`checked` : ""} />${t("rules.only")}</label
            ><label class="tick"
              ><input type="checkbox" name="clauses" ${this.opened ? html`checked` : ""} />${t("rules.open")}</label
            >
          </div>
        </section>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : ""}
        <div class="comparison"></div>`,
    );
    this.list();
  }

  list() {
    const place = this.querySelector(".comparison");
    if (!this.told) return fill(place, html`<p>${t("loading")}</p>`);
    const { rulebooks, facts, provisions } = this.told,
      rows = this.rows,
      many = rulebooks.length,
      differ = provisions.filter((/** @type {any} */ row) => !row.same).length;
    const glance = facts.filter((/** @type {any} */ fact) => !this.only || !fact.same),
      plain = !this.sought && !this.kind_ && !this.status;
    return fill(
      place,
      html`<p class="counted" role="status">
          ${t("rules.count", { shown: rows.length, all: provisions.length, differ })}
        </p>
        <table class="sides n${many}">
          <thead>
            <tr>
              <th>${t("rules.demand")}</th>
              ${rulebooks.map((/** @type {any} */ book) => html`<th><b>${t(`rulebook.${book.id}`)}</b><span class="sec">${book.document} · ${book["in-force"]}</span></th>`)}
            </tr>
          </thead>
          ${
            plain && glance.length
              ? html`<tbody class="glance">
                  <tr class="head">
                    <th colspan="${many + 1}">${t("rules.glance")}</th>
                  </tr>
                  ${glance.map(
                    (/** @type {any} */ fact) =>
                      html`<tr class="${fact.same ? "same" : "differs"}">
                        <th scope="row">${fact.name}${flag(fact.same, many)}</th>
                        ${fact.values.map((/** @type {string} */ value, /** @type {number} */ i) => html`<td data-book="${t(`rulebook.${rulebooks[i].id}`)}">${value}</td>`)}
                      </tr>`,
                  )}
                </tbody>`
              : ""
          }${plain && !this.only && this.clauses ? tally(this.clauses, rulebooks) : ""}${KINDS.map((kind) =>
            this.group(
              kind,
              rows.filter((row) => row.kind === kind),
              rulebooks,
            ),
          )}
        </table>
        ${rows.length ? "" : html`<p>${t("rules.none")}</p>`}`,
    );
  }

  /** @param {string} kind @param {any[]} rows @param {any[]} books */
  group(kind, rows, books) {
    if (!rows.length) return "";
    return html`<tbody>
      <tr class="head">
        <th colspan="${books.length + 1}">${t(`provision.${kind}`)}</th>
      </tr>
      ${rows.map(
        (row) =>
          html`<tr class="${row.same ? "same" : "differs"}">
            <th scope="row">
              <p lang="en">${row.demand}</p>
              <code>${row.key}</code>${flag(row.same, books.length)}
            </th>
            ${row.places.map((/** @type {any} */ place, /** @type {number} */ i) => html`<td data-book="${t(`rulebook.${books[i].id}`)}" class="${place ? "" : "silent"}">${place ? html`<b class="sec">${cited(place.section)}</b>${this.terms(place, row.places)}${this.clauses ? listed(this.clausesOf(row.key, i), this.clauses, this.opened || !!this.status) : ""}` : html`<span>${t("rules.silent")}</span>`}</td>`)}
          </tr>`,
      )}
    </tbody>`;
  }

  /** The terms of a place; those that another document does not have in the same words are marked. @param {any} place @param {any[]} places */
  terms(place, places) {
    const others = places.filter((other) => other && other !== place);
    if (!place.terms.length) return "";
    return html`<ul lang="en">
      ${place.terms.map((/** @type {string} */ line) => {
        const own = others.some((other) => !other.terms.includes(line)),
          deep = line.search(/\S/) > 0;
        return html`<li class="${deep ? "deep" : ""}">${own ? html`<mark>${line.trim()}</mark>` : line.trim()}</li>`;
      })}
    </ul>`;
  }
}

/** @param {boolean} same @param {number} books */
const flag = (same, books) =>
  same || books < 2 ? "" : html`<span class="tag warn">${icon("flag", 12)}${t("rules.differs")}</span>`;
customElements.define("punto-rules", Rulebooks);
