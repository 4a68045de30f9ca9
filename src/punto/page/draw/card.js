/** Cards are drawn once, by punto.draw.card, into art/cards.svg; here they are used. */
import { SUITS, rank, suit } from "../game/cards.js";
import { html, r, raw } from "./markup.js";

export const WIDTH = 250,
  HEIGHT = 350;

/** Put the faces into the page: once, before the first card is shown. @param {Document} page */
export async function unpack(page) {
  if (page.getElementById("cards")) return;
  const box = page.createElement("div");
  box.id = "cards";
  box.hidden = true;
  page.body.append(box);
  box.innerHTML = await (await fetch(new URL("../art/cards.svg", import.meta.url))).text();
}

/** The name of a drawing: of a face, or of the back of a batch. @param {string | null} card @param {number} [batch] */
export const drawn = (card, batch = 1) =>
  card ? `#card-${card}` : batch > 1 ? "#card-back-oxblood" : "#card-back-ink";

/** @param {string | null} card @param {number} x @param {number} y @param {number} width @param {{sideways?: boolean, place?: string, batch?: number}} [how] */
export function lay(card, x, y, width, how = {}) {
  const height = r((width * HEIGHT) / WIDTH),
    at = how.sideways ? `translate(${r(x + height)} ${r(y)}) rotate(90)` : `translate(${r(x)} ${r(y)})`;
  return html`<g class="card" transform="${at}" data-place="${how.place ?? ""}"
    ><g class="turns"><use href="${drawn(card, how.batch)}" width="${width}" height="${height}" /></g
  ></g>`;
}

/** A card in a picture of its own. @param {string | null} card @param {number} width @param {string} label */
export const picture = (card, width, label) =>
  html`<svg
    class="card"
    viewBox="0 0 250 350"
    width="${width}"
    height="${Math.round(width * 1.4)}"
    role="img"
    aria-label="${label}"
  >
    <use href="${drawn(card)}" width="250" height="350" />
  </svg>`;

const RED = "#b9232a",
  BLACK = "#191c22";
const PIPS = /** @type {Record<string, string>} */ ({
  h: "M50 92C24 68 5 50 5 30C5 16 16 6 29 6C39 6 46 12 50 21C54 12 61 6 71 6C84 6 95 16 95 30C95 50 76 68 50 92Z",
  d: "M50 3C58 21 71 37 87 50C71 63 58 79 50 97C42 79 29 63 13 50C29 37 42 21 50 3Z",
  s: "M50 4C58 25 94 41 94 64C94 77 85 85 74 85C65 85 58 81 53.5 74C54.5 85 59 92 67 97H33C41 92 45.5 85 46.5 74C42 81 35 85 26 85C15 85 6 77 6 64C6 41 42 25 50 4Z",
  c: "M50 4A21 21 0 0 1 66 38.5A21.5 21.5 0 1 1 54 69.5C54.5 83 59 91.5 67 97H33C41 91.5 45.5 83 46 69.5A21.5 21.5 0 1 1 34 38.5A21 21 0 0 1 50 4Z",
});
/** Rank and suit as a key of the desk has them. @param {string} card */
export const index = (card) =>
  html`<b class="rank ${SUITS.indexOf(/** @type {any} */ (suit(card))) % 2 ? "red" : "black"}">${rank(card)}</b
    ><svg viewBox="0 0 100 100" width="18" height="18" aria-hidden="true">
      <path d="${raw(PIPS[suit(card)])}" fill="${"hd".includes(suit(card)) ? RED : BLACK}" />
    </svg>`;
