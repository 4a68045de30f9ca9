/** Chips: which denominations a table has, and which of them make up a sum. All in cents. */

export const DENOMINATIONS = [1_00, 5_00, 25_00, 100_00, 500_00, 1000_00, 5000_00, 25000_00];

/** The fewest chips that make a sum, the greatest first; what is left over is below the smallest chip. @param {number} cents */
export function cut(cents) {
  /** @type {number[]} */
  const chips = [];
  for (const chip of [...DENOMINATIONS].reverse()) for (; cents >= chip; cents -= chip) chips.push(chip);
  return chips;
}

/** The same as counts, for a dealer who cuts them out: "2 × $100". @param {number} cents @returns {[number, number][]} */
export function stacks(cents) {
  /** @type {Map<number, number>} */
  const many = new Map();
  for (const chip of cut(cents)) many.set(chip, (many.get(chip) ?? 0) + 1);
  return [...many];
}

/**
 * Five chips that fit a table: from its smallest chip, or the highest below its least main wager, up to what is within its most.
 * @param {number} smallest @param {number} least @param {number} most
 */
export function picker(smallest, least, most) {
  const fit = DENOMINATIONS.filter((chip) => chip >= smallest && chip <= most);
  const usual = fit.findLastIndex((chip) => chip <= least);
  const from = Math.max(0, Math.min(usual - 1, fit.length - 5));
  return fit.slice(from, from + 5);
}
