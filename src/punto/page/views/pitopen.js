/** Opening a table: a built-in or pasted submission, its setup, and the findings of its review. */
import { html } from "../draw/markup.js";
import { icon } from "../draw/icons.js";
import { cited, t } from "../i18n/words.js";

const CHOICES = /** @type {Record<string, string[]>} */ ({
  driver: ["automatic", "desk"],
  virtual: ["yes", "no"],
  rhythm: ["classic", "speed", "squeeze"],
});

export class Opening {
  open = false;
  /** @type {Record<string, string>} */
  form = {
    submission: "",
    text: "",
    driver: "automatic",
    virtual: "yes",
    rhythm: "classic",
    players: "0",
    seconds: "15",
    rack: "1000000",
  };
  /** @type {{rulebook: string, findings: {code: string, path: string, section: string, message: string}[]} | null} */
  review = null;
  said = "";

  /** @param {import("./pit.js").PitRoom} room */
  constructor(room) {
    this.room = room;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name in this.form && input.closest(".opening")) this.form[input.name] = input.value;
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const { opens, choose, value } = button.dataset;
    if (opens === "form") {
      this.open = !this.open;
      this.review = null;
      this.said = "";
    }
    if (choose && value) this.choose(choose, value);
    if (opens === "table") this.do();
  }

  /** Physical cards need a human dealer. @param {string} what @param {string} value */
  choose(what, value) {
    this.form[what] = value;
    if (what === "driver" && value === "automatic") this.form.virtual = "yes";
    if (what === "virtual" && value === "no") this.form.driver = "desk";
  }

  async do() {
    const { form } = this,
      submission = form.text.trim() || form.submission || this.room.pit?.submissions[0]?.name || "";
    const answer = await this.room.order("tables", {
      submission,
      driver: form.driver,
      virtual: form.virtual === "yes",
      players: Number(form.players) || 0,
      "bet-seconds": Number(form.seconds) || 15,
      rhythm: form.rhythm,
      rack: Math.round((Number(form.rack) || 0) * 100),
    });
    this.review = answer.refused?.review ?? null;
    this.said = answer.refused ? answer.refused.message : "";
    if (!answer.refused) {
      this.open = false;
      this.form.text = "";
      this.room.show(answer.table);
    }
    this.room.render();
  }

  /** @param {import("../game/pit.js").Pit} pit */
  markup(pit) {
    if (!this.room.floor) return "";
    if (!this.open)
      return html`<div class="opening closed">
        <button class="btn primary" data-opens="form" aria-expanded="false">${icon("double")}${t("pit.open")}</button>
      </div>`;
    const { form } = this,
      seg = (/** @type {string} */ what) =>
        html`<div class="field">
          <span>${t(`open.${what}`)}</span>
          <div class="seg big" role="group" aria-label="${t(`open.${what}`)}">
            ${CHOICES[what].map((value) => html`<button data-choose="${what}" data-value="${value}" aria-pressed="${form[what] === value ? "true" : "false"}">${t(what === "rhythm" ? `rhythm.${value}` : `open.${what}.${value}`)}</button>`)}
          </div>
        </div>`;
    const number = (/** @type {string} */ name) =>
      html`<label
        >${t(`open.${name}`)}<input name="${name}" inputmode="numeric" value="${form[name]}" autocomplete="off"
      /></label>`;
    const shipped = html`<label
      >${t("open.submission")}<select name="submission">
        ${pit.submissions.map((one) => html`<option value="${one.name}" ${one.name === form.submission ? html`selected` : ""}>${one.name} · ${t(`rulebook.${one.rulebook}`)}</option>`)}
      </select></label
    >`;
    return html`<section class="opening panel">
      <header>
        <h2>${t("pit.open")}</h2>
        <span class="grow"></span
        ><button class="btn ghost" data-opens="form" aria-expanded="true" aria-label="${t("close")}">
          ${icon("clear")}
        </button>
      </header>
      <div class="fields one">
        ${shipped}<label class="wide"
          >${t("open.text")}<textarea name="text" rows="5" spellcheck="false" placeholder="${t("open.text.why")}">
${form.text}</textarea>
        </label>
      </div>
      <div class="fields segs">
        ${seg("driver")}${seg("virtual")}${form.driver === "automatic" ? seg("rhythm") : ""}
      </div>
      <div class="fields">${number("players")}${number("seconds")}${number("rack")}</div>
      <div class="sheetacts"><button class="btn primary huge" data-opens="table">${t("open.do")}</button></div>
      ${this.findings()}
    </section>`;
  }

  findings() {
    if (!this.review) return this.said ? html`<p class="problem" role="alert">${this.said}</p>` : "";
    return html`<div class="found" role="alert">
      <h3>${icon("flag")}${t("editor.unlawful", { many: this.review.findings.length })}</h3>
      <ul class="findinglist">
        ${this.review.findings.map((one) => html`<li><code>${one.path}</code> <span class="sec">${cited(one.section)}</span><br />${one.message}</li>`)}
      </ul>
    </div>`;
  }
}
