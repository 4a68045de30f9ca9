/** The bar: where one is, the way to history, odds and rules; time, vigorish owed, net and balance always in sight. */
import { exact, marked, signed } from "../game/money.js";
import { range } from "../game/rules.js";
import { icon, mark } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { lasted, range as limits } from "../i18n/names.js";
import { LANGUAGES, speak, spoken, t } from "../i18n/words.js";
import { audible, toggle } from "./sound.js";

/** @param {string} language */
export function choose(language) {
  speak(language);
  document.documentElement.lang = spoken() === "zh" ? "zh-Hans" : "en";
  localStorage.setItem("language", spoken());
}

export const languages = () =>
  html`<div class="seg" role="group" aria-label="${t("language")}">
    ${Object.entries(LANGUAGES).map(([key, name]) => html`<button lang="${key === "zh" ? "zh-Hans" : "en"}" data-language="${key}" aria-pressed="${key === spoken() ? "true" : "false"}">${name}</button>`)}
  </div>`;

/** @param {Element} element */
export function listenForLanguage(element) {
  element.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-language]");
    if (button instanceof HTMLElement) choose(button.dataset.language ?? "en");
  });
}

export class Bar {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    listenForLanguage(element);
    element.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-open]");
      if (button instanceof HTMLElement) table.drawer?.open(button.dataset.open ?? "");
      if (/** @type {HTMLElement} */ (event.target).closest("[data-ask]")) this.ask();
      const go = /** @type {HTMLElement} */ (event.target).closest("[data-go]");
      if (go instanceof HTMLElement) location.hash = go.dataset.go ?? "";
      if (/** @type {HTMLElement} */ (event.target).closest("[data-leave]")) this.leave();
      if (/** @type {HTMLElement} */ (event.target).closest("[data-sound]")) {
        toggle();
        this.update();
      }
    });
  }

  /** Explain what is tapped from now on, or no longer. */
  ask() {
    if (this.table.hasAttribute("data-explaining")) this.table.drawer?.shut();
    else this.table.explain();
  }

  async leave() {
    const answer = await this.table.do({ do: "leave", seat: this.table.you.seat, coup: undefined });
    if (!answer || answer.refused) return;
    await this.table.bets.reached(answer.n + answer.events - 1); // the lobby says what one has left with
    location.hash = "#/";
  }

  update() {
    const { table } = this,
      { rules, now, own } = table,
      title = t("table.title", { name: table.name });
    const document = t(`rulebook.${rules.rulebook}`);
    fill(
      this.element,
      html`${mark()}
        <h1 class="where">
          <b>${title}</b><span class="hide-s">${document} · ${limits(range(rules))}</span
          ><span>${t("shoe.coup", { shoe: now.shoe, coup: now.number })}</span>
        </h1>
        ${
          rules.source === "own"
            ? html`<span class="tag warn unapproved" title="${t("table.unapproved")}"
                ><span class="hide-s">${t("table.unapproved")}</span
                ><span class="only-s">${t("table.unapproved.short")}</span></span
              >`
            : ""
        }
        <span class="grow"></span>
        <nav aria-label="${t("nav.label")}">
          <button class="navbtn" data-go="#/mine">${t("nav.mine")}</button
          >${["seats", "history", "odds", "rules"].map((room) => html`<button class="navbtn" data-open="${room}">${t(`nav.${room}`)}</button>`)}
        </nav>
        <dl class="purse">
          ${
            own
              ? html`<div class="hide-s">
                    <dt>${t("purse.time")}</dt>
                    <dd>${lasted(Date.now() - table.since)}</dd>
                  </div>
                  ${
                    rules.ez
                      ? ""
                      : html`<div class="${own.owes ? "owing" : "hide-s owed"}">
                          <dt>${t("purse.owed")}</dt>
                          <dd>${exact(marked(own.owes ?? 0))}</dd>
                        </div>`
                  }
                  <div>
                    <dt>${t("purse.net")}</dt>
                    <dd>${signed(table.net)}</dd>
                  </div>
                  <div>
                    <dt>${t("purse.balance")}</dt>
                    <dd>
                      <button class="balance" data-open="seat" title="${t("drawer.seat")}">
                        ${exact(own.chips ?? 0)}<span class="vh">, ${t("drawer.seat")}</span>
                      </button>
                    </dd>
                  </div>`
              : html`<div>
                  <dt>${t("purse.you")}</dt>
                  <dd>${t("purse.watching")}</dd>
                </div>`
          }
        </dl>
        <button
          class="btn ghost askwhat"
          data-ask
          aria-pressed="${table.hasAttribute("data-explaining") ? "true" : "false"}"
          aria-label="${t("drawer.explain")}"
          title="${t("drawer.explain")}"
        >
          ?</button
        >${own ? html`<button class="btn ghost leave" data-leave aria-label="${t("leave")}" title="${t("leave")}">${icon("leave")}</button>` : ""}<button
          class="btn ghost sound"
          data-sound
          aria-pressed="${audible() ? "true" : "false"}"
          aria-label="${t("sound")}"
          title="${t(audible() ? "sound.on" : "sound.off")}"
        >
          ${icon(audible() ? "sound" : "silent")}</button
        ><button class="btn ghost more" data-open="more" aria-label="${t("nav.more")}">${icon("menu")}</button
        >${languages()}`,
    );
  }
}
