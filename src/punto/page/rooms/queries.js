/** The questions that surveillance asks of a table's log; the answers are the server's. */
import { get, table as at } from "../line/api.js";

/** @param {string} name @returns {Promise<any[] | null>} what was found; nothing where the floor does not answer them */
export const asked = (name) => get(`${at(name)}/queries`).then((answer) => answer.found ?? [], () => null);
