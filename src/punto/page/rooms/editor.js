/** The submission editor: checked while one types, by the same review that opens tables. */
import { post } from "../line/api.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { cited, heard, t } from "../words/words.js";
import { listenForLanguage } from "./bar.js";
import { topBar } from "./lobby.js";

const EXAMPLE = `rulebook = "ma-mini"
table = "MB-1"
seats = 6
decks = 8

[limits]
smallest-chip = 500
minimum = 25_00
maximum = 1_000_00

[wagers.player]
[wagers.banker]
[wagers.tie]
`;

export class Editor extends HTMLElement {
  text = localStorage.getItem("submission") ?? EXAMPLE;
  /** @type {any} */
  review = null;
  problem = "";

  connectedCallback() {
    this.dataset.paper = "yes";
    document.documentElement.classList.add("paper");
    listenForLanguage(this);
    this.stop = heard(() => this.render());
    this.render();
    this.addEventListener("input", (event) => this.typed(/** @type {HTMLTextAreaElement} */ (event.target)));
    this.check();
  }

  disconnectedCallback() { this.stop?.(); }

  /** @param {HTMLTextAreaElement} area */
  typed(area) {
    this.text = area.value;
    localStorage.setItem("submission", this.text);
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.check(), 350);
  }

  async check() {
    try {
      this.review = await post("check", { submission: this.text });
      this.problem = "";
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    fill(this.querySelector(".findings"), this.findings());
  }

  render() {
    if (!this.querySelector("textarea")) this.innerHTML = String(html`<div class="top"></div><main class="sheetroom wide" id="main" tabindex="-1"><h1></h1><div class="editgrid"><textarea spellcheck="false" autocapitalize="off" rows="34"></textarea><section class="panel findings" aria-live="polite"></section></div></main>`);
    fill(this.querySelector(".top"), topBar("editor"));
    fill(this.querySelector("h1"), html`${t("editor.title")}`);
    const area = /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
    area.setAttribute("aria-label", t("editor.title"));
    if (area.value !== this.text) area.value = this.text;
    fill(this.querySelector(".findings"), this.findings());
  }

  findings() {
    if (this.problem) return html`<h2>${t("editor.findings")}</h2><p class="problem">${this.problem}</p>`;
    if (!this.review) return html`<p>${t("loading")}</p>`;
    const { lawful, findings, warnings } = this.review;
    return html`<h2>${t("editor.findings")}</h2><p class="badge ${lawful ? "good" : "failed"}">${icon(lawful ? "check" : "flag")}${t(lawful ? "editor.lawful" : "editor.unlawful", { many: findings.length })}</p><ol class="findinglist">${[...findings, ...warnings].map((/** @type {any} */ one) => html`<li><code>${one.path}</code><p>${one.message} <span class="sec">${cited(one.section)}</span></p></li>`)}</ol>`;
  }
}
customElements.define("punto-editor", Editor);
