/** Announcements, proofs and payments of the current shoe: before this page was opened, and since. */
import { call, called } from "../game/calls.js";
import { Proofs } from "../game/fair.js";
import { remembered } from "../game/picture.js";
import { Results } from "../game/results.js";
import { ofShoe } from "../net/past.js";
import { cited, t } from "../i18n/words.js";

const MOST = 30; // announcements

/** @typedef {{words: string, section: string, loud: boolean}} Said */

/** @param {import("../game/calls.js").Call} made @returns {Said} */
const said = (made) => ({ words: t(made.key, made.values), section: cited(made.section), loud: Boolean(made.loud) });

export class Heard {
  proofs = new Proofs();
  results = new Results(() => this.table.rules.wagers);
  /** @type {Said[]} the latest first */
  calls = [];
  /** @type {import("../game/types.js").Happened[] | null} events shown while earlier ones are fetched */
  #since = null;
  #load = 0;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Note an event that is shown. @param {import("../game/types.js").Picture} now after it @param {import("../game/types.js").Happened} event @returns {Said | null} */
  see(now, event) {
    this.#since?.push(event);
    this.proofs.see(event);
    this.results.add(event);
    const made = call(now, event),
      one = made && said(made);
    if (one) this.calls = [one, ...this.calls].slice(0, MOST);
    if (event.event.startsWith("card-turned/")) this.#check();
    return one;
  }

  async #check() {
    await this.proofs.check();
    this.table.side?.update();
  }

  /** Fetch the shoe up to the version of a picture; what happens meanwhile is added. @param {number} version */
  async load(version) {
    const load = ++this.#load;
    this.#since = [];
    const { name, rules } = this.table,
      events = await ofShoe(name, version, rules.continuous).catch(() => []); // a table without its past can be played
    if (load !== this.#load) return; // another picture came
    const all = [...events, ...this.#since],
      proofs = new Proofs(),
      results = new Results(() => rules.wagers);
    this.#since = null;
    for (const event of all) {
      proofs.see(event);
      results.add(event);
    }
    Object.assign(this, { proofs, results });
    this.calls = called(all, MOST).map(said);
    this.table.recall(remembered(all));
    await this.#check();
    this.table.render();
  }
}
