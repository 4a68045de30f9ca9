/** The wide felt in the page: what is printed is drawn once, what lies on it is drawn again when it changes. */
import { BOX, CARDS, Geometry, cells, fixtures, ground, outlines, slots } from "../draw/felt.js";
import { marker, nameplate, seatChips } from "../draw/chipsonfelt.js";
import { lay } from "../draw/card.js";
import { fill, html } from "../draw/markup.js";
import { feltName, sideName, terms } from "../i18n/names.js";
import { spoken, t } from "../i18n/words.js";
import { announcement, ownResult, resultWords } from "./announcement.js";

export class Wide {
  /** @param {import("./felt.js").Felt} felt @param {HTMLElement} element */
  constructor(felt, element) {
    this.felt = felt;
    this.element = element;
    element.replaceChildren();
    element.innerHTML = String(
      html`<svg
        class="felt"
        viewBox="0 0 ${BOX.width} ${BOX.height}"
        preserveAspectRatio="xMidYMid meet"
        role="group"
        aria-label="${t("felt.label", { seats: felt.table.rules.seats })}"
      >
        ${ground()}
        <rect data-shoe x="984" y="36" width="96" height="78" fill="none" />
        <rect data-discards x="40" y="36" width="92" height="74" fill="none" />
        <rect data-rack x="500" y="4" width="120" height="16" fill="none" />
        <g class="l-fixtures"></g>
        <g>${outlines()}</g>
        <g class="l-cells"></g>
        <g class="l-markers"></g>
        <g class="l-chips"></g>
        <g class="l-names"></g>
        <g class="l-hands"></g>
        <g class="l-call"></g>
        <g class="l-gone" aria-hidden="true"></g>
      </svg>`,
    );
    this.built = "";
    this.geometry = new Geometry(felt.table.rules, null, 1);
  }

  /** @param {string} name */
  layer(name) {
    return this.element.querySelector(`.l-${name}`);
  }

  scale() {
    const { width, height } = this.element.getBoundingClientRect();
    return Math.max(0.4, Math.min((width - 12) / BOX.width, (height - 8) / BOX.height) || 1);
  }

  resized() {
    if (Math.abs(this.scale() - this.geometry.scale) > 0.03) {
      this.built = "";
      this.update();
    }
  }

  update() {
    const { table } = this.felt,
      { rules, now, you } = table;
    const key = [rules.digest, rules.wagers.length, rules.seats, you.seat, spoken()].join();
    if (key !== this.built) {
      this.built = key;
      this.geometry = new Geometry(rules, you.seat, this.scale());
      this.cells();
    }
    const of = this.geometry,
      seats = this.felt.seats();
    fill(
      this.layer("fixtures"),
      fixtures(of, {
        discards: t("discards"),
        shoe: t("shoe", { shoe: now.shoe }),
        left: rules.continuous ? t("continuous") : now.left > 0 ? t("left", { cards: now.left }) : "",
        player: t("hand.player.felt"),
        banker: t("hand.banker.felt"),
      }),
    );
    fill(this.layer("markers"), html`${rules.ez ? "" : seats.map((seat) => marker(of, seat))}`);
    fill(this.layer("chips"), html`${seats.map((seat) => seatChips(of, seat))}`);
    this.keepFocus(() => fill(this.layer("names"), html`${seats.map((seat) => nameplate(of, seat))}`));
    fill(this.layer("hands"), this.hands());
    for (const cell of this.element.querySelectorAll(".cell.mine")) this.state(/** @type {SVGElement} */ (cell));
    this.tick();
  }

  cells() {
    const { table } = this.felt,
      rate = table.rules.vigorish?.rate ?? "";
    const wager = (/** @type {string} */ key) =>
      /** @type {import("../game/types.js").Wager} */ (table.rules.wagers.find((one) => one.key === key));
    fill(
      this.layer("cells"),
      html`${cells(this.geometry, {
        name: feltName,
        side: (key) => sideName(wager(key)),
        terms: (key) => terms(wager(key), rate),
        label: (key) => this.felt.label(key),
        letters: { player: t("letter.P"), banker: t("letter.B"), tie: t("letter.T") },
      })}`,
    );
  }

  /** @param {SVGElement} cell */
  state(cell) {
    const { table } = this.felt,
      key = cell.dataset.wager ?? "",
      open = table.mayLay(key);
    cell.setAttribute("aria-label", this.felt.label(key));
    cell.setAttribute("aria-disabled", String(!open));
    cell.classList.toggle("closed", !open);
  }

  /** @param {() => void} change */
  keepFocus(change) {
    const focused = document.activeElement,
      seat = focused instanceof SVGElement && this.element.contains(focused) ? focused.dataset.seat : "";
    change();
    if (seat && !focused?.isConnected)
      /** @type {SVGElement | null} */ (this.element.querySelector(`.nameplate[data-seat="${seat}"]`))?.focus();
  }

  /** Chips on their way to the rack. @param {Element} copy */
  ghost(copy) {
    copy.classList.remove("waits");
    copy.querySelector(".won")?.remove();
    this.layer("gone")?.append(copy);
    return copy;
  }

  /** The last coup, small between the places of the next. @param {import("../game/types.js").Previous} of */
  last(of) {
    const size = this.geometry.type(11.5),
      hand = (/** @type {"P" | "B"} */ side, /** @type {number} */ x) => {
        const { cards, count, wins } = this.felt.past(of, side),
          from = x - (30 + (cards.length - 1) * 19) / 2;
        return html`${cards.map((card, i) => lay(card, from + i * 19, 58, 30))}<g transform="translate(${x} 120)"
            >${wins ? html`<circle r="15" fill="none" stroke="var(--brass)" stroke-width="2.2" />` : ""}<circle
              r="12"
              fill="var(--${side === "P" ? "player" : "banker"}-fill)"
            /><text y="5" text-anchor="middle" font-size="14.5" font-weight="640" fill="#fff">${count}</text></g
          >`;
      };
    return html`<g class="last" role="img" aria-label="${t("last.round")}, ${resultWords(of)}"
      ><text class="faint" x="560" y="46" text-anchor="middle" font-size="${size}">${t("last.round")}</text
      >${hand("P", 508)}${hand("B", 612)}</g
    >`;
  }

  hands() {
    if (this.felt.previous) return this.last(this.felt.previous);
    const { now } = this.felt.table,
      counts = this.felt.counts(),
      of = this.geometry;
    const cards = slots().filter(
      (slot) =>
        slot.place in now.places &&
        !(
          this.felt.away(/** @type {any} */ (slot.place[0])) &&
          now.places[slot.place] === null &&
          !slot.place.endsWith("3")
        ),
    );
    const laid = cards.map((slot) =>
      lay(now.places[slot.place], slot.x, slot.y, CARDS.width, { sideways: slot.sideways, place: slot.place }),
    );
    const away = (/** @type {"P" | "B"} */ side, /** @type {number} */ x) =>
      this.felt.away(side)
        ? html`<text x="${x}" y="92" text-anchor="middle" font-size="${of.type(12.5)}" class="faint"
              >${t("with-seat", { seat: this.felt.away(side) })}</text
            ><text
              x="${x}"
              y="${92 + of.type(12.5) * 1.35}"
              text-anchor="middle"
              font-size="${of.type(12.5)}"
              class="faint"
              >${t("face-down")}</text
            >`
        : "";
    return html`${laid}${away("P", 376)}${away("B", 744)}${this.count(520, "P", counts.P)}${this.count(600, "B", counts.B)}`;
  }

  /** @param {number} x @param {"P" | "B"} side @param {number | null} value */
  count(x, side, value) {
    const winner = this.felt.table.now.settled?.winner,
      wins = winner === (side === "P" ? "player" : "banker"),
      word = t(side === "P" ? "wager.player" : "wager.banker"),
      size = this.geometry.type(12);
    const ring = wins
      ? html`<circle cx="${x}" cy="88" r="34" fill="none" stroke="var(--brass)" stroke-width="3" />`
      : "";
    const disc =
      value === null
        ? html`<circle
            cx="${x}"
            cy="88"
            r="29"
            fill="#000"
            fill-opacity=".14"
            stroke="var(--felt-line)"
            stroke-opacity=".4"
          />`
        : html`<circle
              cx="${x}"
              cy="88"
              r="29"
              fill="var(--${side === "P" ? "player" : "banker"}-fill)"
              stroke="#fff"
              stroke-opacity=".25"
            /><text x="${x}" y="99" text-anchor="middle" font-size="31" font-weight="640" fill="#fff">${value}</text>`;
    return html`${ring}${disc}<text x="${x}" y="138" text-anchor="middle" font-size="${size}" class="faint"
        >${word}</text
      >`;
  }

  tick() {
    const { words, note } = announcement(this.felt.table),
      own = ownResult(this.felt.table),
      zh = spoken() === "zh",
      most = Math.min(zh ? 24 : 26, 640 / Math.max(8, words.length * (zh ? 1 : 0.5)));
    if (own) {
      const size = this.geometry.type(11.5);
      fill(
        this.layer("call"),
        html`<text class="ser call" x="560" y="168" text-anchor="middle" font-size="${Math.max(15, size)}"
            >${words}<tspan class="faint" dx="8" font-size="${size}">${note}</tspan></text
          ><text class="ser own ${own.won ? "won" : ""}" x="560" y="198" text-anchor="middle" font-size="31"
            >${own.words}</text
          >`,
      );
      return;
    }
    fill(
      this.layer("call"),
      html`<text class="ser call" x="560" y="175" text-anchor="middle" font-size="${most}">${words}</text
        ><text
          x="560"
          y="${175 + 5 + this.geometry.type(11.5)}"
          text-anchor="middle"
          font-size="${this.geometry.type(11.5)}"
          class="faint"
          >${note}</text
        >`,
    );
  }
}
