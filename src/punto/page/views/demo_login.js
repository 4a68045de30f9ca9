/** In a demo, staff views are opened without a name by the link that the server prints at its start: it carries a token. */
import { get, post } from "../net/api.js";
import { fill, html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

/** The token of the staff link, kept as long as this tab. @returns {string} */
const staff = () => sessionStorage.getItem("staff") ?? "";

/** Whether this tab was opened by the staff link. */
export const isStaff = () => staff() !== "";

/** Take a duty. @param {string} duty @returns {Promise<any>} */
export const takeDuty = (duty) => post("guest", { duty, staff: staff() });

/** Keep the token of the staff link, and take it out of the address. */
export function keepStaff() {
  const address = new URL(location.href),
    token = address.searchParams.get("staff");
  if (token === null) return;
  sessionStorage.setItem("staff", token);
  address.searchParams.delete("staff");
  history.replaceState(null, "", address);
}

/** Offer it below a login, where this floor is for trying. @param {HTMLElement} element @param {string[]} duties @param {(person: any) => void} come */
export async function offer(element, duties, come) {
  const floor = await get("floor").catch(() => null);
  if (!floor?.demo || !element.querySelector(".login") || element.querySelector(".trying")) return;
  const box = document.createElement("section");
  box.className = "panel trying";
  (element.querySelector("main") ?? element).append(box);
  fill(
    box,
    html`<h2>${t("trying")}</h2>
      ${
        isStaff()
          ? html`<p class="note">${t("trying.why")}</p>
              <div class="links">
                ${duties.map((duty) => html`<button class="btn" data-try="${duty}">${t(`trying.${duty}`)}</button>`)}
              </div>`
          : html`<p class="note">${t("trying.link")}</p>`
      }`,
  );
  box.addEventListener("click", async (event) => {
    const duty = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.try;
    if (duty) await admitted(box, duty, come);
  });
}

/** @param {HTMLElement} box @param {string} duty @param {(person: any) => void} come */
async function admitted(box, duty, come) {
  try {
    const { person } = await takeDuty(duty);
    localStorage.setItem("known", "yes");
    come(person);
  } catch (error) {
    fill(box, html`<p class="problem" role="alert">${String(/** @type {any} */ (error).message)}</p>`);
  }
}
