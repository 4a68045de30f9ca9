/**
 * The wide felt: bands bent about one centre, seats from the left as a player sees them, the own one wider than the
 * others. Numbers in, markup out. Text is never drawn below 12 px: the drawing gets the size at which it is shown.
 */
import { main, side } from "../game/rules.js";
import { html, r, raw } from "./markup.js";

export const BOX = { width: 1120, height: 552 };
const CX = 560,
  CY = -1150,
  DEGREE = Math.PI / 180,
  SPAN = 38.6;
export const BAND = /** @type {Record<string, [number, number]>} */ ({
  vigorish: [1354, 1379],
  0: [1388, 1432],
  1: [1435, 1500],
  2: [1503, 1568],
  side: [1576, 1632],
  name: [1640, 1664],
});
export const CARDS = { width: 84, y: 37, P: [286, 380], B: [654, 748] };
const LEAST = 12.4;

/** @param {number} radius @param {number} angle @returns {[number, number]} */
export const at = (radius, angle) => [CX + radius * Math.sin(angle * DEGREE), CY + radius * Math.cos(angle * DEGREE)];
/** @param {number} radius @param {number} angle */
const on = (radius, angle) => at(radius, angle).map(r).join(" ");

/** @param {[number, number]} radii @param {number} from @param {number} to @param {number} [gap] */
export function sector([inner, outer], from, to, gap = 2) {
  const a = gap / inner / DEGREE,
    b = gap / outer / DEGREE;
  return `M${on(inner, from + a)}A${inner} ${inner} 0 0 0 ${on(inner, to - a)}L${on(outer, to - b)}A${outer} ${outer} 0 0 1 ${on(outer, from + b)}Z`;
}

/** Put something on a band, turned as the felt is there. @param {number} radius @param {number} angle @param {unknown} inner @param {string} [attributes] */
export function put(radius, angle, inner, attributes = "") {
  const [x, y] = at(radius, angle);
  return html`<g transform="translate(${r(x)} ${r(y)}) rotate(${r(-angle)})" ${raw(attributes)}>${inner}</g>`;
}

/** @param {number} x @param {number} y @param {string} text @param {number} size */
export function pill(x, y, text, size = 11.5) {
  const width = text.length * size * 0.58 + size * 1.25,
    height = size * 1.56;
  return html`<rect
      class="pill"
      x="${r(x - width / 2)}"
      y="${r(y - height / 2)}"
      width="${r(width)}"
      height="${r(height)}"
      rx="${r(height / 2)}"
    /><text class="pilltext" x="${r(x)}" y="${r(y + size * 0.35)}" text-anchor="middle" font-size="${size}"
      >${text}</text
    >`;
}

export class Geometry {
  /** @param {import("../game/types.js").Rules} rules @param {number | null} mine @param {number} scale pixels for each unit of the drawing */
  constructor(rules, mine, scale) {
    this.rules = rules;
    this.mine = mine;
    this.scale = scale;
    this.main = main(rules);
    this.side = side(rules);
    this.own = Math.min(16, (scale < 0.9 ? 11.4 : 10) + 1.9 * Math.max(0, this.side.length - 4));
    this.other = (SPAN - (mine ? this.own : 0)) / (rules.seats - (mine ? 1 : 0));
    if (!mine) this.other = Math.min(this.other, 5.52);
    const total = mine ? this.own + this.other * (rules.seats - 1) : this.other * rules.seats;
    let from = -total / 2;
    /** @type {[number, number][]} */
    this.spans = Array.from({ length: rules.seats }, (_, i) => {
      const width = i + 1 === mine ? this.own : this.other;
      from += width;
      return [from - width, from];
    });
  }

  /** A size of letters that can be read at this scale. @param {number} size */
  type(size) {
    return r(Math.max(size, LEAST / this.scale));
  }

  /** How wide another seat is on the bands. */
  get width() {
    return this.other * DEGREE * 1460;
  }

  /** @param {number} seat */
  span(seat) {
    return this.spans[seat - 1];
  }
  /** @param {number} seat */
  middle(seat) {
    const [a, b] = this.span(seat);
    return (a + b) / 2;
  }

  /** The part of the felt that is a wager's at a seat. @param {number} seat @param {string} wager @returns {{radii: [number, number], from: number, to: number, band: number} | null} */
  area(seat, wager) {
    const [a, b] = this.span(seat),
      band = this.main.findIndex((one) => one.key === wager);
    if (band >= 0) return { radii: BAND[band], from: a, to: b, band };
    const place = this.side.findIndex((one) => one.key === wager),
      each = (b - a) / Math.max(1, this.side.length);
    return place < 0 ? null : { radii: BAND.side, from: a + place * each, to: a + (place + 1) * each, band: 3 };
  }
}

const FELT = "M19 32Q19 16 35 16H1085Q1101 16 1101 32V430Q1101 441 1092 444A1676 1676 0 0 1 28 444Q19 441 19 430Z";

/** Table, cloth and rail. */
export const ground = () =>
  html`<defs
      ><radialGradient id="cloth" cx=".5" cy=".3" r=".85"
        ><stop offset="0" stop-color="var(--felt-light)" /><stop offset=".6" stop-color="var(--felt)" /><stop
          offset="1"
          stop-color="var(--felt-deep)" /></radialGradient
      ><pattern id="nap" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(32)"
        ><path d="M0 .5H1.6M1.5 2H3" stroke="#fff" stroke-opacity=".035" stroke-width=".8" /><path
          d="M0 1.5H1.2"
          stroke="#000"
          stroke-opacity=".07"
          stroke-width=".8" /></pattern
      ><linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"
        ><stop offset="0" stop-color="var(--rail-light)" /><stop
          offset="1"
          stop-color="var(--rail)" /></linearGradient></defs
    ><path
      d="M5 26Q5 3 28 3H1092Q1115 3 1115 26V438Q1115 452 1102 456A1690 1690 0 0 1 18 456Q5 452 5 438Z"
      fill="url(#wood)"
      stroke="#000"
      stroke-width="1.5"
    /><path
      d="M6.5 437V26Q6.5 4.5 28 4.5H1092Q1113.5 4.5 1113.5 26V437"
      fill="none"
      stroke="#fff"
      stroke-opacity=".1"
    /><path d="${FELT}" fill="url(#cloth)" stroke="#000" stroke-opacity=".6" stroke-width="1.5" /><path
      d="${FELT}"
      fill="url(#nap)"
    />`;

/** @param {Geometry} of @param {{discards: string, shoe: string, left: string, player: string, banker: string}} words the discards at the dealer's right, the shoe at his left */
export const fixtures = (of, words) =>
  html`<g transform="translate(984 30)"
      ><path d="M0 16Q0 6 10 6H80Q96 6 96 20V70Q96 84 82 84H22L0 62Z" fill="#10171a" stroke="#000" /><path
        d="M1 17Q1 7 11 7H80Q95 7 95 20"
        fill="none"
        stroke="#fff"
        stroke-opacity=".16"
      /><path d="M2 62L22 83V40L2 26Z" fill="#1b262a" /><path
        d="M5 60L20 75V46L5 35Z"
        fill="#22344f"
        stroke="#dfd6bd"
      /><text x="60" y="50" text-anchor="middle" font-size="${of.type(11.5)}" class="faint">${words.shoe}</text
      ><text x="60" y="${50 + of.type(11.5) * 1.3}" text-anchor="middle" font-size="${of.type(11)}" class="faint"
        >${words.left}</text
      ></g
    ><g transform="translate(40 36)"
      ><rect width="92" height="74" rx="7" fill="#10171a" stroke="#000" /><rect
        x="7"
        y="7"
        width="78"
        height="60"
        rx="3"
        fill="#0a0f11"
      />${[0, 1, 2, 3, 4, 5, 6].map((i) => html`<rect x="11" y="${58 - i * 3.2}" width="70" height="2.2" rx="1" fill="${i % 2 ? "#d8d1bd" : "#f3eedf"}" />`)}<text
        x="46"
        y="26"
        text-anchor="middle"
        font-size="${of.type(11)}"
        class="faint"
        >${words.discards}</text
      ></g
    ><text class="word ser" x="376" y="31" text-anchor="middle" font-size="${of.type(12.5)}">${words.player}</text
    ><text class="word ser" x="744" y="31" text-anchor="middle" font-size="${of.type(12.5)}">${words.banker}</text>`;

/** Return the places of the cards of both hands. @returns {{place: string, x: number, y: number, sideways: boolean}[]} */
export function slots() {
  const { width, y, P, B } = CARDS,
    tall = width * 1.4,
    across = y + (tall - width) / 2;
  return [
    ...P.map((x, i) => ({ place: `P${i + 1}`, x, y, sideways: false })),
    { place: "P3", x: P[0] - 12 - tall, y: across, sideways: true },
    ...B.map((x, i) => ({ place: `B${i + 1}`, x, y, sideways: false })),
    { place: "B3", x: B[1] + width + 12, y: across, sideways: true },
  ];
}

export const outlines = () => {
  const { width } = CARDS,
    tall = r(width * 1.4);
  return slots().map(
    (slot) =>
      html`<rect
        class="place"
        x="${r(slot.x)}"
        y="${r(slot.y)}"
        width="${slot.sideways ? tall : width}"
        height="${slot.sideways ? width : tall}"
        rx="5.5"
      />`,
  );
};

/**
 * The printed cells of all seats. Those of the own seat are buttons; the others are only looked at.
 * @param {Geometry} of @param {{name: (key: string) => string, side: (key: string) => string[], terms: (key: string) => string, label: (key: string) => string, letters: Record<string, string>}} words
 */
export function cells(of, words) {
  return of.spans.map((_, i) => {
    const seat = i + 1,
      own = seat === of.mine,
      [a, b] = of.span(seat),
      middle = of.middle(seat),
      narrow = of.width < 78;
    const box = html`<path
      class="cell"
      d="${sector(BAND.vigorish, middle - Math.min(1.4, of.other * 0.45), middle + Math.min(1.4, of.other * 0.45), 0)}"
    />`;
    const vigorish = of.rules.ez ? "" : own ? html`<g class="ownbox">${box}</g>` : box;
    const printed = of.main.map((wager, band) => {
      const path = sector(BAND[band], a, b),
        radius = (BAND[band][0] + BAND[band][1]) / 2;
      if (own)
        return html`${button(path, wager.key, words.label(wager.key))}${put(radius, middle, ownWords(of, wager.key, band, words))}`;
      const word = narrow ? words.letters[wager.hand || wager.key] : words.name(wager.key);
      return html`<path
          class="cell"
          d="${path}"
        />${put(BAND[band][0] + 15, middle, html`<text class="word ser" y="4" text-anchor="middle" font-size="${of.type(11.5)}" opacity=".85">${word}</text>`)}`;
    });
    const sides = own
      ? of.side.map((wager) => sideCell(of, wager.key, words))
      : of.side.length
        ? html`<path class="cell faintcell" d="${sector([BAND.side[0], BAND.side[1] - 12], a, b, 3)}" />`
        : "";
    return html`<g>${vigorish}${printed}${sides}</g>`;
  });
}

/** @param {string} path @param {string} wager @param {string} label */
const button = (path, wager, label) =>
  html`<path class="cell mine" d="${path}" role="button" tabindex="0" data-wager="${wager}" aria-label="${label}" />`;

/** @param {Geometry} of @param {string} wager @param {number} band @param {any} words */
function ownWords(of, wager, band, words) {
  const x = -of.own * DEGREE * (BAND[band][0] + 32) * 0.5 + 14,
    name = words.name(wager),
    terms = words.terms(wager);
  if (band === 0)
    return html`<text class="word ser" x="${r(x)}" y="6" font-size="17">${name}</text
      ><text class="faint" x="${r(x + name.length * 15 + 12)}" y="5" font-size="${of.type(11.5)}">${terms}</text>`;
  return html`<text class="word ser" x="${r(x)}" y="2" font-size="24">${name}</text
    ><text class="faint" x="${r(x + 1)}" y="21" font-size="${of.type(11.5)}">${terms}</text>`;
}

/** @param {Geometry} of @param {string} wager @param {any} words */
function sideCell(of, wager, words) {
  const area = of.area(of.mine ?? 1, wager);
  if (!area) return "";
  const [first, second] = words.side(wager),
    size = of.type(11.2),
    room = (area.to - area.from) * DEGREE * BAND.side[0] - 7;
  const fits = (/** @type {string} */ text) =>
    raw(text.length * size * 0.6 > room ? `textLength="${r(room)}" lengthAdjust="spacingAndGlyphs"` : ""); // never into the next area
  return html`${button(sector(BAND.side, area.from, area.to), wager, words.label(wager))}${put(BAND.side[0] + 4 + size * 0.5, (area.from + area.to) / 2, html`<text y="${r(size * 0.35)}" text-anchor="middle" font-size="${size}" font-weight="600" class="cream sidename" ${fits(first)}>${first}</text>${second ? html`<text y="${r(size * 1.45)}" text-anchor="middle" font-size="${size}" class="faint sidename" ${fits(second)}>${second}</text>` : ""}`)}`;
}
