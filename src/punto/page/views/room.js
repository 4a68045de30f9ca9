/** The base of all views except the table: navigation bar, main part, language, light or dark theme. */
import { fill } from "../draw/markup.js";
import { heard, t } from "../i18n/words.js";
import { listenForLanguage } from "./bar.js";
import { topBar } from "./lobby.js";

export class Room extends HTMLElement {
  /** @param {string} here which link of the bar leads here @param {string} [main] the class of its main part @param {boolean} [paper] */
  constructor(here, main = "sheetroom wide", paper = true) {
    super();
    this.here = here;
    this.kind = main;
    this.paper = paper;
  }

  connectedCallback() {
    document.documentElement.classList.toggle("paper", this.paper);
    this.innerHTML = `<div class="top"></div><main class="${this.kind}" id="main" tabindex="-1"></main>`;
    listenForLanguage(this);
    this.stop = heard(() => this.again());
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target), event));
    this.addEventListener("change", (event) => this.chosen(/** @type {HTMLInputElement} */ (event.target)));
    this.addEventListener("input", (event) => this.typed(/** @type {HTMLInputElement} */ (event.target)));
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sent(/** @type {HTMLFormElement} */ (event.target));
    });
    this.again();
    this.begin();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** Draw everything, in whatever language is spoken now. */
  again() {
    if (fill(this.querySelector(".top"), topBar(this.here)))
      this.querySelector(".bar [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
    document.title = `${t(`nav.${this.here}`)} · Punto`;
    this.render();
  }

  /** The part in which a room is. @returns {HTMLElement} */
  get main() {
    return /** @type {HTMLElement} */ (this.querySelector("main"));
  }

  begin() {}
  render() {}
  /** @param {HTMLElement} target @param {Event} event */
  pressed(target, event) {}
  /** @param {HTMLInputElement} target */
  chosen(target) {}
  /** @param {HTMLInputElement} target */
  typed(target) {}
  /** @param {HTMLFormElement} form */
  sent(form) {}
}

/** The text of an error. @param {unknown} error */
export const said = (error) => String(/** @type {any} */ (error)?.message ?? error);

/** Give the reader a file. @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
