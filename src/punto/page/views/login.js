/** Login by name and password, for staff views. */
import { post } from "../net/api.js";
import { fill, html } from "../draw/markup.js";
import { t } from "../i18n/words.js";
import { offer } from "./demo_login.js";

/** Show the login form in an element until a user is logged in. @param {HTMLElement} element @param {string} why @param {string[]} [duties] those that open this room @returns {Promise<any>} */
export function login(element, why, duties = ["surveillance", "auditor"]) {
  return new Promise((resolve) => {
    let coded = false; // a code of the authenticator app is asked for, too
    const show = (/** @type {string} */ problem) =>
      fill(
        element,
        html`<main id="main" tabindex="-1">
          <form class="login panel">
            <h1>${t("login.title")}</h1>
            <p class="note">${why}</p>
            ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}<label
              >${t("login.name")}<input name="name" autocomplete="username" required /></label
            ><label
              >${t("login.password")}<input
                name="password"
                type="password"
                autocomplete="current-password"
                required /></label
            >${coded ? html`<label>${t("login.code")}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required /></label>` : ""}<button
              class="btn primary"
            >
              ${t("login.go")}
            </button>
          </form>
        </main>`,
      );
    show("");
    offer(element, duties, resolve);
    element.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
      try {
        const { person } = await post("login", {
          name: given.get("name"),
          password: given.get("password"),
          ...(coded ? { code: given.get("code") } : {}),
        });
        localStorage.setItem("known", "yes");
        resolve(person);
      } catch (error) {
        coded ||= /** @type {any} */ (error).code === "code-needed";
        show(String(/** @type {any} */ (error).message));
        for (const name of ["name", "password"])
          if (coded) /** @type {any} */ (element.querySelector(`[name=${name}]`)).value = given.get(name);
        offer(element, duties, resolve);
      }
    });
  });
}
