/** The submission editor: reviewed while one types, by the review that opens tables; findings stand beside their lines. */
import { get, post } from "../net/api.js";
import { options } from "../draw/plots.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { cited, t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { Room, said, save } from "./room.js";

const PAUSE = 350;

export class Editor extends Room {
  constructor() {
    super("editor", "sheetroom full");
    this.text = localStorage.getItem("submission") ?? "";
    /** @type {any} */
    this.review = null;
    /** @type {{name: string, rulebook: string, table: string, text: string}[]} */
    this.shipped = [];
    this.felt = "";
    this.problem = "";
    this.turn = 0;
  }

  async begin() {
    this.shipped = await get("submissions")
      .then((answer) => answer.submissions)
      .catch(() => []);
    this.text ||= this.shipped[0]?.text ?? "";
    this.render();
    this.check();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    URL.revokeObjectURL(this.felt);
  }

  get area() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    if (field.localName !== "textarea") return;
    this.text = field.value;
    localStorage.setItem("submission", this.text);
    this.lines();
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.check(), PAUSE);
  }

  /** @param {HTMLInputElement} field */
  chosen(field) {
    const found = field.name === "shipped" ? this.shipped.find((one) => one.name === field.value) : null;
    if (!found) return;
    this.text = found.text;
    localStorage.setItem("submission", this.text);
    this.render();
    this.check();
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button");
    if (button?.dataset.line) this.goTo(Number(button.dataset.line));
    if (button?.dataset.save !== undefined)
      save(`${/^table\s*=\s*"([\w-]+)"/m.exec(this.text)?.[1] ?? "submission"}.toml`, this.text, "application/toml");
  }

  /** Put the cursor where something is to be changed. @param {number} line */
  goTo(line) {
    const lines = this.text.split("\n"),
      start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    this.querySelector(`.gutter li:nth-child(${line})`)?.scrollIntoView({ block: "center" });
  }

  async check() {
    const turn = ++this.turn;
    try {
      const review = await post("check", { submission: this.text }),
        lawful = review.lawful && !review.findings.length;
      const felt = lawful
        ? await fetch("/api/felt", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ submission: this.text }),
          }).then((answer) => (answer.ok ? answer.blob() : null))
        : null;
      if (turn !== this.turn) return;
      Object.assign(this, { review, problem: "" });
      if (felt) {
        URL.revokeObjectURL(this.felt);
        this.felt = URL.createObjectURL(felt);
      }
    } catch (error) {
      if (turn !== this.turn) return;
      this.problem = said(error);
    }
    this.beside();
  }

  render() {
    if (!this.querySelector("textarea"))
      this.main.innerHTML = String(
        html`<div class="roomhead"></div>
          <div class="editgrid">
            <div class="page panel">
              <ol class="gutter" aria-hidden="true"></ol>
              <textarea
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                wrap="off"
                name="submission"
              ></textarea>
            </div>
            <div class="stackcol beside"></div>
          </div>`,
      );
    refill(
      this.querySelector(".roomhead"),
      html`<h1>${t("editor.title")}</h1>
        <p class="note">${t("editor.note")}</p>
        <span class="grow"></span
        ><label class="inline"
          >${t("editor.load")}<select name="shipped">
            ${options(["", ...this.shipped.map((one) => one.name)], "", (name) => name || t("editor.choose"))}
          </select></label
        ><button class="btn" data-save>${icon("download")}${t("editor.save")}</button>`,
    );
    this.area.setAttribute("aria-label", t("editor.title"));
    if (this.area.value !== this.text) this.area.value = this.text;
    this.lines();
    this.beside();
  }

  /** Numbers at the side; those with findings have a mark and say how many. */
  lines() {
    const many = this.text.split("\n").length,
      found = new Map(),
      all = [...(this.review?.findings ?? []), ...(this.review?.warnings ?? [])];
    for (const one of all) found.set(one.line, (found.get(one.line) ?? 0) + 1);
    this.area.rows = Math.max(30, many + 1);
    fill(
      this.querySelector(".gutter"),
      html`${Array.from({ length: many }, (_, i) => html`<li class="${found.has(i + 1) ? "found" : ""}">${found.has(i + 1) ? html`<b>${found.get(i + 1)}</b>` : ""}<span>${i + 1}</span></li>`)}`,
    );
  }

  beside() {
    this.lines();
    refill(
      this.querySelector(".beside"),
      html`<section class="panel findings" aria-live="polite">
          <h2>${t("editor.findings")}</h2>
          ${this.findings()}
        </section>
        ${
          this.felt
            ? html`<section class="panel">
                <h2>
                  ${t("editor.felt")}${this.lawful ? "" : html`<span class="sec">${t("editor.felt-before")}</span>`}
                </h2>
                <img class="filedfelt ${this.lawful ? "" : "before"}" alt="${t("editor.felt")}" src="${this.felt}" />
              </section>`
            : ""
        }`,
    );
  }

  get lawful() {
    return Boolean(this.review?.lawful && !this.review.findings.length);
  }

  findings() {
    if (this.problem) return html`<p class="problem">${this.problem}</p>`;
    if (!this.review) return html`<p>${t("loading")}</p>`;
    const { lawful, findings, warnings } = this.review,
      said = lawful ? (findings.length ? "editor.beyond" : "editor.lawful") : "editor.unlawful";
    const line = (/** @type {any} */ one, /** @type {string} */ kind) =>
      html`<li class="${kind}">
        <button data-line="${one.line}">
          <span class="at">${t("editor.line", { line: one.line })}</span
          ><span class="words"
            ><span lang="en">${one.message}</span> <span class="sec">${cited(one.section)}</span
            ><code>${one.path}</code></span
          >
        </button>
      </li>`;
    return html`<p class="badge ${lawful && !findings.length ? "good" : "failed"}">
        ${icon(lawful && !findings.length ? "check" : "flag")}${t(said, { many: findings.length })}
      </p>
      <ol class="findinglist">
        ${[...findings].sort((one, other) => one.line - other.line).map((/** @type {any} */ one) => line(one, "finding"))}${warnings.map((/** @type {any} */ one) => line(one, "warning"))}
      </ol>`;
  }
}
customElements.define("punto-editor", Editor);
