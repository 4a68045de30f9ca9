/** A sum made of chips: tap them, and see what they come to. For desk, pit and players alike. */
import { DENOMINATIONS } from "../game/chips.js";
import { brief, dollars } from "../game/money.js";
import { chip } from "../draw/chip.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

/** The chips of a table, from its smallest up to a most. @param {number} smallest @param {number} most */
export const chips = (smallest, most) =>
  DENOMINATIONS.filter((cents) => cents >= smallest && cents <= Math.max(most, smallest)).slice(-7);

/** @param {number} cents the sum so far @param {number[]} of the chips there are @param {string} label @param {number} [size] */
export const adding = (cents, of, label, size = 58) =>
  html`<div class="adding" role="group" aria-label="${label}">
    <p class="sumof"><span class="cap">${label}</span><b>${dollars(cents)}</b></p>
    <div class="picker">
      ${of.map((one) => html`<button data-add="${one}" aria-label="${said(one)}">${chip(one, size)}</button>`)}
    </div>
    <button class="btn" data-add="0" ${cents ? "" : html`disabled`}>${icon("clear", 16)}${t("sum.none")}</button>
  </div>`;

/** A chip in words, with what is printed on it. @param {number} cents */
const said = (cents) =>
  [t("sum.add", { cents: dollars(cents) }), ...(cents >= 1000_00 ? [brief(cents)] : [])].join(", ");

/** Return an amount after a tap. @param {number} cents @param {string} tapped */
export const added = (cents, tapped) => (tapped === "0" ? 0 : cents + Number(tapped));
