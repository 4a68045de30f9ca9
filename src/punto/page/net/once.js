/** One command at a table from somewhere else: a line for as long as it takes to be answered. */
import { ident } from "../game/acts.js";
import { Live } from "./live.js";

/** @param {string} table @param {Record<string, any>} command @returns {Promise<any>} what was accepted or refused */
export async function once(table, command) {
  const live = new Live(
    table,
    () => {},
    () => {},
  );
  const answer = await live.do({ id: ident(), ...command });
  live.close();
  return answer;
}
