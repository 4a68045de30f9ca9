/**
 * A dealer's requests for corrections, as text that floorpersons read and the pit can parse and carry out. Any other
 * text is only displayed.
 *
 * @typedef {{do: "correct", place: string, card: string, why: string} | {do: "adjust", seat: number, cents: number, why: string, corrects?: number, wager?: string, cause?: string} | {do: "let-stand", seat: number, wager: string, cents: number, why: string} | {do: "fill", cents: number}} Ask
 */
import { read } from "./cards.js";
import { dollars } from "./money.js";

/** @param {Ask} ask */
export function words(ask) {
  if (ask.do === "correct") return `Correct ${ask.place} to ${ask.card}: ${ask.why}`;
  if (ask.do === "let-stand") return `Let stand ${dollars(ask.cents)} on ${ask.wager} at seat ${ask.seat}: ${ask.why}`;
  const cause =
    "cause" in ask && ask.cause
      ? ` (${ask.cause})`
      : "corrects" in ask && ask.corrects
        ? ` (coup ${ask.corrects}, ${ask.wager})`
        : "";
  if (ask.do === "adjust") return `Adjust seat ${ask.seat} by ${dollars(ask.cents)}${cause}: ${ask.why}`;
  return `Fill ${dollars(ask.cents)}`;
}

/** Cents of a sum as it is written: $1,234.50, with its sign. @param {string} said */
const cents = (said) => Math.round(Number(said.replace(/[$,]/g, "").replace("−", "-")) * 100);

/** @param {string} said @returns {Ask | null} */
export function understood(said) {
  const correct = /^Correct (\w+) to (\w+): (.+)$/.exec(said),
    card = correct && read(correct[2]);
  if (correct && card) return { do: "correct", place: correct[1], card, why: correct[3] };
  const adjust = /^Adjust seat (\d+) by ([−-]?\$[\d,.]+)(?: \((?:coup (\d+), ([a-z0-9-]+)|([a-z-]+))\))?: (.+)$/.exec(
    said,
  );
  if (adjust)
    return {
      do: "adjust",
      seat: Number(adjust[1]),
      cents: cents(adjust[2]),
      why: adjust[6],
      ...(adjust[3] ? { corrects: Number(adjust[3]), wager: adjust[4] } : {}),
      ...(adjust[5] ? { cause: adjust[5] } : {}),
    };
  const stand = /^Let stand (\$[\d,.]+) on ([a-z0-9-]+) at seat (\d+): (.+)$/.exec(said);
  if (stand) return { do: "let-stand", seat: Number(stand[3]), wager: stand[2], cents: cents(stand[1]), why: stand[4] };
  const fill = /^Fill ([−-]?\$[\d,.]+)$/.exec(said);
  return fill ? { do: "fill", cents: cents(fill[1]) } : null;
}

/** Why the server refuses what one person may not do alone. */
export const SECOND = "second-person";

/** The proposal of what one person may not do alone; null where it moves no money by hand. @param {Record<string, any>} command @param {string} table @param {string} key @param {string} why where the command says none */
export function proposal(command, table, key, why) {
  if (command.do === "fill") return { kind: "fill", table, cents: command.cents, why, key };
  const { seat, cents, corrects, wager, cause } = command;
  return command.do !== "adjust"
    ? null
    : {
        kind: "adjustment",
        table,
        seat,
        cents,
        why: command.why ?? why,
        key,
        ...(cause ? { cause } : { corrects, wager }),
      };
}
