/** Names of wagers, seats, cards, payouts and acts, built from the catalogue in either language. */
import { RIDE } from "../game/acts.js";
import { brief, dollars } from "../game/money.js";
import { rank, suit } from "../game/cards.js";
import { has, spoken, t, teach } from "./words.js";

const SHORT = 8; // letters: a title of a side wager up to this length stays on one line

/** Keep the titles of wagers that the server has sent. @param {{key: string, titles: Record<string, string>, rides: boolean}[]} wagers */
export function teachWagers(wagers) {
  for (const { key, titles, rides } of wagers)
    for (const word of [`wager.${key}`, ...(rides ? ["wager.rides", `phase.${RIDE}`] : [])]) teach(word, titles);
}

/** The rules of a table, its titles kept. @param {import("../game/types.js").Rules} rules */
export function named(rules) {
  teach(`rulebook.${rules.rulebook}`, rules.titles);
  teachWagers(rules.wagers);
  return rules;
}

/** @param {string} key */
export const wagerName = (key) => t(`wager.${key}`);
/** As the felt prints the main wagers. @param {string} key */
export const feltName = (key) => wagerName(key).toUpperCase();
/** A side wager in one or two lines: its title and its payout, if there is one payout. @param {import("../game/types.js").Wager} wager @returns {string[]} */
export function sideName(wager) {
  const title = wagerName(wager.key),
    [first, ...rest] = title.split(" ");
  if (wager.pays && !wager.pays.includes("–")) return [title, payout(wager.pays)];
  return title.length > SHORT && rest.length ? [first, rest[rest.length - 1]] : [title]; // the label says all of it
}

/** "8 to 1", as either language says it. @param {string} pays */
export function payout(pays) {
  if (spoken() !== "zh") return pays;
  return pays.replace(/([\d.,]+) to ([\d.,]+)/g, "$2 赔 $1").replace(/ less /g, " 抽 ");
}

/** The payout and limits of a wager. @param {import("../game/types.js").Wager} wager @param {string} rate */
export function terms(wager, rate) {
  const pays = payout(wager.vigorish ? `${wager.pays} less ${rate}` : wager.pays);
  return [pays, limits(wager)].filter(Boolean).join(" · ");
}

/** @param {{least: number, most: number}} limit */
export const limits = (limit) =>
  limit.most === limit.least
    ? dollars(limit.least)
    : limit.most
      ? `${brief(limit.least)}–${(limit.most / 100).toLocaleString("en-US")}`
      : "";
/** @param {{least: number, most: number}} limit */
export const range = (limit) => (Number.isFinite(limit.least) ? `${dollars(limit.least)}–${dollars(limit.most)}` : "");

/** @param {string | null} card */
export function cardName(card) {
  if (!card) return t("card.down");
  const figure = t(`rank.${rank(card)}`),
    of = t(`suit.${suit(card)}`);
  return t("card.name", { rank: figure, suit: of });
}

/** A due act, in words. @param {import("../game/types.js").Act} act */
export function actName(act) {
  const what = act.what ?? "",
    seat = act.seat ?? 0;
  if (act.do === RIDE) return t("do.ride", { seat, wager: t("wager.rides") });
  if (act.do === "perform") return t(what === "turn" ? "do.turn-part" : `do.${what}`, { seat });
  if ((act.do === "turn" || act.do === "deal") && act.step && has(`do.${act.step}`))
    return t(`do.${act.step}`, { seat });
  if (act.do === "deal" || act.do === "turn")
    return t(/^(P|B)\d/.test(what) || !has(`do.${act.do}.${what}`) ? `do.${act.do}` : `do.${act.do}.${what}`, {
      place: what,
      seat,
    });
  return t(`do.${act.do}`, { seat, what: has(`wager.${what}`) ? wagerName(what) : what });
}

/** The same at the desk, where seats do not say for themselves what they do. @param {import("../game/types.js").Act} act */
export function dueName(act) {
  if (act.do === RIDE && act.by !== "player")
    return t("do.settle-ride", { seat: act.seat ?? 0, wager: t("wager.rides") });
  const said = actName(act),
    named = said.includes(String(act.seat ?? "?")),
    own = act.by === "player" || act.by === "curator";
  return own && !named
    ? act.seat
      ? t("desk.for-seat", { seat: act.seat, words: said })
      : t("desk.for-curator", { words: said })
    : said;
}

/** The name of a card's place. @param {string} place */
export const placeName = (place) => (has(`place.${place}`) ? t(`place.${place}`) : place);

/** The log knows people by pseudonyms; at the table they are called by less. @param {string} who */
export function personName(who) {
  if (who.startsWith("g-")) return t("guest.called", { name: who.slice(-3) });
  if (/^p-[0-9a-f]{8,}$/.test(who)) return t("person.called", { name: who.slice(-4) });
  if (who.startsWith("walk-in-")) return t("walk-in", { name: who.slice(8).slice(-4) });
  return who.startsWith("bot-") ? t("house-player", { name: who.slice(4) }) : who;
}

/** How long something has lasted: 0:47, 1:05. @param {number} milliseconds */
export function lasted(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

const place = () => (spoken() === "zh" ? "zh-CN" : "en-GB");
/** A moment, as the reader's own clock says it. @param {number} at milliseconds */
export const until = (at) => new Date(at).toLocaleString(place(), { dateStyle: "medium", timeStyle: "short" });
/** A day as people write it. @param {number} at milliseconds */
export const day = (at) => new Date(at).toLocaleDateString(place(), { dateStyle: "long" });
/** Hours and minutes of a moment. @param {number} at milliseconds */
export const clock = (at) => new Date(at).toLocaleTimeString(place(), { hour: "2-digit", minute: "2-digit" });
/** A time of the day, to the second. @param {number} at milliseconds */
export const stamp = (at) => new Date(at).toLocaleTimeString(place(), { hour12: false });
