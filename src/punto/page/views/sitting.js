/** Sitting down: as the logged-in user, or else as a guest. */
import { known } from "../net/api.js";

const FIRST = 2500_00,
  WAGERS = 25; // default buy-in: this amount, or so many times the minimum

/** @param {import("./table.js").Table} table @param {number} seat @param {number} [cents] */
export async function sit(table, seat, cents) {
  if (!table.you.who) {
    await known();
    const come = welcomed(table);
    table.live?.renew();
    await come;
  }
  const money =
    cents ?? Math.min(table.account?.cents ?? Infinity, Math.max(FIRST, (table.limits.player?.least ?? 0) * WAGERS));
  const answer = await table.do({ do: "sit", seat, "buy-in": money, coup: undefined }); // in whatever coup it arrives
  if (!answer || answer.refused) return answer;
  sessionStorage.setItem(`since/${table.name}/${table.you.who}`, String(Date.now()));
  return answer;
}

/** Take a seat in the middle, or another one if it was taken meanwhile. @param {import("./table.js").Table} table */
export async function sitDown(table) {
  const wish = table.dataset.sit ?? "";
  table.dataset.sit = "";
  let answer = null;
  do answer = await table.sit(table.free[Math.floor((table.free.length - 1) / 2)]);
  while (answer?.reason === "seat-taken" && table.free.length);
  if (!answer && table.you.seat === null) table.dataset.sit = wish; // the connection was lost: again when it is back
}

/** The next welcome. @param {import("./table.js").Table} table */
function welcomed(table) {
  return new Promise((resolve) => {
    const usual = table.welcomed.bind(table);
    table.welcomed = (body) => {
      delete (/** @type {any} */ (table).welcomed);
      usual(body);
      resolve(undefined);
    };
  });
}
