/** The drawer: history and receipts, odds, rules, all roads, the proofs of the cards. */
import { metered } from "../game/rules.js";
import { short } from "../game/cards.js";
import { dollars, marked, signed } from "../game/money.js";
import { get, post, table as at } from "../net/api.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { terms, wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";
import { languages, listenForLanguage } from "./bar.js";
import { explanation } from "./explain.js";
import { oddsTable } from "./figures.js";
import { automatic, switchAutomatic } from "./ownentropy.js";
import { OwnSeat } from "./ownseat.js";
import { allRoads, switchMarks } from "./paper.js";
import { refocused } from "./focus.js";
import { callsPanel, fairPanel, meterPanel, statistics } from "./side.js";
import { audible, toggle } from "./sound.js";

export class Drawer {
  /** @param {import("./table.js").Table} table @param {HTMLDialogElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    this.room = "";
    /** @type {any} */
    this.odds = null;
    this.own = new OwnSeat(table, () => this.update());
    element.innerHTML =
      '<header><h2></h2><button class="btn ghost" data-close></button></header><div class="within"></div>';
    element.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    element.addEventListener("input", (event) => {
      if (this.room === "seat") this.own.written(/** @type {HTMLInputElement} */ (event.target));
    });
    table.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.shut();
    });
    listenForLanguage(element);
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button, [data-open]");
    if (button?.hasAttribute("data-close")) return this.shut();
    if (!(button instanceof HTMLElement)) return undefined;
    if (button.dataset.leave !== undefined) return this.table.bar?.leave();
    if (button.dataset.open) return this.open(button.dataset.open);
    if (button.dataset.explain !== undefined) return this.table.explain(button.dataset.explain);
    if (button.dataset.guide !== undefined) return this.table.guide?.begin();
    if (button.dataset.sound !== undefined) {
      toggle();
      return this.update();
    }
    if (button.dataset.marks !== undefined) {
      switchMarks();
      return this.table.render();
    }
    if (this.room === "seat") return this.own.pressed(button);
    if (button.dataset.call !== undefined) return this.call();
    if (button.dataset.automatic !== undefined) {
      switchAutomatic();
      return this.update();
    }
    return button.dataset.pledge !== undefined ? this.table.entropy.pledge().then(() => this.update()) : undefined;
  }

  shut() {
    this.table.removeAttribute("data-explaining");
    this.element.close();
    this.table.bar?.update();
  }

  /** Open next to the felt, which makes room: the table goes on and wagers can be made. @param {string} room */
  open(room) {
    this.room = room;
    this.update();
    if (!this.element.open) this.element.show();
    this.table.toggleAttribute("data-explaining", room === "explain");
    this.table.bar?.update();
    if (["odds", "explain"].includes(room) && !this.odds) this.fetchOdds();
  }

  update() {
    if (!this.room) return;
    fill(this.element.querySelector("h2"), html`${t(`drawer.${this.room}`)}`);
    this.element.setAttribute("aria-label", t(`drawer.${this.room}`));
    fill(this.element.querySelector("[data-close]"), html`${icon("clear")}<span class="vh">${t("close")}</span>`);
    const rooms = /** @type {Record<string, () => unknown>} */ ({
      history: () => this.history(),
      odds: () => this.figures(),
      rules: () => this.law(),
      roads: () => allRoads(this.table),
      fair: () => this.fair(),
      more: () => this.more(),
      seat: () => this.own.markup(),
      seats: () => this.seats(),
      explain: () => explanation(this.table, this.table.thing, this.odds),
    });
    refocused(this.element, () => fill(this.element.querySelector(".within"), html`${rooms[this.room]?.()}`));
    this.element.classList.toggle("paper", ["roads", "odds", "rules", "explain"].includes(this.room));
  }

  history() {
    const { now, name, heard, you } = this.table,
      began = now.coup - now.number + 1,
      behind = now.outcomes.length - heard.results.past.length;
    const coup = (/** @type {number} */ i) => heard.results.past[i - behind] ?? { coup: began + i, seats: new Map() },
      mine = (/** @type {number} */ i) => coup(i).seats.get(you.seat ?? 0);
    return html`<p class="badge">${icon("shield", 16)}${t("history.note")}</p>
      <ol class="pastcoups">
        ${now.outcomes
          .map(
            (one, i) =>
              html`<li>
                <a href="#/receipt/${encodeURIComponent(name)}/${now.shoe}/${coup(i).coup - began + 1}"
                  ><span class="no">${coup(i).coup - began + 1}</span
                  ><span class="key ${one.outcome}">${t(`letter.${one.outcome}`)}</span
                  ><span>${t("history.counts", { player: one.player ?? "–", banker: one.banker ?? "–" })}</span
                  ><span class="grow"></span
                  >${mine(i)?.wagers.length ? html`<b>${signed(mine(i)?.net ?? 0)}</b>` : ""}<span class="sec"
                    >${t("receipt")}</span
                  ></a
                >
              </li>`,
          )
          .reverse()}
      </ol>
      ${now.outcomes.length ? "" : html`<p>${t("history.none")}</p>`}`;
  }

  async fetchOdds() {
    try {
      this.odds = await get("odds", {
        table: this.table.name,
        rulebook: this.table.rules.rulebook,
        decks: this.table.rules.decks,
      });
    } catch (error) {
      this.odds = { error: String(error) };
    }
    this.update();
  }

  figures() {
    if (!this.odds) return html`<p>${t("loading")}</p>`;
    if (this.odds.error) return html`<p>${this.odds.error}</p>`;
    return html`${oddsTable(this.odds, this.table.rules.wagers)}
      <p class="note">${t("odds.note")}</p>
      <p><a class="btn" href="#/odds/${encodeURIComponent(this.table.name)}">${t("odds.room")}</a></p>`;
  }

  law() {
    const { rules, name } = this.table,
      rate = rules.vigorish?.rate ?? "";
    return html`<p>${t(`rulebook.${rules.rulebook}`)}</p>
      <table class="law">
        <thead>
          <tr>
            <th>${t("law.wager")}</th>
            <th>${t("law.pays")}</th>
            <th>§</th>
          </tr>
        </thead>
        <tbody>
          ${rules.wagers.map(
            (wager) =>
              html`<tr>
                <th scope="row">${wagerName(wager.key)}</th>
                <td>${terms(wager, rate)}</td>
                <td class="sec">${cited(wager.section)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <figure class="filed">
        <figcaption>${t("law.felt")}</figcaption>
        <img alt="${t("law.felt")}" src="/api/${at(name)}/felt.svg" loading="lazy" />
      </figure>
      <p class="sec">${t("law.digest")} <code>${rules.digest.slice(0, 16)}</code></p>
      <p><a class="btn" href="#/rules">${t("law.books")}</a></p>`;
  }

  fair() {
    const { proofs, now } = this.table,
      may = this.table.may("pledge");
    const add = this.table.own
      ? html`<button class="btn" data-automatic aria-pressed="${automatic() ? "true" : "false"}">
            ${icon(automatic() ? "check" : "clear")}${t("fair.automatic")}
          </button>
          ${may && !automatic() ? html`<button class="btn" data-pledge>${t("fair.pledge")}</button>` : ""}
          <p class="note">${t("fair.pledge.why")}</p>`
      : "";
    return html`<p class="badge ${proofs.failed ? "failed" : "good"}">
        ${icon("shield", 18)}${proofs.failed ? t("fair.failed", { place: proofs.failed.place }) : t(proofs.proved === proofs.turned.length ? "fair.all" : "fair.some", { cards: proofs.proved, turned: proofs.turned.length })}
      </p>
      <p>${t("fair.how")}</p>
      <dl class="plain">
        <dt>${t("fair.commitment")}</dt>
        <dd><code>${now.fair?.commitment ?? "–"}</code></dd>
        <dt>${t("fair.listed")}</dt>
        <dd>${now.fair?.listed ?? 0}</dd>
        ${
          now.fair?.round
            ? html`<dt>${t("fair.beacon")}</dt>
                <dd>${t(now.fair.signature ? "fair.beacon.in" : "fair.beacon.coming", { round: now.fair.round })}</dd>`
            : ""
        }
      </dl>
      ${add}
      <ol class="proofs">
        ${proofs.turned.toReversed().map((card) => html`<li><span>${short(card.card)}</span><span class="sec">${t("fair.position", { position: card.position + 1 })}</span>${card.proved ? icon("check", 16) : ""}</li>`)}
      </ol>`;
  }

  /** All stakes on the felt, in words. */
  seats() {
    const seats = this.table.felt?.seats() ?? [];
    return html`<table class="law seatlist">
      <thead>
        <tr>
          <th>${t("fact.seat")}</th>
          <th>${t("on-felt")}</th>
        </tr>
      </thead>
      <tbody>
        ${seats.map(
          (seat) =>
            html`<tr class="${seat.taken ? "" : "e"}">
              <th scope="row">
                ${seat.label}${seat.tags.length ? html`<small>${seat.tags.join(" · ")}</small>` : ""}${seat.combination ? html`<small>${wagerName(metered(this.table.rules)?.key ?? "")} ${seat.combination}${seat.lit ? ` · ${t("seat.lit")}` : ""}</small>` : ""}
              </th>
              <td>
                ${Object.entries(seat.lies).map(([wager, one]) => html`<span>${wagerName(wager)} <b>${dollars(one.stake)}</b>${one.paid ? ` + ${dollars(one.paid)}` : ""}</span>`)}${Object.keys(seat.lies).length ? "" : "–"}${seat.owes ? html`<span>${t("seat.owes", { cents: dollars(marked(seat.owes)) })}</span>` : ""}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** A player calls the floor. */
  async call() {
    try {
      await post(`${at(this.table.name)}/call`, { words: t("calls.for.player") });
      this.table.notices?.say("called", t("desk.called"), t("desk.called.why"));
    } catch (error) {
      this.table.notices?.say("refused", t("refused"), String(/** @type {any} */ (error).message));
    }
    this.element.close();
  }

  more() {
    const { table } = this,
      meters = meterPanel(table);
    return html`<div class="links">
        <a class="btn" href="#/mine">${t("nav.mine")}</a
        >${["explain", "seat", "seats", "history", "odds", "rules", "roads", "fair"].map((room) => html`<button class="btn" data-open="${room}">${t(`drawer.${room}`)}</button>`)}
      </div>
      <div class="links">
        ${languages()}<button class="btn" data-sound aria-pressed="${audible() ? "true" : "false"}">
          ${icon(audible() ? "sound" : "silent")}${t(audible() ? "sound.on" : "sound.off")}</button
        >${table.own ? html`<button class="btn" data-call>${icon("phone")}${t("desk.call")}</button>` : ""}${table.own ? html`<button class="btn danger" data-leave>${icon("leave")}${t("leave")}</button>` : ""}
      </div>
      ${meters ? html`<section>${meters}</section>` : ""}
      <section>${statistics(table)}</section>
      <section>${callsPanel(table, 12)}</section>
      <section>${fairPanel(table)}</section>`;
  }
}
