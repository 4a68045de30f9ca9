/** What things are called: wagers, seats, cards, payouts, acts. Built from the catalogue, in either language. */
import { brief, dollars } from "../game/money.js";
import { rank, suit } from "../game/cards.js";
import { has, spoken, t } from "./words.js";

/** @param {string} key @param {string} [where] "felt" in capitals, "side" in two lines */
export const wagerName = (key, where = "") =>
  t(where && has(`wager.${key}.${where}`) ? `wager.${key}.${where}` : `wager.${key}`);

/** "8 to 1", as either language says it. @param {string} pays */
export function payout(pays) {
  if (spoken() !== "zh") return pays;
  return pays.replace(/([\d.,]+) to ([\d.,]+)/g, "$2 赔 $1").replace(/ less /g, " 抽 ");
}

/** What a wager pays and how much may be staked. @param {import("../game/types.js").Wager} wager @param {string} rate */
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

/** What somebody may or must do, in words. @param {import("../game/types.js").Act} act */
export function actName(act) {
  const what = act.what ?? "",
    seat = act.seat ?? 0;
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
  if (act.do === "house-money" && act.by !== "player") return t("do.settle-house-money", { seat: act.seat ?? 0 });
  const said = actName(act),
    named = said.includes(String(act.seat ?? "?")),
    own = act.by === "player" || act.by === "curator";
  return own && !named
    ? act.seat
      ? t("desk.for-seat", { seat: act.seat, words: said })
      : t("desk.for-curator", { words: said })
    : said;
}

/** Where a card lies. @param {string} place */
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
