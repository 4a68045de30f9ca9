/** The pit: what the floor is asked for first of all, then every table with what a floorperson has an eye on. */
import { ident } from "../game/acts.js";
import { proposal, SECOND, understood } from "../game/asks.js";
import { dollars } from "../game/money.js";
import { age, asked, sorted } from "../game/pit.js";
import { get, post } from "../net/api.js";
import { once } from "../net/once.js";
import { hold } from "../draw/hold.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { clock, dueName, personName, range, wagerName } from "../i18n/names.js";
import { cited, heard, t } from "../i18n/words.js";
import { listenForLanguage } from "./bar.js";
import { refocused, writing } from "./focus.js";
import { topBar } from "./lobby.js";
import { login } from "./login.js";
import { Notices } from "./notices.js";
import { Coupons } from "./pitcoupons.js";
import { Opening } from "./pitopen.js";
import { People } from "./pitpeople.js";
import { TableOfPit } from "./pittable.js";

const AGAIN = 1500;
/** @typedef {import("../game/pit.js").PitTable} PitTable */

export class PitRoom extends HTMLElement {
  /** @type {import("../game/pit.js").Pit | null} */
  pit = null;
  /** @type {any} */
  me = null;
  problem = "";
  sure = false; // whether the floor is really to be switched off
  /** @type {{table: PitTable, act: import("../game/types.js").Act, reasons: string[]} | null} an order that is only given for a reason, until one is chosen */
  reasoned = null;
  online = true;
  opening = new Opening(this);
  people = new People(this);
  coupons = new Coupons(this);
  /** @type {TableOfPit | null} */
  shown = null;
  rules = { decks: 8 };
  now = { left: 0 };

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
  }

  async connectedCallback() {
    const known = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    const may = (/** @type {any} */ person) =>
      person?.duties.some((/** @type {string} */ duty) => ["floor", "surveillance", "auditor"].includes(duty));
    this.me = may(known) ? known : await login(this, t("pit.login"), ["floor", "auditor"]);
    /** @type {any} */ (this).filled = undefined;
    this.innerHTML =
      '<div class="pittop"></div><main class="pit" id="main" tabindex="-1"></main><div class="notices"></div>';
    this.notices = new Notices(/** @type {any} */ (this), /** @type {HTMLElement} */ (this.querySelector(".notices")));
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => this.written(/** @type {HTMLInputElement} */ (event.target)));
    this.stop = heard(() => this.render());
    this.timer = window.setInterval(() => {
      if (!writing(this)) this.look();
    }, AGAIN);
    document.title = `${t("pit.title")} · Punto`;
    if (this.name) this.shown = new TableOfPit(this, this.name);
    await this.look();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    this.stop?.();
  }

  get floor() {
    return Boolean(this.me?.duties.includes("floor"));
  }

  // ---------------------------------------------------------------- what is done

  async look() {
    if (document.hidden) return;
    try {
      this.pit = await get("pit");
      await this.coupons.look();
      this.problem = "";
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message);
    }
    this.render();
  }

  /** Give an order, and look what became of it. @param {string} path @param {unknown} body @param {string} [handled] a refusal that the sender acts on @returns {Promise<any>} nothing where it was refused */
  async order(path, body, handled) {
    try {
      const answer = await post(`pit/${path}`, body);
      this.notices?.say("done", t("pit.done"), "");
      return answer;
    } catch (error) {
      const refused = /** @type {any} */ (error);
      if (!refused.review && refused.code !== handled) this.notices?.say("refused", t("refused"), refused.message);
      return { refused };
    } finally {
      await this.look();
    }
  }

  /** A command at a table, by the floor; what needs a second person is proposed. @param {PitTable} table @param {Record<string, any>} command */
  async command(table, command) {
    const answer = await once(table.table, { coup: table.coup, by: "floor", ...command });
    const proposed = answer.reason === SECOND && proposal(command, table.table, ident(), t("money.fill"));
    if (proposed) return this.order("money/propose", proposed);
    if (answer.refused && !answer.detail?.for) this.notices?.refused(answer);
    else if (!answer.refused) this.notices?.say("done", t("pit.done"), "");
    await this.look();
    return answer;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    this.opening.written(input);
    this.people.written(input);
    this.coupons.written(input);
    this.shown?.written(input);
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const button = target.closest("button");
    if (!button || !this.pit) return;
    const { came, approve, act, show, floor, reopen, reason, approves, declines } = button.dataset,
      of = this.pit.tables.find((one) => one.table === button.closest("[data-of]")?.getAttribute("data-of"));
    if (came && of) await this.order(`tables/${encodeURIComponent(of.table)}/answer`, { at: Number(came) });
    if (approve && of) await this.approve(of, Number(approve));
    if (act && of) await this.perform(of, of.wants[Number(act)]);
    if (reason !== undefined) await this.chosen(reason);
    if (show !== undefined) this.show(show);
    if (floor === "ask") this.sure = !this.sure;
    if (floor === "on" || floor === "off") {
      this.sure = false;
      await this.order("switch", { what: "floor", off: floor === "off", why: t("pit.by-floor") });
    }
    if (approves) await this.order("money/approve", { proposal: approves });
    if (declines) await this.order("money/decline", { proposal: declines });
    if (reopen) await this.order(`tables/${encodeURIComponent(reopen)}/reopen`, {});
    this.opening.pressed(button);
    this.people.pressed(button);
    this.coupons.pressed(button);
    this.shown?.pressed(button);
    this.render();
  }

  /** @param {string} name */
  show(name) {
    this.shown = name ? new TableOfPit(this, name) : null;
    history.replaceState(null, "", name ? `#/pit/${encodeURIComponent(name)}` : "#/pit");
    scrollTo(0, 0);
  }

  /** Carry out what a desk has asked for, and say that it was heard. @param {PitTable} table @param {number} at */
  async approve(table, at) {
    const ask = understood(table.calls.find((call) => call.at === at)?.words ?? "");
    const answer = ask && (await this.command(table, ask));
    if (answer && !answer.refused) await this.order(`tables/${encodeURIComponent(table.table)}/answer`, { at });
  }

  /** Some orders are only given for a reason: the table says for which. @param {PitTable} table @param {import("../game/types.js").Act} act @param {string} [why] */
  async perform(table, act, why) {
    const answer = await this.command(table, {
      do: act.do,
      ...(act.do === "perform" ? { step: act.what } : {}),
      ...(act.seat ? { seat: act.seat } : {}),
      ...(why ? { why } : {}),
    });
    this.reasoned =
      answer.refused && answer.detail?.for ? { table, act, reasons: String(answer.detail.for).split(", ") } : null;
  }

  /** @param {string} reason none where the order is not given after all */
  async chosen(reason) {
    const order = this.reasoned;
    this.reasoned = null;
    if (order && reason) await this.perform(order.table, order.act, reason);
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    if (!this.querySelector(".pit")) return;
    fill(
      this.querySelector(".pittop"),
      topBar("pit", this.me ? html`<span class="tag hide-s">${this.me.name}</span>` : ""),
    );
    refocused(this, () =>
      fill(
        this.querySelector(".pit"),
        html`${
          this.pit
            ? this.whole(this.pit)
            : html`<h1>${t("pit.title")}</h1>
                <p>${this.problem || t("loading")}</p>`
        }`,
      ),
    );
    this.notices?.update();
  }

  /** @param {import("../game/pit.js").Pit} pit */
  whole(pit) {
    const table = this.shown && pit.tables.find((one) => one.table === this.shown?.name);
    return [
      this.head(pit),
      this.reasons(),
      this.asks(pit),
      this.money(pit),
      table && this.shown
        ? this.shown.markup(table)
        : [
            this.opening.markup(pit),
            html`<div class="pittables">${sorted(pit.tables).map((one) => this.card(one, pit.now))}</div>`,
            this.others(pit),
            this.people.markup(),
            this.coupons.markup(),
          ],
    ];
  }

  /** @param {import("../game/pit.js").Pit} pit */
  head(pit) {
    const sum = (/** @type {(table: PitTable) => number} */ of) =>
        pit.tables.reduce((all, table) => all + of(table), 0),
      off = pit.floor.disabled;
    const back = this.shown ? html`<button class="btn" data-show="">${icon("back", 16)}${t("pit.all")}</button>` : "";
    const ask = html`<button class="btn" data-floor="ask" aria-expanded="${this.sure ? "true" : "false"}">
        ${t("pit.floor-off")}</button
      >${this.sure ? html`<button class="btn danger" data-floor="off">${t("pit.floor-sure")}</button>` : ""}`;
    const floor = !this.floor
      ? ""
      : off
        ? html`<button class="btn primary" data-floor="on">${t("pit.floor-on")}</button>`
        : ask;
    return html`<div class="pithead">
      <h1>${this.shown ? t("table.title", { name: this.shown.name }) : t("pit.title")}</h1>
      <p>
        ${t("pit.sum", { tables: pit.tables.length, players: sum((table) => table.taken), win: dollars(Math.round(sum((table) => table.figures.win))), theory: dollars(Math.round(sum((table) => table.figures.theoretical))) })}
      </p>
      <span class="grow"></span
      ><a class="btn" href="#/filings">${t("filing.title")}</a
      >${off ? html`<span class="tag warn">${icon("flag", 14)}${t("pit.floor-is-off")}</span>` : ""}${back}${floor}
    </div>`;
  }

  /** For what an order is given. */
  reasons() {
    if (!this.reasoned) return "";
    const { table, act, reasons } = this.reasoned;
    return html`<section class="asked" role="group" aria-label="${dueName(act)}">
      <p class="said">
        <b>${table.table}: ${dueName(act)}</b><span>${t("sheet.for-what")} ${cited(act.section)}</span>
      </p>
      <div class="sheetacts">
        ${reasons.map((reason) => html`<button class="btn primary" data-reason="${reason}">${t(`reason.${reason}`)}</button>`)}<button
          class="btn"
          data-reason=""
        >
          ${t("cancel")}
        </button>
      </div>
    </section>`;
  }

  /** The tasks of the floor. @param {import("../game/pit.js").Pit} pit */
  asks(pit) {
    const all = asked(pit);
    if (!all.length) return "";
    const call = (/** @type {PitTable} */ table, /** @type {import("../game/pit.js").Called} */ one) =>
      html`<p class="said"><b>${one.words}</b><span>${clock(one.at)} · ${personName(one.who)}</span></p>
        ${this.floor ? html`${understood(one.words) ? html`<button class="btn primary" data-approve="${one.at}">${t("pit.approve")}</button>` : ""}<button class="btn" data-came="${one.at}">${t("pit.came")}</button>` : ""}`;
    const want = (/** @type {PitTable} */ table, /** @type {import("../game/types.js").Act} */ act) =>
      html`<p class="said"><b>${dueName(act)}</b><span>${t("pit.waits")} ${cited(act.section)}</span></p>
        ${this.floor ? html`<button class="btn primary" data-act="${table.wants.indexOf(act)}">${t("desk.do-it")}</button>` : ""}`;
    return html`<section class="asked" aria-live="polite">
      <h2>${icon("phone")}${t("pit.asked")}</h2>
      <ul>
        ${all.map((one) => html`<li data-of="${one.table.table}"><button class="btn ghost at" data-show="${one.table.table}">${one.table.table}</button>${one.call ? call(one.table, one.call) : one.act ? want(one.table, one.act) : ""}<a class="btn" href="#/desk/${encodeURIComponent(one.table.table)}">${t("pit.desk")}</a></li>`)}
      </ul>
    </section>`;
  }

  /** Money that one person has proposed to move, and another approves. @param {import("../game/pit.js").Pit} pit */
  money(pit) {
    if (!pit.money.length) return "";
    const what = (/** @type {import("../game/pit.js").Money} */ one) =>
      [
        t(`money.${one.kind}`),
        one.table,
        one.seat ? t("money.seat", { seat: one.seat }) : "",
        one.person ? personName(one.person) : "",
        one.cause
          ? t(`cause.${one.cause}`)
          : one.wager
            ? t("money.of", { coup: one.corrects ?? 0, wager: wagerName(one.wager) })
            : "",
      ]
        .filter(Boolean)
        .join(" · ");
    const acts = (/** @type {import("../game/pit.js").Money} */ one) =>
      html`<button class="btn primary" data-approves="${one.proposal}" ${one.who === this.me.who ? html`disabled` : ""}>
          ${t("pit.approve")}</button
        ><button class="btn" data-declines="${one.proposal}">${t("money.decline")}</button>`;
    return html`<section class="panel money">
      <h2>${t("money")}</h2>
      <p class="note">${t("money.why", { alone: dollars(pit.alone) })}</p>
      <ul class="proposals">
        ${pit.money.map(
          (one) =>
            html`<li>
              <p>
                <b>${dollars(one.cents)}</b> ${what(one)}<br /><span class="sec"
                  >${one.why} · ${personName(one.who)} · ${clock(one.at)}</span
                >
              </p>
              ${this.floor ? acts(one) : ""}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {PitTable} table @param {number} now */
  card(table, now) {
    const { figures, decks } = table,
      old = age(decks, now),
      main = Object.entries(table.limits)
        .filter(([wager]) => /player|banker/.test(wager) && !/dragon/.test(wager))
        .map(([, limit]) => limit);
    const limits = main.length
      ? range({ least: Math.min(...main.map((one) => one.least)), most: Math.max(...main.map((one) => one.most)) })
      : "";
    const state = table.closing ? "pit.closing" : table.disabled ? "pit.off" : "";
    const facts = [
      ["seats", `${table.taken} / ${table.seats}`],
      ["limits", limits],
      ["rack", dollars(table.rack)],
      ["hold", figures.hold === null ? "–" : `${(figures.hold * 100).toFixed(1).replace("-", "−")}%`],
    ];
    const wrong = table.meters.filter((meter) => !meter.agrees).length,
      meters = table.meters.length
        ? html`<span class="tag ${wrong ? "warn" : "good"}"
            >${icon(wrong ? "flag" : "check", 14)}${t(wrong ? "pit.meters-wrong" : "pit.meters-agree")}</span
          >`
        : "";
    return html`<article
      class="pitcard ${table.disabled || table.closing ? "still" : ""}"
      data-of="${table.table}"
      aria-label="${t("table.title", { name: table.table })}"
    >
      <header>
        <h2>${table.table}</h2>
        <p>
          ${t(`rulebook.${table.rulebook}`)}${table.pit ? ` · ${table.pit}` : ""}<br />${t(`pit.driver.${table.driver}`)}
          · ${t(`phase.${table.phase}`)}, ${t("coup", { coup: table.number })}
        </p>
        <span class="grow"></span>${state ? html`<span class="tag warn">${t(state)}</span>` : ""}
      </header>
      <dl>
        ${facts.map(
          ([key, value]) =>
            html`<div>
              <dt>${t(`pit.fact.${key}`)}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <div class="plots">
        <div>
          <p class="cap">
            ${t("pit.win", { win: dollars(figures.win), theory: dollars(Math.round(figures.theoretical)) })}
          </p>
          ${hold(figures.win, figures.theoretical, t("pit.plot", { win: dollars(figures.win), theory: dollars(Math.round(figures.theoretical)) }))}
        </div>
        <div>
          <p class="cap">${decksSaid(old)}</p>
          ${ageBar(old)}
        </div>
      </div>
      <footer>
        ${meters}<span class="grow"></span
        ><a class="btn" href="#/desk/${encodeURIComponent(table.table)}">${t("pit.desk")}</a
        ><button class="btn" data-show="${table.table}">${t("pit.show")}</button>
      </footer>
    </article>`;
  }

  /** @param {import("../game/pit.js").Pit} pit */
  others(pit) {
    const closed = pit.closed.map(
      (one) =>
        html`<li>
          <b>${one.table}</b>
          <span>${t("pit.closed")}</span
          >${this.floor ? html`<button class="btn" data-reopen="${one.table}">${t("pit.reopen")}</button>` : ""}
        </li>`,
    );
    const unopened = pit.unopened.map(
      (one) => html`<li><b>${one.table}</b> <span>${t("pit.unopened")}: ${one.why}</span></li>`,
    );
    return closed.length || unopened.length
      ? html`<section class="panel others-closed">
          <h2>${t("pit.not-kept")}</h2>
          <ul>
            ${closed}${unopened}
          </ul>
        </section>`
      : "";
  }
}

/** @param {ReturnType<typeof age>} old */
export const decksSaid = (old) =>
  old === null
    ? t("pit.decks.none")
    : old.of
      ? t("pit.decks", { hours: old.hours.toFixed(1), of: old.of })
      : t("pit.decks.free", { hours: old.hours.toFixed(1) });

/** @param {ReturnType<typeof age>} old */
export const ageBar = (old) =>
  !old?.of
    ? ""
    : html`<svg
        class="agebar ${old && old.part > 0.85 ? "soon" : ""}"
        viewBox="0 0 220 26"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="whole" y="8" width="220" height="10" rx="2" />
        <rect class="part" y="8" width="${Math.round((old?.part ?? 0) * 220)}" height="10" rx="2" />
      </svg>`;
customElements.define("punto-pit", PitRoom);
