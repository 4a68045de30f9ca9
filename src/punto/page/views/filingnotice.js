/** Notices of a change of the option at a pit: those that run, with their clock and deliveries, and the form of a new one. */
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { clock, personName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";

/** @typedef {import("./filings.js").Filings} Room */
/** @typedef {import("./filingregister.js").Delivery} Delivery */
/** @typedef {import("./filingregister.js").Notice} Notice */
/** @typedef {import("./filingregister.js").Register} Register */

/** Minutes and seconds. @param {number} left milliseconds */
const countdown = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** A notice that runs. @param {Room} room @param {Notice} one @param {Register} register */
export function running(room, one, register) {
  const left = one.starts === null ? 0 : one.starts - register.now,
    whole = one.minutes * 60_000,
    part = one.starts === null ? 0 : Math.min(1, Math.max(0, 1 - left / whole)),
    round = 2 * Math.PI * 44;
  const ring = html`<svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
    <circle class="whole" cx="50" cy="50" r="44" />
    <circle class="part" cx="50" cy="50" r="44" stroke-dasharray="${(part * round).toFixed(1)} ${round.toFixed(1)}" />
    <text x="50" y="57" text-anchor="middle">${one.starts === null ? "–" : countdown(left)}</text>
  </svg>`;
  const receiver = room.me.duties.includes("surveillance")
    ? "surveillance"
    : room.me.duties.includes("regulator")
      ? "commission"
      : "";
  const delivery = (/** @type {Delivery} */ made) =>
    html`<li>
      <p>
        ${made.at ? icon("check", 14) : "○"} <b>${t(`filing.to.${made.to}`)}</b><br /><span class="sec"
          >${made.at ? t(made.attested ? "filing.attested" : "filing.acknowledged", { who: register.names[made.who] ?? personName(made.who), how: made.how, reference: made.reference }) : t("filing.not-delivered")}</span
        >
      </p>
      ${made.at ? html`<b>${clock(made.at)}</b>` : ""}${!made.at && room.floor ? html`<button class="btn" data-act="deliver" data-number="${one.number}" data-to="${made.to}">${t("filing.deliver")}</button>` : ""}${!made.at && receiver === made.to ? html`<button class="btn primary" data-act="acknowledge" data-number="${one.number}">${t("filing.acknowledge")}</button>` : ""}
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
    ${room.floor && one.deliveries.some((made) => !made.at) ? html`<div class="fields">${room.input("how", t("filing.how"))}${room.input("reference", t("filing.reference"))}</div>` : ""}
    <p class="note">
      ${t("filing.changes", { tables: one.tables.join(", ") })}${one.taken.length ? ` ${t("filing.taken", { tables: one.taken.join(", ") })}` : ""}
    </p>
    ${room.floor && !begun ? html`<div class="sheetacts"><button class="btn" data-act="cancel" data-number="${one.number}">${t("filing.notice.cancel")}</button></div>` : ""}
  </section>`;
}

/** The form of a new one. @param {Room} room */
export function giving(room) {
  const pits = room.pits();
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
          <option value="ends" ${room.written.value === "ends" ? html`selected` : ""}>
            ${t("filing.option.ends")}
          </option>
        </select></label
      >${room.input("words", t("filing.words"))}
    </div>
    <div class="sheetacts"><button class="btn primary" data-act="notice">${t("filing.notice.give")}</button></div>
  </section>`;
}
