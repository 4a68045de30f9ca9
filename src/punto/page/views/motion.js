/** Animations: only for acts at the table, and none if the user prefers reduced motion. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => still.matches;

const ARRIVE = "cubic-bezier(.2, .8, .2, 1)",
  TURN = "cubic-bezier(.45, .05, .25, 1)";

/** @param {Element | null} element @param {Keyframe[]} frames @param {number} duration @param {string} easing */
function move(element, frames, duration, easing) {
  if (!element || calm()) return;
  element.animate(frames, { duration, easing });
}

/** A card from the shoe to its place. @param {Element | null} card @param {DOMRect | undefined} shoe */
export function slide(card, shoe) {
  if (!card || !shoe) return;
  const to = card.getBoundingClientRect(),
    matrix = /** @type {SVGGraphicsElement} */ (card).getScreenCTM?.();
  if (!matrix) return;
  const back = matrix.inverse(),
    x = shoe.x + shoe.width / 2 - to.x - to.width / 2,
    y = shoe.y + shoe.height / 2 - to.y - to.height / 2;
  const dx = back.a * x + back.c * y,
    dy = back.b * x + back.d * y;
  move(card, [{ transform: `translate(${dx}px, ${dy}px) rotate(4deg)` }, { transform: "none" }], 320, ARRIVE);
}

/** A card turned about its long axis. @param {Element | null} card */
export const turn = (card) =>
  move(
    card,
    [
      { transform: "scaleX(-1)", filter: "brightness(.55)" },
      { transform: "scaleX(0)", filter: "brightness(.8)", offset: 0.5 },
      { transform: "none" },
    ],
    260,
    TURN,
  );

/** Chips that come from somewhere: from the picker, or from the dealer's rack. @param {Element | null} chips @param {number} x @param {number} y @param {number} duration */
export const glide = (chips, x, y, duration) =>
  move(
    chips,
    [{ transform: `translate(${x}px, ${y}px)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }],
    duration,
    ARRIVE,
  );

/** @param {Element | null} element */
export const appear = (element) => move(element, [{ opacity: 0 }, { opacity: 1 }], 160, "ease-out");
