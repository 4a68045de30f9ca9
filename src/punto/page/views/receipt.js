/** A receipt: one coup as it was, checked in the page. The link carries a digest; what has changed since would show. */
import { points, short } from "../game/cards.js";
import { dollars, marked, signed } from "../game/money.js";
import { digested } from "../game/receipt.js";
import { Results, told } from "../game/results.js";
import { rules } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { provable } from "../net/past.js";
import { picture, unpack } from "../draw/card.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { cardName, stamp, day, named, wagerName } from "../i18n/names.js";
import { cited, heard, t } from "../i18n/words.js";
import { listenForLanguage } from "./bar.js";
import { topBar } from "./lobby.js";

export class Receipt extends HTMLElement {
  /** @param {string[]} parts table, shoe, coup, and the digest of the link */
  constructor([name, shoe, coup, digest]) {
    super();
    Object.assign(this, { name, shoe, coup, digest });
    this.name = name;
    this.shoe = shoe;
    this.coup = coup;
    this.digest = digest ?? "";
    /** @type {any} */
    this.told = null;
    /** @type {{key: string, holds: boolean | null}[]} */
    this.checks = [];
    /** @type {import("../game/types.js").Wager[]} */
    this.wagers = [];
    this.problem = "";
    this.found = "";
    this.anchored = false;
  }

  async connectedCallback() {
    this.dataset.paper = "yes";
    document.documentElement.classList.add("paper");
    listenForLanguage(this);
    this.stop = heard(() => this.render());
    this.addEventListener("click", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("[data-copy]")) navigator.clipboard?.writeText(this.link);
    });
    this.render();
    try {
      [this.told] = await Promise.all([
        get(`${at(this.name)}/coups/${this.shoe}/${this.coup}`).then((answer) => answer.coup),
        unpack(document),
      ]);
      this.render();
      await this.check();
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message ?? error);
    }
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  get link() {
    return `${location.origin}${location.pathname}#/receipt/${encodeURIComponent(this.name)}/${this.shoe}/${this.coup}/${this.found}`;
  }

  async check() {
    const { cards, result, steps } = this.told,
      total = (/** @type {string} */ side) =>
        cards
          .filter((/** @type {any} */ one) => one.place[0] === side && one.card)
          .reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + points(one.card), 0) % 10;
    const numbers = steps.map((/** @type {any} */ step) => step.n),
      first = Math.min(...numbers),
      events = await this.events(first, Math.max(...numbers));
    this.found = await digested(events);
    this.anchored = Boolean((await get("floor")).anchored);
    const winner = total("P") > total("B") ? "player" : total("B") > total("P") ? "banker" : "tie";
    const proofs = await this.proofs(first, events);
    this.wagers = named(rules((await get(at(this.name))).rules)).wagers;
    this.checks = [
      {
        key: "receipt.counts",
        holds:
          Boolean(result) && total("P") === result.player && total("B") === result.banker && winner === result.winner,
      },
      { key: "receipt.cards", holds: proofs },
      { key: "receipt.amounts", holds: this.adds(events) },
      { key: "receipt.same", holds: this.digest ? this.digest === this.found : null },
    ];
  }

  /** @param {number} first @param {number} last @returns {Promise<any[]>} */
  async events(first, last) {
    const { events } = await get(`${at(this.name)}/events`, {
      after: first - 1,
      limit: Math.min(1000, last - first + 1),
    });
    return events.map((/** @type {any} */ one) => one.event);
  }

  /** @returns {import("../game/results.js").SeatResult[]} the result of every seat that wagered */
  get results() {
    return (this.told.results ?? [])
      .map(told)
      .filter((/** @type {any} */ one) => one.wagers.length || one.awards || one.corrected);
  }

  /** Compute every amount again from the events. @param {any[]} events */
  adds(events) {
    const fold = new Results(() => this.wagers);
    for (const event of events) fold.add(event);
    const again = fold.last?.seats ?? fold.seats(),
      same = (/** @type {any} */ one) =>
        JSON.stringify([one?.staked, one?.paid, one?.vigorish, one?.marked, one?.awards, one?.corrected, one?.net]);
    return this.results.every((one) => same(one) === same(again.get(one.seat)));
  }

  /** Compare the coup's cards with the list of its shoe; null where cards are physical. @param {number} first @param {any[]} events */
  async proofs(first, events) {
    const proofs = await provable(this.name, Number(this.shoe), first, events);
    return proofs.turned.some((card) => proofs.listed(card)) ? proofs.check() : null;
  }

  render() {
    fill(
      this,
      html`${topBar("")}
        <main class="sheetroom" id="main" tabindex="-1">
          <p class="badge">${icon("shield", 16)}${t("history.note")}</p>
          <h1>${t("receipt.title", { name: this.name, shoe: this.shoe, coup: this.coup })}</h1>
          ${this.problem ? html`<p class="problem">${this.problem}</p>` : this.told ? this.sheet() : html`<p>${t("loading")}</p>`}
        </main>`,
    );
  }

  sheet() {
    const { cards, result, began } = this.told,
      hand = (/** @type {string} */ side) => cards.filter((/** @type {any} */ one) => one.place[0] === side);
    return html`<p class="note">${day(began)}, ${stamp(began)}</p>
      <div class="twohands">
        ${["P", "B"].map(
          (side) =>
            html`<section class="panel">
              <h2>
                ${t(side === "P" ? "wager.player" : "wager.banker")}
                <span class="count ${side}">${side === "P" ? result?.player : result?.banker}</span>
              </h2>
              <div class="row">
                ${hand(side).map((/** @type {any} */ one) => picture(one.card ?? null, 84, cardName(one.card ?? null)))}
              </div>
              <p class="sec">
                ${hand(side)
                  .map((/** @type {any} */ one) => (one.card ? short(one.card) : "–"))
                  .join(" ")}
              </p>
            </section>`,
        )}
      </div>
      <section class="panel">
        <h2>${t("receipt.lines")}</h2>
        <table class="law">
          <thead>
            <tr>
              <th>${t("receipt.seat")}</th>
              <th>${t("law.wager")}</th>
              <th>${t("receipt.stake")}</th>
              <th>${t("receipt.result")}</th>
              <th>§</th>
            </tr>
          </thead>
          <tbody>
            ${this.results.map((one) => this.seat(one))}
          </tbody>
        </table>
      </section>
      <section class="panel">
        <h2>${t("receipt.checks")}</h2>
        <ul class="checks">
          ${this.checks.map((one) => html`<li class="${one.holds === false ? "fails" : one.holds ? "holds" : ""}">${icon(one.holds === false ? "clear" : one.holds ? "check" : "flag", 18)}${t(one.key)} <b>${t(one.holds === false ? "check.fails" : one.holds ? "check.holds" : "check.none")}</b></li>`)}
        </ul>
        ${
          this.found
            ? html`<p><button class="btn" data-copy>${icon("link")}${t("receipt.copy")}</button></p>
                <p><code>${this.link}</code></p>`
            : ""
        }
        ${
          this.anchored
            ? html`<p>
                <a class="btn" href="/api/${at(this.name)}/coups/${this.shoe}/${this.coup}/proof" download
                  >${icon("shield")}${t("receipt.proof")}</a
                >
              </p>`
            : ""
        }
      </section>`;
  }

  /** @param {import("../game/results.js").SeatResult} of */
  seat(of) {
    const row = (
      /** @type {string} */ name,
      /** @type {string} */ staked,
      /** @type {string} */ got,
      section = "",
      cls = "",
    ) =>
      html`<tr class="${cls}">
        <td>${of.seat}</td>
        <th scope="row">${name}</th>
        <td>${staked}</td>
        <td>${got}</td>
        <td class="sec">${section}</td>
      </tr>`;
    const besides = /** @type {const} */ ([
      ["result.award", of.awards],
      ["result.corrected", of.corrected],
    ]).filter(([, cents]) => cents);
    return [
      ...of.wagers.map((one) =>
        row(
          wagerName(one.wager),
          dollars(one.stake),
          `${signed(one.gain)}${one.marked ? ` (${t("result.marked", { cents: dollars(marked(one.marked)) })})` : ""}`,
          cited(one.section),
        ),
      ),
      ...besides.map(([key, cents]) => row(t(key), "", signed(cents))),
      row(t("receipt.total"), dollars(of.staked), signed(of.net), "", "total"),
    ];
  }
}
customElements.define("punto-receipt", Receipt);
