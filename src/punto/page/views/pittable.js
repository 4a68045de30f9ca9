/** One table of the pit: limits to post, orders of the floor, switches, figures by wager, meters beside their log, notices. */
import { dollars } from "../game/money.js";
import { age, changes } from "../game/pit.js";
import { hold } from "../draw/hold.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { clock, dueName, personName, range, until, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";
import { ageBar, decksSaid } from "./pit.js";

/** @typedef {import("../game/pit.js").PitTable} PitTable */

/** The people at their posts, and what is vacant. @param {PitTable} of */
const standing = (of) =>
  [
    ...of.posts.map(
      (held) => `${t(`post.${held.post}`)}: ${personName(held.who)}, ${t("posts.since", { at: clock(held.since) })}`,
    ),
    ...of.vacant.map((post) => `${t(`post.${post}`)}: ${t("posts.vacant")}`),
  ].join("; ");

export class TableOfPit {
  /** @type {Record<string, {least: string, most: string}>} what is written in the editor, in dollars */
  limits = {};
  why = "";
  /** @type {Record<string, string>} */
  change = { debit: "", credit: "", cents: "", because: "" };

  /** @param {import("./pit.js").PitRoom} room @param {string} name */
  constructor(room, name) {
    this.room = room;
    this.name = name;
  }

  get path() {
    return `tables/${encodeURIComponent(this.name)}`;
  }

  // ---------------------------------------------------------------- what is done

  /** @param {HTMLInputElement} input */
  written(input) {
    const [wager, which] = (input.dataset.limit ?? "").split("/");
    if (which === "least" || which === "most")
      this.limits[wager] = { ...(this.limits[wager] ?? { least: "", most: "" }), [which]: input.value };
    if (input.name === "why") this.why = input.value;
    if (input.name in this.change) this.change[input.name] = input.value;
  }

  /** @param {HTMLButtonElement} button */
  async pressed(button) {
    const { does, approved, declined } = button.dataset,
      why = this.why.trim() || t("pit.by-floor"),
      of = this.room.pit?.tables.find((one) => one.table === this.name);
    if (!of) return;
    if (does === "post") await this.post(of, why);
    if (does === "close") await this.room.order(`${this.path}/close`, { why });
    if (does === "switch") await this.room.order("switch", { what: `table/${this.name}`, off: !of.disabled, why });
    if (does === "propose") await this.propose(of);
    const meters = `meters/${encodeURIComponent(of.progressive)}`;
    if (approved) await this.room.order(`${meters}/approve`, { proposal: approved });
    if (declined) await this.room.order(`${meters}/decline`, { proposal: declined });
    this.room.render();
  }

  /** @param {PitTable} of @param {string} why */
  async post(of, why) {
    const limits = changes(of.limits, this.limits);
    if (!Object.keys(limits).length) return this.room.notices?.say("done", t("pit.unchanged"), "");
    const answer = await this.room.order(`${this.path}/limits`, { limits, why });
    if (!answer.refused) this.limits = {};
    return undefined;
  }

  /** @param {PitTable} of */
  async propose(of) {
    const { debit, credit, cents, because } = this.change,
      pots = this.pots(of);
    const answer = await this.room.order(`meters/${encodeURIComponent(of.progressive)}/propose`, {
      debit: debit || pots[0],
      credit: credit || pots[1],
      cents: Math.round(Number(cents) * 100),
      why: because.trim() || t("pit.by-floor"),
    });
    if (!answer.refused) this.change = { debit: "", credit: "", cents: "", because: "" };
  }

  /** The pots of the meters. @param {PitTable} of */
  pots(of) {
    return ["house", ...of.meters.flatMap(({ meter }) => [`meter/${meter}`, `reserve/${meter}`, `overflow/${meter}`])];
  }

  // ---------------------------------------------------------------- what is shown

  /** @param {PitTable} of */
  markup(of) {
    return html`<div class="pitdetail" data-of="${of.table}">
      <div class="col">${this.state(of)}${this.figures(of)}</div>
      <div class="col">${this.posted(of)}${this.notices(of)}</div>
      ${of.meters.length ? this.meters(of) : ""}
    </div>`;
  }

  /** @param {PitTable} of */
  state(of) {
    const old = age(of.decks, this.room.pit?.now ?? 0),
      orders = of.wants.filter((act) => act.do === "perform");
    const facts = [
      ["document", t(`rulebook.${of.rulebook}`)],
      ["phase", `${t(`phase.${of.phase}`)}, ${t("shoe.coup", { shoe: of.shoe, coup: of.number })}`],
      ["seats", `${of.taken} / ${of.seats}`],
      ["driver", `${t(`pit.driver.${of.driver}`)}, ${t(of.virtual ? "virtual" : "physical")}`],
      ["rack", dollars(of.rack)],
      ...(of.posts.length || of.vacant.length ? [["posts", standing(of)]] : []),
      [
        "decks",
        old === null || of.decks.due === null
          ? decksSaid(old)
          : `${decksSaid(old)}, ${t("pit.decks.due", { at: clock(of.decks.due) })}`,
      ],
    ];
    const acts = this.room.floor
      ? html`<div class="fields">
            <label
              >${t("sheet.why")}<input
                name="why"
                value="${this.why}"
                placeholder="${t("pit.by-floor")}"
                maxlength="200"
                autocomplete="off"
            /></label>
          </div>
          <div class="sheetacts">
            <button class="btn" data-does="switch">${t(of.disabled ? "pit.switch-on" : "pit.switch-off")}</button
            ><button class="btn danger" data-does="close" ${of.closing ? html`disabled` : ""}>
              ${t(of.closing ? "pit.closing" : "pit.close")}</button
            ><a class="btn" href="#/desk/${encodeURIComponent(of.table)}">${t("pit.desk")}</a
            ><a class="btn" href="#/table/${encodeURIComponent(of.table)}">${t("watch")}</a>
          </div>`
      : "";
    const ordered =
      this.room.floor && orders.length
        ? html`<h3>${t("sheet.orders")}</h3>
            <div class="sheetacts">
              ${orders.map((act) => html`<button class="btn" data-act="${of.wants.indexOf(act)}">${dueName(act)} <span class="sec">${cited(act.section)}</span></button>`)}
            </div>`
        : "";
    return html`<section class="panel">
      <h2>${t("pit.state")}</h2>
      <dl class="factlist">
        ${facts.map(
          ([key, value]) =>
            html`<dt>${t(`pit.fact.${key}`)}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      ${ageBar(old)}${acts}${ordered}
      <p class="note">${t("pit.corrections")}</p>
    </section>`;
  }

  /** @param {PitTable} of */
  posted(of) {
    const made = Object.keys(changes(of.limits, this.limits)).length;
    const input = (/** @type {string} */ wager, /** @type {"least" | "most"} */ which) =>
      html`<input
        data-limit="${wager}/${which}"
        inputmode="decimal"
        aria-label="${wagerName(wager)}, ${t(`pit.${which}`)}"
        value="${this.limits[wager]?.[which] ?? ""}"
        placeholder="${of.limits[wager][which] / 100}"
        autocomplete="off"
        ${this.room.floor ? "" : html`disabled`}
      />`;
    return html`<section class="panel">
      <h2>${t("pit.limits")}</h2>
      <p class="note">${t("pit.limits.why")}</p>
      <table class="law limits">
        <thead>
          <tr>
            <th>${t("law.wager")}</th>
            <th>${t("pit.least")}</th>
            <th>${t("pit.most")}</th>
            <th>${t("pit.filed")}</th>
          </tr>
        </thead>
        <tbody>
          ${Object.keys(of.limits).map(
            (wager) =>
              html`<tr>
                <th scope="row">${wagerName(wager)}</th>
                <td>${input(wager, "least")}</td>
                <td>${input(wager, "most")}</td>
                <td>${range(of.filed[wager] ?? of.limits[wager])}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${this.room.floor ? html`<div class="sheetacts"><button class="btn primary" data-does="post">${t("pit.post")}</button>${made ? html`<span class="cap">${t("pit.changes", { many: made })}</span>` : ""}</div>` : ""}
    </section>`;
  }

  /** @param {PitTable} of */
  figures(of) {
    const { figures } = of,
      most = Math.max(...figures.wagers.flatMap((one) => [Math.abs(one.win), Math.abs(one.theoretical)]), 1);
    const row = (/** @type {import("../game/pit.js").Figure} */ one) =>
      html`<tr>
        <th scope="row">${wagerName(one.wager)}</th>
        <td class="num">${dollars(one.handle)}</td>
        <td class="num"><b>${dollars(one.win)}</b></td>
        <td class="num">${dollars(Math.round(one.theoretical))}</td>
        <td>
          ${hold(one.win, one.theoretical, t("pit.plot", { win: dollars(one.win), theory: dollars(Math.round(one.theoretical)) }), most)}
        </td>
      </tr>`;
    return html`<section class="panel">
      <h2>${t("pit.figures")}</h2>
      <p class="note">
        ${t("pit.figures.why", { rounds: figures.rounds, drop: dollars(figures.drop), hold: figures.hold === null ? "–" : `${(figures.hold * 100).toFixed(1).replace("-", "−")}%` })}
      </p>
      <table class="odds">
        <thead>
          <tr>
            <th>${t("law.wager")}</th>
            <th class="num">${t("pit.handle")}</th>
            <th class="num">${t("pit.won")}</th>
            <th class="num">${t("pit.theory")}</th>
            <th>${t("pit.beside")}</th>
          </tr>
        </thead>
        <tbody>
          ${figures.wagers.map(row)}
        </tbody>
      </table>
    </section>`;
  }

  /** @param {PitTable} of */
  meters(of) {
    const proposals = (this.room.pit?.proposals ?? []).filter((one) => one.progressive === of.progressive),
      pots = this.pots(of);
    const row = (/** @type {import("../game/pit.js").Meter} */ one) =>
      html`<tr>
        <th scope="row">${t(`meter.${one.meter}`)}</th>
        <td class="num"><b>${dollars(one.amount)}</b></td>
        <td class="num">${dollars(one.base)}</td>
        <td class="num">${dollars(one.fed)}</td>
        <td class="num">${dollars(one.paid)}</td>
        <td class="num">${dollars(one.reserve)}</td>
        <td class="num">${dollars(one.overflow)}</td>
        <td>
          <span class="tag ${one.agrees ? "good" : "warn"}"
            >${icon(one.agrees ? "check" : "flag", 14)}${t(one.agrees ? "pit.agrees" : "pit.differs")}</span
          >
        </td>
      </tr>`;
    const pick = (/** @type {string} */ name, /** @type {number} */ first) =>
      html`<label
        >${t(`pit.${name}`)}<select name="${name}">
          ${pots.map((pot, i) => html`<option value="${pot}" ${(this.change[name] || pots[first]) === pot ? html`selected` : ""}>${potName(pot)}</option>`)}
        </select></label
      >`;
    const change = this.room.floor
      ? html`<h3>${t("pit.change")}</h3>
          <p class="note">${t("pit.change.why")}</p>
          <div class="fields">
            ${pick("debit", 0)}${pick("credit", 1)}<label
              >${t("pit.cents")}<input
                name="cents"
                inputmode="decimal"
                value="${this.change.cents}"
                autocomplete="off" /></label
            ><label>${t("sheet.why")}<input name="because" value="${this.change.because}" autocomplete="off" /></label>
          </div>
          <div class="sheetacts"><button class="btn" data-does="propose">${t("pit.propose")}</button></div>`
      : "";
    const waiting = proposals.map(
      (one) =>
        html`<li>
          <p>
            <b>${dollars(one.cents)}</b>
            ${t("pit.from-to", { debit: potName(one.debit), credit: potName(one.credit) })}<br /><span class="sec"
              >${one.why} · ${personName(one.who)} · ${until(one.at)}</span
            >
          </p>
          ${this.room.floor ? html`<button class="btn primary" data-approved="${one.proposal}" ${one.who === this.room.me.who ? html`disabled` : ""}>${t("pit.approve")}</button><button class="btn" data-declined="${one.proposal}">${t("pit.decline")}</button>` : ""}
        </li>`,
    );
    return html`<section class="panel wide">
      <h2>${t("pit.meters")}</h2>
      <p class="note">${t("pit.meters.why")}</p>
      <div class="scrolls" tabindex="0" role="region" aria-label="${t("pit.meters")}">
        <table class="odds">
          <thead>
            <tr>
              <th>${t("pit.meter")}</th>
              ${["shows", "base", "fed", "paid", "reserve", "overflow"].map((key) => html`<th class="num">${t(`pit.${key}`)}</th>`)}
              <th><span class="vh">${t("pit.agrees")}</span></th>
            </tr>
          </thead>
          <tbody>
            ${of.meters.map(row)}
          </tbody>
        </table>
      </div>
      ${
        proposals.length
          ? html`<ul class="proposals">
              ${waiting}
            </ul>`
          : ""
      }${change}
    </section>`;
  }

  /** @param {PitTable} of */
  notices(of) {
    const said = Object.entries(of.notices);
    return said.length
      ? html`<section class="panel">
          <h2>${t("pit.notices")}</h2>
          <dl class="factlist">
            ${said.map(
              ([key, text]) =>
                html`<dt>${has(`layout.${key}`) ? t(`layout.${key}`) : key.replaceAll("-", " ")}</dt>
                  <dd>${text}</dd>`,
            )}
          </dl>
        </section>`
      : "";
  }
}

/** @param {string} pot */
function potName(pot) {
  const [kind, meter] = pot.split("/");
  return meter ? `${t(`pit.pot.${kind}`)} ${t(`meter.${meter}`)}` : t("pit.pot.house");
}
