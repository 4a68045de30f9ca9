/** The rulebooks, side by side: which documents there are, from when, and what a table of each looks like. */
import { get } from "../line/api.js";
import { fill, html } from "../draw/markup.js";
import { heard, t } from "../words/words.js";
import { listenForLanguage } from "./bar.js";
import { topBar } from "./lobby.js";

export class Rulebooks extends HTMLElement {
  /** @type {any[]} */
  books = [];

  async connectedCallback() {
    this.dataset.paper = "yes";
    document.documentElement.classList.add("paper");
    listenForLanguage(this);
    this.stop = heard(() => this.render());
    this.render();
    this.books = (await get("rulebooks")).rulebooks;
    this.render();
  }

  disconnectedCallback() { this.stop?.(); }

  render() {
    fill(this, html`${topBar("rules")}<main class="sheetroom wide" id="main" tabindex="-1"><h1>${t("rules.title")}</h1><p class="note">${t("rules.note")}</p><div class="books">${this.books.map((book) => html`<section class="panel"><h2>${book.title}</h2><p>${book.document}</p><dl class="plain"><dt>${t("rules.id")}</dt><dd><code>${book.id}</code></dd><dt>${t("rules.force")}</dt><dd>${book["in-force"]}</dd><dt>${t("rules.provisions")}</dt><dd>${book.provisions}</dd><dt>${t("rules.digest")}</dt><dd><code>${book.digest.slice(0, 24)}…</code></dd></dl></section>`)}</div></main>`);
  }
}
customElements.define("punto-rules", Rulebooks);
