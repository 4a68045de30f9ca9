/** The administrator's room: people and their duties, how they log in, the parameters, and the journal of all that. */
import { ident } from "../game/acts.js";
import { get, post } from "../net/api.js";
import { html } from "../draw/markup.js";
import { stamp } from "../i18n/names.js";
import { has, t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { login } from "./login.js";
import { Room, said } from "./room.js";

const MAY = ["administrator", "surveillance", "auditor", "regulator"],
  DUTIES = ["player", "dealer", "floor", "cage", "security", "surveillance", "auditor", "regulator", "administrator"],
  PLACE = "house/floor";

/** @typedef {{who: string, name: string, duties: string[], rank: string | null, disabled: boolean, code: boolean, "code-due": boolean, "one-time": boolean, last: number | null}} Entry */

export class PeopleRoom extends Room {
  constructor() {
    super("people", "people wide", false);
    /** @type {any} */
    this.me = null;
    /** @type {any} */
    this.office = null;
    /** @type {{who: string, name: string, password: string} | null} shown once */
    this.invited = null;
    /** @type {{secret: string, address: string} | null} of one's own authenticator app */
    this.own = null;
    /** @type {{id: string, who: string, duty: string, name: string} | null} a grant that waits for a second person */
    this.waits = null;
    this.problem = "";
  }

  async begin() {
    this.me = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    while (!this.me || this.me.guest) this.me = await login(this.main, t("people.login"), MAY);
    await this.look();
  }

  get may() {
    return this.me?.duties.includes("administrator");
  }

  async look() {
    await this.ask(() => get("people"));
  }

  /** Ask for something whose answer is the whole room. @param {() => Promise<any>} work */
  async ask(work) {
    try {
      this.office = await work();
      this.problem = "";
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const button = target.closest("button");
    if (!(button instanceof HTMLButtonElement)) return;
    const { revoke, who = "" } = button.dataset;
    if (revoke) await this.entrust({ who, duty: revoke, revoke: true });
    if (button.dataset.off !== undefined)
      await this.reasoned((why) => post("people/admit", { who, off: button.dataset.off === "yes", why }));
    if (button.dataset.renew !== undefined)
      await this.reasoned(async (why) => {
        this.invited = await post("people/renew", { who, why });
        return get("people");
      });
    if (button.dataset.app !== undefined) {
      this.own = await post("code");
      this.render();
    }
    if (button.dataset.drop !== undefined) {
      this.waits = this.invited = null;
      this.render();
    }
  }

  /** Ask for a reason first. @param {(why: string) => Promise<any>} work */
  async reasoned(work) {
    const why = prompt(t("people.why"))?.trim();
    if (why) await this.ask(() => work(why));
  }

  /** @param {HTMLFormElement} form */
  async sent(form) {
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()])),
      work = /** @type {Record<string, () => Promise<void>>} */ ({
        add: async () => {
          await this.ask(async () => {
            this.invited = await post("people", { name: given.name });
            return get("people");
          });
        },
        grant: () => this.entrust({ who: given.who, duty: given.duty }),
        second: () => this.second(given),
        set: async () => {
          const { name, value, why } = given;
          await this.ask(() => post("people/parameter", { name, value: Number(value), why }));
        },
        app: async () => {
          await this.ask(async () => {
            await post("code/confirm", { code: given.code });
            this.own = null;
            return get("people");
          });
        },
      })[form.dataset.form ?? ""];
    await work?.();
  }

  /** Grant or revoke; a grant that needs a second person waits for one. @param {{who: string, duty: string, revoke?: boolean}} asked */
  async entrust(asked) {
    const id = ident();
    try {
      this.office = await post("people/duty", { id, ...asked });
      this.problem = "";
    } catch (error) {
      if (/** @type {any} */ (error).code === "second-person")
        this.waits = { id, who: asked.who, duty: asked.duty, name: this.nameOf(asked.who) };
      else this.problem = said(error);
    }
    this.render();
  }

  /** A second person signs at this screen. @param {Record<string, string>} given */
  async second(given) {
    const waits = this.waits;
    if (!waits) return;
    const { id, who, duty } = waits;
    await this.ask(async () => {
      const { name, password, code } = given,
        signed = await post("cosign", { place: PLACE, command: { id, who, duty }, name, password, code: code ?? "" }),
        office = await post("people/duty", { id, who, duty, cosign: signed.token });
      this.waits = null;
      return office;
    });
  }

  /** @param {string} who */
  nameOf(who) {
    return this.office?.people.find((/** @type {Entry} */ one) => one.who === who)?.name ?? who;
  }

  render() {
    if (!this.office) {
      if (this.problem) refill(this.main, html`<p class="problem" role="alert">${this.problem}</p>`);
      return;
    }
    const { people, journal, apart, parameters } = this.office;
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${t("nav.people")}</h1>
          <p class="note">${t("people.note", { people: people.length })}</p>
        </div>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : ""}${this.invitation()}${this.waiting()}
        <div class="office">
          <section class="panel" aria-label="${t("nav.people")}">
            <table class="law staff">
              <thead>
                <tr>
                  ${["person", "duties", "login-by", "last", "state"].map((one) => html`<th>${t(`people.${one}`)}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${people.map((/** @type {Entry} */ one) => this.row(one))}
              </tbody>
            </table>
            ${this.may ? this.forms(people) : ""}
          </section>
          <div class="aside">
            <section class="panel">
              <h2>${t("people.journal")}</h2>
              <ol class="acts">
                ${journal.map((/** @type {any} */ one) => this.told(one))}
              </ol>
            </section>
            <section class="panel">
              <h2>${t("people.apart")}</h2>
              <dl class="plain">
                ${[...byReason(apart)].map(
                  ([why, pairs]) =>
                    html`<dt>${why}</dt>
                      <dd>${pairs.join(" · ")}</dd>`,
                )}
              </dl>
            </section>
            <section class="panel">
              <h2>${t("people.parameters")}</h2>
              <dl class="plain">
                ${parameters.map(
                  (/** @type {any} */ one) =>
                    html`<dt>${one.name}<small>${one.about}</small></dt>
                      <dd>${one.value}</dd>`,
                )}
              </dl>
            </section>
            ${this.app()}
          </div>
        </div>`,
    );
  }

  /** @param {Entry} one */
  row(one) {
    const state = one.disabled
      ? "disabled"
      : one["one-time"]
        ? "invited"
        : one["code-due"]
          ? "code-due"
          : one.duties.length
            ? "active"
            : "no-duty";
    return html`<tr class="${one.disabled ? "e" : ""}">
      <th scope="row">${one.name}<small class="sec">${one.who}</small></th>
      <td class="duties">
        ${one.duties.map(
          (each) =>
            html`<span class="tag"
              >${duty(each)}${each === "floor" && one.rank ? ` · ${one.rank}` : ""}${this.may && one.who !== this.me.who ? html`<button class="btn ghost mini" data-revoke="${each}" data-who="${one.who}" aria-label="${t("people.revoke", { duty: duty(each), name: one.name })}">×</button>` : ""}</span
            >`,
        )}
      </td>
      <td>${t(one.code ? "people.with-app" : "people.password")}</td>
      <td class="sec">${one.last ? stamp(one.last) : "–"}</td>
      <td>
        <span class="is">${t(`people.is.${state}`)}</span
        >${this.may && one.who !== this.me.who ? html` <button class="btn mini" data-off="${one.disabled ? "no" : "yes"}" data-who="${one.who}">${t(one.disabled ? "people.enable" : "people.disable")}</button><button class="btn mini" data-renew data-who="${one.who}">${t("people.renew")}</button>` : ""}
      </td>
    </tr>`;
  }

  /** @param {Entry[]} people */
  forms(people) {
    return html`<form data-form="grant" class="fields">
        <label
          >${t("people.person")}<select name="who">
            ${people.map((one) => html`<option value="${one.who}">${one.name}</option>`)}
          </select></label
        ><label
          >${t("people.duty")}<select name="duty">
            ${DUTIES.map((one) => html`<option value="${one}">${duty(one)}</option>`)}
          </select></label
        ><button class="btn primary">${t("people.grant")}</button>
      </form>
      <form data-form="add" class="fields">
        <label>${t("people.name")}<input name="name" autocomplete="off" maxlength="24" required /></label
        ><button class="btn">${t("people.add")}</button>
      </form>
      <form data-form="set" class="fields">
        <label
          >${t("people.parameter")}<select name="name">
            ${this.office.parameters.map((/** @type {any} */ one) => html`<option>${one.name}</option>`)}
          </select></label
        ><label>${t("people.value")}<input name="value" inputmode="numeric" pattern="[0-9]+" required /></label
        ><label>${t("people.why")}<input name="why" maxlength="200" required /></label
        ><button class="btn">${t("people.set")}</button>
      </form>`;
  }

  invitation() {
    const { invited } = this;
    return invited
      ? html`<section class="panel ask" role="status">
          <h2>${t("people.invited", { name: invited.name })}</h2>
          <p><code>${invited.password}</code></p>
          <p class="note">${t("people.once")}</p>
          <button class="btn" data-drop>${t("close")}</button>
        </section>`
      : "";
  }

  waiting() {
    const { waits } = this;
    return waits
      ? html`<section class="panel ask">
          <h2>${t("people.waits", { duty: duty(waits.duty), name: waits.name })}</h2>
          <p class="note">${t("people.second")}</p>
          <form data-form="second" class="fields">
            <label>${t("login.name")}<input name="name" autocomplete="off" required /></label
            ><label>${t("login.password")}<input name="password" type="password" autocomplete="off" required /></label
            ><label>${t("login.code")}<input name="code" inputmode="numeric" maxlength="6" autocomplete="off" /></label
            ><button class="btn primary">${t("people.sign")}</button
            ><button type="button" class="btn" data-drop>${t("people.drop")}</button>
          </form>
        </section>`
      : "";
  }

  /** One's own authenticator app. */
  app() {
    const { own } = this;
    return html`<section class="panel">
      <h2>${t("people.app")}</h2>
      ${
        own
          ? html`<p><code>${own.secret}</code></p>
              <p><a href="${own.address}">${t("people.open-app")}</a></p>
              <form data-form="app" class="fields">
                <label
                  >${t("login.code")}<input
                    name="code"
                    inputmode="numeric"
                    maxlength="6"
                    autocomplete="one-time-code"
                    required /></label
                ><button class="btn primary">${t("people.confirm")}</button>
              </form>`
          : html`<button class="btn" data-app>${t("people.new-app")}</button>`
      }
    </section>`;
  }

  /** @param {any} one */
  told(one) {
    const about = [one.detail.duty, one.detail.what, one.detail.name, one.detail.after, one.detail.why].filter(Boolean);
    return html`<li class="${one.emergency ? "emergency" : ""}">
      <time>${stamp(one.at)}</time>
      <p>
        ${one.emergency ? html`<b>${t("people.emergency")}</b> ` : ""}<b>${one.name}</b>
        ${one.event.replaceAll("-", " ")}${one.person ? html` <b>${one.person}</b>` : ""}${about.length ? ` · ${about.join(" · ")}` : ""}
      </p>
    </li>`;
  }
}

/**
 * Pairs of duties that one person may not hold, by the reason; a duty that excludes several is named once.
 * @param {{ one: string, other: string, why: string }[]} apart
 */
function byReason(apart) {
  const reasons = /** @type {Map<string, Map<string, string[]>>} */ (new Map());
  for (const { one, other, why } of apart) {
    const pairs = reasons.get(why) ?? new Map();
    reasons.set(why, pairs.set(duty(one), [...(pairs.get(duty(one)) ?? []), duty(other)]));
  }
  return new Map(
    [...reasons].map(([why, pairs]) => [why, [...pairs].map(([one, others]) => `${one} – ${others.join(", ")}`)]),
  );
}

/** @param {string} key */
const duty = (key) => t(has(`duty.${key}`) ? `duty.${key}` : key);

customElements.define("punto-people", PeopleRoom);
