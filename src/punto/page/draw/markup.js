/** Markup as text that cannot be broken out of: what is put into `html` is escaped unless it is markup itself. */

export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** @param {string} text made here, never by a person */
export const raw = (text) => new Markup(text);

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {unknown} value @returns {string} */
function shown(value) {
  if (value === null || value === undefined || value === false || value === true) return "";
  if (Array.isArray(value)) return value.map(shown).join("");
  return value instanceof Markup ? value.text : escaped(String(value));
}

/** @param {TemplateStringsArray} strings @param {unknown[]} values */
export const html = (strings, ...values) =>
  new Markup(String.raw({ raw: strings.raw.map((part) => part) }, ...values.map(shown)));

/** To a hundredth: a drawing needs no more. @param {number} value */
export const r = (value) => Math.round(value * 100) / 100;

/** Fill an element, and leave it alone where nothing has changed. @param {Element | null} element @param {Markup | string} markup */
export function fill(element, markup) {
  const text = String(markup),
    held = /** @type {any} */ (element);
  if (!held || held.filled === text) return false;
  held.filled = text;
  held.innerHTML = text;
  return true;
}
