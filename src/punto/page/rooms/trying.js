/** On a demo floor the house's own rooms can be tried without a name: one click, on the machine that the floor runs on. */
import { get, post } from "../line/api.js";
import { fill, html } from "../draw/markup.js";
import { t } from "../words/words.js";

/** Offer it below a login, where this floor is for trying. @param {HTMLElement} element @param {string[]} duties @param {(person: any) => void} come */
export async function offer(element, duties, come) {
  const floor = await get("floor").catch(() => null);
  if (!floor?.demo || !element.querySelector(".login") || element.querySelector(".trying")) return;
  const box = document.createElement("section");
  box.className = "panel trying";
  (element.querySelector("main") ?? element).append(box);
  fill(box, html`<h2>${t("trying")}</h2><p class="note">${t("trying.why")}</p><div class="links">${duties.map((duty) => html`<button class="btn" data-try="${duty}">${t(`trying.${duty}`)}</button>`)}</div>`);
  box.addEventListener("click", async (event) => {
    const duty = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.try;
    if (duty) await admitted(box, duty, come);
  });
}

/** @param {HTMLElement} box @param {string} duty @param {(person: any) => void} come */
async function admitted(box, duty, come) {
  try {
    const { person } = await post("guest", { duty });
    localStorage.setItem("known", "yes");
    come(person);
  } catch (error) {
    fill(box, html`<p class="problem" role="alert">${String(/** @type {any} */ (error).message)}</p>`);
  }
}
