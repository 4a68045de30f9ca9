/** HTTP requests to the server; a refusal is an error with its text. */

export class Refused extends Error {
  /** @param {number} status @param {{code?: string, words?: string, section?: string, detail?: any}} error @param {any} [review] what is wrong with a submission */
  constructor(status, error, review) {
    super(error.words ?? error.code ?? `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? "";
    this.section = error.section ?? "";
    this.detail = error.detail;
    this.review = review;
  }
}

/** @param {Response} answer @returns {Promise<any>} */
async function read(answer) {
  const json = (answer.headers.get("content-type") ?? "").includes("json");
  const body = json ? await answer.json() : await answer.text();
  if (!answer.ok)
    throw new Refused(
      answer.status,
      body?.error ?? { words: json ? undefined : String(body).slice(0, 200) },
      body?.review,
    );
  return body;
}

/** @param {string} path @param {Record<string, string | number | boolean | undefined>} [query] */
export function get(path, query = {}) {
  const asked = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([key, value]) => [key, String(value)]),
  );
  return fetch(`/api/${path}${asked.size ? `?${asked}` : ""}`, { headers: { accept: "application/json" } }).then(read);
}

/** @param {string} path @param {unknown} [body] @param {string} [type] */
export const post = (path, body = {}, type = "application/json") =>
  fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": type, accept: "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  }).then(read);

/** @param {string} name */
export const table = (name) => `tables/${encodeURIComponent(name)}`;

/** The picture of a table, no older than what was shown of it meanwhile. @param {string} name @param {() => number} shown the version that is shown */
export async function pictured(name, shown) {
  for (;;) {
    const { picture } = await get(`${table(name)}/picture`);
    if (picture.version >= shown()) return picture;
  }
}

/** Ensure that the user has a session: an existing one, or a guest's. @returns {Promise<any>} */
export async function known() {
  const before = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
  const person = before ?? (await post("guest")).person;
  localStorage.setItem("known", "yes");
  return person;
}
