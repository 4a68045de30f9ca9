/** Money as people read it: whole cents in, `$1,234.50` out. Signs are real minus signs; no sum goes through a fraction. */

/** @param {number} cents @returns {string} */
export function dollars(cents) {
  const whole = Math.floor(Math.abs(cents) / 100),
    rest = Math.abs(cents) % 100;
  const text =
    "$" + whole.toString().replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + String(rest).padStart(2, "0") : "");
  return cents < 0 ? "−" + text : text;
}

/** With both figures behind the point always: for balances, which must not jump about. @param {number} cents */
export function exact(cents) {
  const text = dollars(cents);
  return cents % 100 ? text : text + ".00";
}

/** A gain or a loss, always with its sign. @param {number} cents */
export const signed = (cents) => (cents > 0 ? "+" : "") + exact(cents);

/** Vigorish is marked in thousandths of a cent; shown in cents, to the nearest. @param {number} thousandths */
export const marked = (thousandths) => Math.round(thousandths / 1000);

/** The short form for a chip or a narrow place: 500, 1k, 25k. @param {number} cents */
export function brief(cents) {
  const whole = cents / 100;
  return whole >= 1000 && whole % 100 === 0 ? `${whole / 1000}k` : String(whole);
}
