/** Small strokes beside words; never instead of them, but for where a label says what they are. */
import { html, raw } from "./markup.js";

const PATHS = /** @type {Record<string, string>} */ ({
  undo: "M7 5L3 9L7 13M3.5 9H12A5 5 0 0 1 12 19H9",
  clear: "M5 5L17 17M17 5L5 17",
  repeat: "M4 10A7 7 0 0 1 17 7M17 3V7.5H12.5M18 12A7 7 0 0 1 5 15M5 19V14.5H9.5",
  double: "M4 11H18M11 4V18",
  lock: "M6 10V7.5A5 5 0 0 1 16 7.5V10M4.5 10H17.5V19H4.5Z",
  check: "M4 11.5L9 16.5L18 6",
  shield: "M11 2.5L18.5 5.5V11C18.5 15.5 15.5 18.5 11 20C6.5 18.5 3.5 15.5 3.5 11V5.5ZM7.5 11L10 13.5L14.5 8.5",
  back: "M13 4L6 11L13 18",
  play: "M7 4L18 11L7 18Z",
  pause: "M7 4V18M15 4V18",
  next: "M5 4L14 11L5 18ZM17 4V18",
  prev: "M17 4L8 11L17 18ZM5 4V18",
  flag: "M5 20V3H16L13.5 7L16 11H5",
  swap: "M3 7H17L13.5 3.5M19 15H5L8.5 18.5",
  hand: "M4 12C4 16 7 19 11 19C15 19 18 16 18 12V8M14.5 10V5.5M11 10V4M7.5 10V5.5M4 12V8",
  phone:
    "M5 3H9L10.5 7.5L8 9.5C9 11.5 10.5 13 12.5 14L14.5 11.5L19 13V17C19 18 18 19 17 19C10 19 3 12 3 5C3 4 4 3 5 3Z",
  download: "M11 3V14M6.5 9.5L11 14L15.5 9.5M4 19H18",
  mute: "M4 8.5H7.5L12 4.5V17.5L7.5 13.5H4ZM15 8.5L19 13.5M19 8.5L15 13.5",
  sound: "M4 8.5H7.5L12 4.5V17.5L7.5 13.5H4ZM15 8.5A4 4 0 0 1 15 13.5M17 6A8 8 0 0 1 17 16",
  silent: "M4 8.5H7.5L12 4.5V17.5L7.5 13.5H4ZM15 8.5L19 13.5M19 8.5L15 13.5",
  menu: "M3 6H19M3 11H19M3 16H19",
  leave: "M9 4H4V18H9M9 11H18M14.5 7.5L18 11L14.5 14.5",
  link: "M9 13L13 9M8 10L5.5 12.5A3 3 0 0 0 9.5 16.5L12 14M14 12L16.5 9.5A3 3 0 0 0 12.5 5.5L10 8",
});

/** @param {string} name @param {number} [size] */
export const icon = (name, size = 18) =>
  html`<svg class="icon" viewBox="0 0 22 22" width="${size}" height="${size}" aria-hidden="true">
    <path d="${raw(PATHS[name])}" />
  </svg>`;

/** The mark: a card with one pip, the point. */
export const mark = () =>
  html`<a class="mark" href="#/" aria-label="Punto"
    ><svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true">
      <rect x="5" y="1.5" width="16.5" height="23" rx="3" fill="var(--brass)" />
      <path
        transform="translate(13.25 13) scale(.105) translate(-50 -50)"
        d="M50 3C58 21 71 37 87 50C71 63 58 79 50 97C42 79 29 63 13 50C29 37 42 21 50 3Z"
        fill="var(--on-brass)"
      /></svg
    ><span class="wordmark">Punto</span></a
  >`;

/** Time that runs out, as a ring with a figure in it. @param {number} part of the whole that is left @param {string | number} text */
export const ring = (part, text) =>
  html`<svg class="ring" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
    <circle cx="24" cy="24" r="20.5" fill="none" stroke="var(--ring, var(--line))" stroke-width="4" />
    <circle
      cx="24"
      cy="24"
      r="20.5"
      fill="none"
      stroke="var(--brass)"
      stroke-width="4"
      stroke-linecap="round"
      stroke-dasharray="${Math.round(1288 * Math.max(0, Math.min(1, part))) / 10} 200"
      transform="rotate(-90 24 24)"
    />
    <text x="24" y="30" text-anchor="middle" font-size="17" font-weight="650" fill="currentColor">${text}</text>
  </svg>`;
