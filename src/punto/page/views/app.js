/** The page: which room is open, by the part of its address after the sign #. Rooms are loaded when they are entered. */
import { get } from "../net/api.js";
import { teachWagers } from "../i18n/names.js";
import { teach } from "../i18n/words.js";
import { choose } from "./bar.js";
import { keepStaff } from "./demo_login.js";

/** @type {Record<string, (parts: string[]) => Promise<HTMLElement>>} */
const ROOMS = {
  "": async () => new (await import("./lobby.js")).Lobby(),
  table: async ([name, sit]) => {
    const table = new (await import("./table.js")).Table(name);
    table.dataset.sit = sit ? "sit" : "";
    table.dataset.guided = sit === "guide" ? "yes" : "";
    return table;
  },
  board: async ([name]) => new (await import("./board.js")).Board(name),
  receipt: async (parts) => new (await import("./receipt.js")).Receipt(parts),
  mine: async () => new (await import("./mine.js")).Mine(),
  howto: async ([name]) => new (await import("./howto.js")).Howto(name ?? ""),
  odds: async ([name]) => new (await import("./oddsroom.js")).OddsRoom(name ?? ""),
  rules: async ([books]) => new (await import("./rulebooks.js")).Rulebooks(books),
  editor: async () => new (await import("./editor.js")).Editor(),
  pit: async ([name]) => new (await import("./pit.js")).PitRoom(name ?? ""),
  filings: async (parts) => new (await import("./filings.js")).Filings(parts),
  people: async () => new (await import("./people.js")).PeopleRoom(),
  school: async () => new (await import("./school.js")).School(),
  watch: async (parts) =>
    parts.length > 2
      ? new (await import("./replay.js")).Replay(parts)
      : parts[0]
        ? new (await import("./records.js")).Records(parts[0])
        : new (await import("./surveillance.js")).Wall(),
  desk: async ([name]) => new (await import("./desk.js")).Desk(name),
};

let shown = "",
  entered = 0; // the number of views chosen so far
/** @type {Promise<void> | null} */
let taught = null;

/** Fetch what rulebooks and wagers are called, before the first room is shown; if that fails, again before the next one. */
const titles = () =>
  (taught ??= get("rulebooks")
    .then(({ rulebooks, wagers }) => {
      for (const { id, titles } of rulebooks) teach(`rulebook.${id}`, titles);
      teachWagers(wagers.map((/** @type {any} */ one) => ({ key: one.wager, ...one })));
    })
    .catch(() => {
      taught = null;
    }));

async function enter() {
  if (location.hash === "#main") return;
  const parts = location.hash.replace(/^#\/?/, "").split("?")[0].split("/").map(decodeURIComponent),
    [room, ...rest] = parts;
  const here = [room, rest[0]].join("/");
  if (here === shown && room === "table") return; // its address may say more, the table stays
  shown = here;
  const turn = ++entered;
  const [found] = await Promise.all([(ROOMS[room] ?? ROOMS[""])(rest), titles()]);
  if (turn !== entered) return; // another view was chosen while this one was loading
  document.documentElement.classList.remove("paper");
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  page.replaceChildren(found);
  scrollTo(0, 0);
}

keepStaff();
choose(localStorage.getItem("language") ?? navigator.language);
addEventListener("hashchange", enter);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
enter();
