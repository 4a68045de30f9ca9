/** The views of the school: choices, a question with its exhibits, feedback, marks, a certificate. */
import { picture } from "../draw/card.js";
import { options, share } from "../draw/plots.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { cardName, stamp, day } from "../i18n/names.js";
import { paragraph } from "./explain.js";
import { cited, has, t } from "../i18n/words.js";

/** @typedef {import("./school.js").School} School */

const LETTERS = "abcdefghijklmnopqrstuvwxyz",
  TIMES = [0, 4, 8, 15, 30];
/** @param {{kind: string, title: string}} kind */
const kindName = (kind) => (has(`kind.${kind.kind}`) ? t(`kind.${kind.kind}`) : kind.title);

/** @param {School} school */
export function choosing(school) {
  const books = school.about.books.map((/** @type {any} */ one) => one.rulebook),
    exams = school.progress.sittings.filter((one) => one.rulebook === school.book);
  return html`<div class="roomhead">
      <h1>${t("nav.school")}</h1>
      <p class="note">${t("school.note")}</p>
    </div>
    <section class="panel">
      <h2>${t("school.what")}</h2>
      <div class="schoolhead">
        <label
          >${t("odds.book")}<select name="book">
            ${options(books, school.book, (book) => t(`rulebook.${book}`))}
          </select></label
        ><label
          >${t("school.seconds")}<select name="seconds">
            ${options(TIMES, school.seconds, (seconds) => (seconds ? t("school.in-seconds", { seconds }) : t("school.any-time")))}
          </select></label
        ><label
          >${t("school.name")}<input type="text" name="name" value="${school.name}" autocomplete="name" maxlength="80"
        /></label>
      </div>
      <p class="row">
        <button class="btn primary" data-begin>${icon("play")}${t("school.begin")}</button
        ><button class="btn" data-exam>
          ${icon("flag")}${t("school.sit", { minutes: (20 * school.about.seconds) / 60 })}
        </button>
      </p>
      <p class="note">${t("school.pass", { percent: school.about["pass-percent"] })}</p>
    </section>
    <section class="panel">
      <h2>${t("school.kinds")}<span class="sec">${t("school.all-if-none")}</span></h2>
      <ul class="kinds">
        ${school.there.map((kind) => standing(school, kind))}
      </ul>
    </section>
    ${
      exams.length
        ? html`<section class="panel">
            <h2>${t("school.exams")}</h2>
            <ul class="exams">
              ${exams
                .slice(-8)
                .reverse()
                .map(
                  (one) =>
                    html`<li>
                      <span>${day(one.at)}, ${stamp(one.at)}</span
                      ><b>${one.marks.filter((/** @type {any} */ mark) => mark.right).length} / ${one.marks.length}</b>
                    </li>`,
                )}
            </ul>
          </section>`
        : ""
    }
    <p class="row">
      <button class="btn" data-keepfile>${icon("download")}${t("school.keep")}</button
      ><label class="btn filebtn"
        >${t("school.bring")}<input class="vh" type="file" name="progress" accept=".json,application/json" /></label
      ><span class="note">${t("school.kept")}</span>
    </p>`;
}

/** @param {School} school @param {{kind: string, title: string}} kind */
function standing(school, kind) {
  const own = Object.entries(school.progress.items)
    .filter(([name]) => name.startsWith(`${school.book} ${kind.kind} `))
    .map(([, item]) => item);
  const asked = own.reduce((sum, one) => sum + (one.asked ?? 0), 0),
    right = own.reduce((sum, one) => sum + (one.right ?? 0), 0),
    again = own.filter(
      (one) => (one.missed !== undefined && one.missed !== null) || (one.due ?? 0) <= Date.now(),
    ).length;
  return html`<li>
    <label class="tick"
      ><input
        type="checkbox"
        name="kind"
        value="${kind.kind}"
        ${school.kinds.includes(kind.kind) ? html`checked` : ""}
      />${kindName(kind)}</label
    ><button
      class="btn ghost lessonbtn"
      data-lesson="${kind.kind}"
      aria-label="${t("school.lesson.of", { kind: kindName(kind) })}"
    >
      ${t("school.lesson")}</button
    ><span class="sec"
      >${asked ? t("school.standing", { right, asked }) : t("school.new")}${again && asked ? html` · ${t("school.due", { many: again })}` : ""}</span
    >${share(right, Math.max(1, asked))}
  </li>`;
}

/** A lesson: what the document requires, and a question of this kind with its answer. @param {any} lesson */
export const lessonSheet = (lesson) =>
  html`<section class="panel lesson">
    <h2>
      ${t("school.lesson.of", { kind: kindName(lesson.example) })}<span class="sec"
        >${t(`rulebook.${lesson.rulebook}`)}</span
      >
    </h2>
    <h3>${t("school.rules")}</h3>
    ${lesson.rules.map(paragraph)}
    <h3>${t("school.example")}</h3>
    <div class="worked">
      ${exhibits(lesson.example)}
      <p lang="en">${lesson.example.prompt}</p>
      <p lang="en"><b>${lesson.explained}</b></p>
    </div>
  </section>`;

/** @param {School} school */
export function questionSheet(school) {
  const { question } = school,
    kind = { kind: question.kind, title: question.title };
  return html`<section class="panel question">
    <p class="sec">${kindName(kind)}</p>
    ${exhibits(question)}
    <h2 tabindex="-1" lang="en">${question.prompt}</h2>
    ${
      school.told
        ? ""
        : html`<div class="answering">${answering(school)}</div>
            ${school.unread ? html`<p class="problem" role="alert"><span lang="en">${school.unread}</span> ${t("school.does-not-count")}</p>` : ""}`
    }
  </section>`;
}

/** The exhibits of a question. @param {any} question */
const exhibits = (question) =>
  question.shown.length
    ? html`<dl class="shown" lang="en">
        ${question.shown.map(
          (/** @type {any} */ one) =>
            html`<div>
              <dt>${one.label}</dt>
              <dd>
                ${one.cards?.length ? html`<span class="row">${one.cards.map((/** @type {string} */ card) => picture(card === "?" ? null : card, 62, cardName(card === "?" ? null : card)))}</span>` : ""}${one.text ? lines(one) : ""}
              </dd>
            </div>`,
        )}
      </dl>`
    : "";

/** The stakes on the felt, seat by seat. @param {any} one */
const lines = (one) =>
  one.label === "on the felt"
    ? html`<ul>
        ${one.text.split("; ").map((/** @type {string} */ seat) => html`<li>${seat}</li>`)}
      </ul>`
    : html`<p>${one.text}</p>`;

/** @param {School} school */
function answering(school) {
  const { form, choices, how } = school.question;
  if (form === "call")
    return html`<div class="row">
      <button class="btn huge" data-say="draws" data-letter="d">${t("school.draws")} <kbd>d</kbd></button
      ><button class="btn huge" data-say="stands" data-letter="s">${t("school.stands")} <kbd>s</kbd></button>
    </div>`;
  if (form === "choice")
    return html`<ol class="choicelist" lang="en">
      ${choices.map(
        (/** @type {string} */ choice, /** @type {number} */ i) =>
          html`<li>
            <button data-say="${LETTERS[i]}" data-letter="${LETTERS[i]}">
              <kbd>${LETTERS[i]}</kbd><span>${choice}</span>
            </button>
          </li>`,
      )}
    </ol>`;
  if (form === "order")
    return html`<p class="note">${t("school.order")}</p>
      <ol class="choicelist" lang="en">
        ${choices.map((/** @type {string} */ choice, /** @type {number} */ i) => {
          const place = school.order.indexOf(LETTERS[i]);
          return html`<li>
            <button
              data-order="${LETTERS[i]}"
              data-letter="${LETTERS[i]}"
              aria-pressed="${place >= 0 ? "true" : "false"}"
            >
              <kbd>${LETTERS[i]}</kbd
              ><span>${choice}</span>${place >= 0 ? html`<b class="placed">${place + 1}</b>` : ""}
            </button>
          </li>`;
        })}
      </ol>
      ${school.order.length ? html`<button class="btn" data-back>${icon("undo")}${t("undo")}</button>` : ""}`;
  return html`<form class="row">
      <label class="grow"
        ><span class="vh">${t("school.answer")}</span
        ><input
          type="text"
          name="said"
          inputmode="${form === "money" ? "decimal" : "numeric"}"
          autocomplete="off"
          placeholder="${form === "money" ? "$1,250" : "6"}" /></label
      ><button class="btn primary">${t("school.answer")}</button>
    </form>
    <p class="sec" lang="en">${how}</p>`;
}

/** @param {School} school */
export function telling(school) {
  const { told } = school,
    said = told.right ? "school.right" : told.late && told.said === told.answer ? "school.late" : "school.wrong";
  return html`<section class="panel told ${told.right ? "right" : "wrong"}" role="status">
    <h2>${icon(told.right ? "check" : "clear", 22)}${t(said)}</h2>
    ${told.right ? "" : html`<p>${t("school.you-said")} <b lang="en">${told.said}</b></p>`}
    <p lang="en">${told.right ? told.why : told.explained}</p>
    <ul class="sections">
      ${told.places.map((/** @type {any} */ place) => html`<li><b>${t(`rulebook.${school.book}`)} ${cited(place.section)}</b><span lang="en">${place.demand}</span></li>`)}
    </ul>
    <p><button class="btn primary" data-next>${icon("next")}${t("school.next")}</button></p>
  </section>`;
}

/** @param {School} school */
export function examResult(school) {
  const { marks } = school,
    of = marks.answers.length,
    wrong = marks.answers
      .map((/** @type {any} */ one, /** @type {number} */ i) => ({
        ...one,
        number: i + 1,
        asked: school.exam.questions[i],
      }))
      .filter((/** @type {any} */ one) => !one.right);
  return html`<div class="roomhead noprint">
      <h1>${t("school.exam")}</h1>
      <span class="grow"></span
      >${marks.passed ? html`<button class="btn primary" data-print>${t("school.print")}</button><button class="btn" data-file>${icon("download")}${t("school.file")}</button>` : ""}<button
        class="btn"
        data-home
      >
        ${t("school.home")}
      </button>
    </div>
    <section class="panel told ${marks.passed ? "right" : "wrong"} noprint" role="status">
      <h2>${icon(marks.passed ? "check" : "clear", 22)}${t(marks.passed ? "school.passed" : "school.not-passed")}</h2>
      <p>${t("school.marks", { right: marks.right, of, percent: Math.floor((100 * marks.right) / of) })}</p>
    </section>
    ${
      wrong.length
        ? html`<section class="panel noprint">
            <h2>${t("school.missed")}</h2>
            <ol class="missed">
              ${wrong.map(
                (/** @type {any} */ one) =>
                  html`<li>
                    <p><b>${one.number}.</b> <span lang="en">${one.asked?.prompt ?? ""}</span></p>
                    <p>
                      ${one.said ? html`${t("school.you-said")} <span lang="en">${one.said}</span>` : t("school.no-answer")}
                    </p>
                    <p lang="en">${one.explained}</p>
                    <p class="sec">
                      <span>${cited(one.places[0]?.section)}</span>
                      <span lang="en">${one.places[0]?.demand ?? ""}</span>
                    </p>
                  </li>`,
              )}
            </ol>
          </section>`
        : ""
    }`;
}

/** To be printed: a page of its own. @param {any} of */
export const certificate = (of) =>
  html`<article class="certificate panel" lang="en">
    <h2>${of.title}</h2>
    <p class="sub">${of.subtitle}</p>
    <p class="lead">${of.words}</p>
    <dl>
      ${of.facts.map(
        (/** @type {[string, string]} */ [name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <table class="law">
      <thead>
        <tr>
          ${of.columns.map((/** @type {string} */ name, /** @type {number} */ i) => html`<th class="${i ? "num" : ""}">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${of.rows.map(
          (/** @type {string[]} */ row) =>
            html`<tr>
              ${row.map((cell, i) => (i ? html`<td class="num">${cell}</td>` : html`<th scope="row">${cell}</th>`))}
            </tr>`,
        )}
      </tbody>
    </table>
    <div class="signs">${of.signatures.map((/** @type {string} */ name) => html`<p>${name}</p>`)}</div>
  </article>`;
