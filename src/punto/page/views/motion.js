/** Animations: only for acts at the table, and none if the user prefers reduced motion. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => still.matches;

const ARRIVE = "cubic-bezier(.2, .8, .2, 1)",
  LEAVE = "cubic-bezier(.5, 0, .8, .4)",
  TURN = "cubic-bezier(.45, .05, .25, 1)";

/** @param {Element | null} element @param {Keyframe[]} frames @param {number} duration @param {string} easing */
function move(element, frames, duration, easing) {
  if (!element || calm()) return;
  element.animate(frames, { duration, easing });
}

/** The way to another place, as a translation in an element's own units. @param {Element} element @param {DOMRect} other */
function way(element, other) {
  const at = element.getBoundingClientRect(),
    drawn = element instanceof SVGGraphicsElement && element.ownerSVGElement ? element.getScreenCTM() : null,
    back = drawn?.inverse() ?? new DOMMatrix(),
    x = other.x + other.width / 2 - at.x - at.width / 2,
    y = other.y + other.height / 2 - at.y - at.height / 2;
  return `translate(${back.a * x + back.c * y}px, ${back.b * x + back.d * y}px)`;
}

/** Something from another place to its own: a card from the shoe, chips from the rack. @param {Element | null} element @param {DOMRect | undefined} from @param {number} duration */
export function slide(element, from, duration) {
  if (element && from)
    move(element, [{ transform: `${way(element, from)} rotate(4deg)` }, { transform: "none" }], duration, ARRIVE);
}

/** A third card: it comes slowly, and the table holds its breath over it. @param {Element | null} card @param {DOMRect | undefined} shoe @param {number} arrives @param {number} held */
export function breath(card, shoe, arrives, held) {
  if (!card || !shoe) return;
  const whole = arrives + held,
    lifted = "translateY(-3px) scale(1.05)";
  move(
    card,
    [
      { transform: `${way(card, shoe)} rotate(4deg)`, easing: ARRIVE },
      { transform: "none", offset: arrives / whole, easing: "ease-in-out" },
      { transform: lifted, offset: (arrives + held * 0.55) / whole, easing: "ease-in-out" },
      { transform: "none" },
    ],
    whole,
    "linear",
  );
}

/** Something that leaves for another place, and is gone there. @param {Element} element @param {DOMRect | undefined} to @param {number} duration @returns {Animation | undefined} */
export function depart(element, to, duration) {
  if (!to || calm()) return undefined;
  return element.animate(
    [{ transform: "none" }, { opacity: 1, offset: 0.6 }, { transform: way(element, to), opacity: 0 }],
    {
      duration,
      easing: LEAVE,
      fill: "forwards",
    },
  );
}

/** A card turned about its long axis. @param {Element | null} card @param {number} [duration] */
export const turn = (card, duration = 260) =>
  move(
    card,
    [
      { transform: "scaleX(-1)", filter: "brightness(.55)" },
      { transform: "scaleX(0)", filter: "brightness(.8)", offset: 0.5 },
      { transform: "none" },
    ],
    duration,
    TURN,
  );

/** Chips that come from the picker. @param {Element | null} chips @param {number} x @param {number} y @param {number} duration */
export const glide = (chips, x, y, duration) =>
  move(
    chips,
    [{ transform: `translate(${x}px, ${y}px)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }],
    duration,
    ARRIVE,
  );

/** @param {Element | null} element */
export const appear = (element) => move(element, [{ opacity: 0 }, { opacity: 1 }], 160, "ease-out");
