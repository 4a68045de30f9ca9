/** Posts at the desk: people, posts and times; signing on and off, relief, and the floorperson of the table. */
import { post } from "../net/api.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { clock, personName } from "../i18n/names.js";
import { t } from "../i18n/words.js";

const FLOOR = "floor";

/** @param {import("./desk.js").Desk} desk @param {string} title @param {import("../draw/markup.js").Markup} inner */
const framed = (desk, title, inner) =>
  html`<section class="sheet">
    <header>
      <h2><b>${title}</b></h2>
      <span class="grow"></span
      ><button class="btn ghost" data-sheet="" aria-label="${t("close")}">${icon("clear")}</button>
    </header>
    ${inner}
  </section>`;

/** @param {import("../game/types.js").Post} held @param {string} who */
export const named = (held, who) => (held.who === who ? t("posts.you") : personName(held.who));

export class PostSheet {
  beside = "";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** The post of the person at this desk. */
  get mine() {
    return this.desk.now.posts.find((held) => held.who === this.desk.you.who);
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const { signs, relieves, does } = button.dataset,
      { mine } = this;
    if (signs === FLOOR) this.give({ do: "assign-floor", by: FLOOR });
    else if (signs) this.give({ do: "sign-on", by: "dealer", post: signs });
    if (relieves) {
      const held = this.desk.now.posts.find((one) => one.who === relieves);
      this.give({ do: "relieve", by: held?.post === FLOOR ? FLOOR : "dealer", whom: relieves });
    }
    if (does === "sign-off" && mine) this.give({ do: "sign-off", by: mine.post === FLOOR ? FLOOR : "dealer" });
  }

  /** @param {Record<string, any>} command */
  async give(command) {
    const answer = await this.desk.do(command);
    if (answer && !answer.refused) await this.desk.refresh();
    this.desk.render();
  }

  markup() {
    const { now, duties } = this.desk,
      { mine } = this,
      may = (/** @type {string} */ post) => !mine && duties.includes(post === FLOOR ? FLOOR : "dealer");
    const rows = now.posts.map(
      (held) =>
        html`<div class="postline ${held.who === this.desk.you.who ? "now" : ""}">
          <p><b>${t(`post.${held.post}`)}</b>${named(held, this.desk.you.who)}</p>
          <p>${t(held.leaving ? "posts.leaving" : "posts.since", { at: clock(held.since) })}</p>
          ${may(held.post) ? html`<button class="btn" data-relieves="${held.who}">${t("posts.relieve")}</button>` : ""}
        </div>`,
    );
    const free = now.vacant.map(
      (vacant) =>
        html`<div class="postline">
          <p><b>${t(`post.${vacant}`)}</b>${t("posts.vacant")}</p>
          ${may(vacant) ? html`<button class="btn primary" data-signs="${vacant}">${t("posts.sign-on")}</button>` : ""}
        </div>`,
    );
    const more =
      may("wagers") && now.posts.some((held) => held.post === "wagers") && !now.vacant.includes("wagers")
        ? html`<button class="btn" data-signs="wagers">${t("posts.another")}</button>`
        : "";
    const off =
      mine && !mine.leaving
        ? html`<button class="btn" data-does="sign-off">
            ${t("posts.sign-off", { post: t(`post.${mine.post}`) })}
          </button>`
        : "";
    return framed(
      this.desk,
      t("posts"),
      html`<p class="note">${t("posts.why")}</p>
        ${rows}${free}
        <div class="sheetacts">${more}${off}</div>`,
    );
  }
}

/** The signature of a second person under a command that was refused without it. */
export class CosignSheet {
  beside = "";
  name = "";
  password = "";
  busy = false;

  /** @param {import("./desk.js").Desk} desk @param {Record<string, any>} command */
  constructor(desk, command) {
    this.desk = desk;
    this.command = command;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name === "cosigner") this.name = input.value;
    if (input.name === "cosigned") this.password = input.value;
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    if (button.dataset.does === "cosign" && !this.busy) this.sign();
  }

  async sign() {
    const { desk, command } = this;
    this.busy = true;
    try {
      const place = `table/${desk.name}`,
        signed = await post("cosign", { place, command, name: this.name, password: this.password }),
        answer = await desk.live?.do(command, signed.token);
      if (answer?.refused) desk.notices?.refused(answer);
      else desk.sheet = null;
    } catch (error) {
      desk.notices?.say("refused", t("refused"), String(/** @type {any} */ (error).message));
    }
    this.password = "";
    this.busy = false;
    desk.render();
  }

  markup() {
    return framed(
      this.desk,
      t("cosign"),
      html`<p class="note">${t("cosign.why")}</p>
        <div class="fields">
          <label>${t("login.name")}<input name="cosigner" value="${this.name}" autocomplete="off" /></label
          ><label
            >${t("login.password")}<input name="cosigned" type="password" value="${this.password}" autocomplete="off"
          /></label>
        </div>
        <div class="sheetacts"><button class="btn primary huge" data-does="cosign">${t("cosign")}</button></div>`,
    );
  }
}

/** Reasons of a refusal for which the signature of a second person may be enough. */
export const COSIGNED = new Set(["rank-too-low"]);
