/** The announcement that stands at a table, with its section: the felt and the scoreboard show it. */
import { dollars } from "../game/money.js";
import { cited, t } from "../i18n/words.js";

/** A result in words. @param {{player: number, banker: number, winner: string}} of */
export const resultWords = (of) =>
  t(`call.${of.winner === "tie" ? "tie" : `${of.winner}-wins`}`, {
    high: Math.max(of.player, of.banker),
    low: Math.min(of.player, of.banker),
  });

/**
 * What the round came to for the user, net of everything, so that a return below the stake is never called a win.
 * @param {import("./table.js").Table} table @returns {{words: string, won: boolean} | null}
 */
export function ownResult(table) {
  const { result } = table;
  if (!table.now.settled || !result?.wagers.length) return null;
  const key = result.net > 0 ? "result.won" : result.net < 0 ? "result.lost" : "result.even";
  return { words: t(key, { cents: dollars(Math.abs(result.net)) }), won: result.net > 0 };
}

/** @param {import("./table.js").Table} table @returns {{words: string, note: string}} */
export function announcement(table) {
  const { now } = table,
    [last] = table.calls;
  if (table.shut) return { words: t("shut"), note: "" };
  if (now.trouble) return { words: t("call.held"), note: last?.section ?? "" };
  if (now.phase === "betting" && table.timer.closes !== null)
    return {
      words: t(now.kind === "free" ? "call.free-hand" : now.cover === "last" ? "call.last-hand-bets" : "call.place"),
      note: t("call.closes", { seconds: table.left.seconds }),
    };
  if (now.phase === "betting")
    return {
      words: t(now.kind === "free" ? "call.free-hand" : "call.place"),
      note: table.rules.virtual ? t("call.first-wager") : "",
    };
  const { settled } = now;
  if (settled)
    return {
      words: resultWords(settled),
      note: settled.collected && last ? `${last.words} · ${last.section}` : cited(settled.section),
    };
  return last ? { words: last.words, note: last.section } : { words: t(`phase.${now.phase}`), note: "" };
}

/** Say aloud what has happened. @param {import("./table.js").Table} table @param {import("./heard.js").Said | null} said */
export function announce(table, said) {
  const region = said && table.querySelector(said.loud ? "#assertive" : "#polite"),
    own = ownResult(table);
  if (region) region.textContent = own ? `${said.words}. ${own.words}` : said.words;
}
