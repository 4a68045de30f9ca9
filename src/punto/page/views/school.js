/** The dealer school: questions that the engine asks and answers. What the student knows is kept in this browser alone. */
import { get, post } from "../net/api.js";
import { unpack } from "../draw/card.js";
import { html } from "../draw/markup.js";
import { t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { certificate, choosing, examResult, lessonSheet, questionSheet, telling } from "./lessons.js";
import { Room, said, save } from "./room.js";

const KEPT = "school",
  FORM = "school/1",
  SEEDS = 1_000_000,
  EXAM = 20;

/** @returns {{form: string, items: Record<string, any>, sittings: any[]}} as the terminal's file has it */
function kept() {
  const none = { form: FORM, items: {}, sittings: [] };
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return found?.form === FORM ? { ...none, ...found } : none;
  } catch {
    return none;
  }
}

export class School extends Room {
  constructor() {
    super("school", "sheetroom school");
    /** @type {any} */
    this.about = null;
    this.progress = kept();
    this.book = localStorage.getItem("school.book") ?? "";
    /** @type {string[]} none: all of them */
    this.kinds = [];
    this.name = localStorage.getItem("school.name") ?? "";
    this.seconds = 0;
    this.view = "choose";
    /** @type {any} */
    this.question = null;
    /** @type {any} feedback after the answer */
    this.told = null;
    this.score = { asked: 0, right: 0 };
    /** @type {string[]} letters of an order, as far as it is */
    this.order = [];
    this.unread = "";
    this.problem = "";
    /** @type {any} what is taught before the first question of a kind */
    this.lesson = null;
    /** @type {Set<string>} kinds taught since this view was opened */
    this.taught = new Set();
    /** @type {any} */
    this.exam = null;
    /** @type {any} */
    this.marks = null;
  }

  async begin() {
    try {
      [this.about] = await Promise.all([get("school"), unpack(document)]);
      if (!this.there.length) this.book = this.about.books[0].rulebook;
    } catch (error) {
      this.problem = said(error);
    }
    this.ticking = window.setInterval(() => this.tick(), 500);
    this.addEventListener("keydown", (event) => this.keyed(event));
    this.render();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  /** The kinds of questions of the rulebook. @returns {{kind: string, title: string}[]} */
  get there() {
    return this.about?.books.find((/** @type {any} */ one) => one.rulebook === this.book)?.kinds ?? [];
  }
  get left() {
    return this.exam ? Math.max(0, this.exam.seconds - Math.floor((Date.now() - this.exam.begun) / 1000)) : 0;
  }

  /** Keep what has changed. @param {Record<string, any>} items @param {any} [sitting] */
  keep(items, sitting) {
    Object.assign(this.progress.items, items);
    if (sitting) this.progress.sittings.push(sitting);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.progress));
    } catch {
      this.problem = t("school.full");
    }
  }

  // ---------------------------------------------------------------- what the student does

  /** @param {HTMLElement} target */
  pressed(target) {
    const { begin, say, order, back, next, home, exam, print, file, keepfile, lesson } =
      target.closest("button")?.dataset ?? {};
    if (begin !== undefined) this.practise();
    if (exam !== undefined) this.sit();
    if (lesson) this.read(lesson);
    if (say !== undefined) this.answer(say);
    if (order !== undefined) this.ordered(order);
    if (back !== undefined) {
      this.order.pop();
      this.render();
    }
    if (next !== undefined) this.next();
    if (home !== undefined) this.go("choose");
    if (print !== undefined) print_();
    if (file !== undefined) this.file();
    if (keepfile !== undefined) save("school.json", JSON.stringify(this.progress, null, 1), "application/json");
  }

  /** Letters answer, Enter goes on. @param {KeyboardEvent} event */
  keyed(event) {
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, select, button, a");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && this.told) this.next();
    else if (this.question && !this.told && /^[a-z]$/i.test(event.key))
      this.querySelector(`[data-letter="${event.key.toLowerCase()}"]`)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true }),
      );
  }

  /** @param {HTMLInputElement} field */
  async chosen(field) {
    if (field.name === "book") {
      this.book = field.value;
      this.kinds = [];
      localStorage.setItem("school.book", this.book);
    }
    if (field.name === "kind")
      this.kinds = field.checked ? [...this.kinds, field.value] : this.kinds.filter((kind) => kind !== field.value);
    if (field.name === "seconds") this.seconds = Number(field.value);
    if (field.name === "progress" && field.files?.[0]) await this.bring(field.files[0]);
    if (field.type !== "text") this.render(); // a button that is pressed next must not be made anew
  }

  /** Progress of the terminal, or of another browser. @param {File} file */
  async bring(file) {
    try {
      const found = JSON.parse(await file.text());
      if (found?.form !== FORM) throw new Error(t("school.not-progress"));
      this.progress = { form: FORM, items: found.items ?? {}, sittings: found.sittings ?? [] };
      this.keep({});
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof SyntaxError ? t("school.not-progress") : said(error);
    }
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    if (field.name !== "name") return;
    this.name = field.value;
    localStorage.setItem("school.name", this.name);
  }

  /** @param {HTMLFormElement} form */
  sent(form) {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("said"));
    if (field) this.answer(field.value);
  }

  /** @param {string} view */
  go(view) {
    Object.assign(this, {
      view,
      question: null,
      told: null,
      unread: "",
      order: [],
      problem: "",
      ...(view === "choose" ? { exam: null, marks: null } : {}),
    });
    this.render();
    this.main.focus();
  }

  // ---------------------------------------------------------------- practice

  practise() {
    this.score = { asked: 0, right: 0 };
    this.go("practice");
    this.next();
  }

  async next() {
    if (this.exam) return this.following();
    const last = this.question?.item ?? "";
    Object.assign(this, { told: null, order: [], unread: "" });
    try {
      this.question = await post("school/next", {
        rulebook: this.book,
        kinds: this.kinds,
        items: this.of(),
        last,
        seed: chance(),
      });
    } catch (error) {
      this.problem = said(error);
    }
    await this.teach();
    this.shown();
  }

  /** Before the first question of a kind comes its lesson. */
  async teach() {
    const kind = this.question?.kind;
    this.lesson = null;
    if (!kind || this.taught.has(kind) || Object.keys(this.of()).some((name) => name.includes(` ${kind} `))) return;
    this.taught.add(kind);
    this.lesson = await this.lessonOf(kind).catch(() => null); // the question can be asked without it
  }

  /** @param {string} kind @returns {Promise<any>} */
  lessonOf(kind) {
    return get("school/lesson", { rulebook: this.book, kind, seed: chance() });
  }

  /** Read a lesson by itself. @param {string} kind */
  async read(kind) {
    try {
      this.lesson = await this.lessonOf(kind);
      this.taught.add(kind);
      this.go("lesson");
    } catch (error) {
      this.problem = said(error);
      this.render();
    }
  }

  /** The progress for this rulebook; the rest is not sent. */
  of() {
    return Object.fromEntries(Object.entries(this.progress.items).filter(([name]) => name.startsWith(`${this.book} `)));
  }

  shown() {
    this.since = Date.now();
    this.render();
    /** @type {HTMLElement | null} */ (
      this.querySelector(".answering input") ?? this.querySelector(".question h2")
    )?.focus();
  }

  /** @param {string} choice */
  ordered(choice) {
    if (!this.order.includes(choice)) this.order.push(choice);
    this.render();
    if (this.order.length === this.question.choices.length) this.answer(this.order.join(", "));
  }

  /** @param {string} text */
  async answer(text) {
    if (this.told || !this.question) return;
    try {
      if (this.exam) await this.put(text);
      else await this.hear(text);
      this.unread = "";
    } catch (error) {
      this.unread = said(error);
      this.order = [];
    }
    this.render();
    if (this.told) /** @type {HTMLElement | null} */ (this.querySelector("[data-next]"))?.focus();
  }

  /** @param {string} text */
  async hear(text) {
    const item = this.progress.items[this.question.item],
      took = Date.now() - (this.since ?? Date.now());
    this.told = await post("school/answer", {
      question: this.question.id,
      said: text,
      took,
      seconds: this.seconds || null,
      items: item ? { [this.question.item]: item } : {},
    });
    this.keep(this.told.items);
    this.score = { asked: this.score.asked + 1, right: this.score.right + Number(this.told.right) };
  }

  // ---------------------------------------------------------------- exams

  async sit() {
    const paper = { rulebook: this.book, kinds: this.kinds, questions: EXAM, seed: chance() };
    try {
      const { questions, seconds } = await post("school/exam", paper);
      this.exam = { paper, questions, seconds, given: [], begun: Date.now() };
      this.go("exam");
      this.following();
    } catch (error) {
      this.problem = said(error);
      this.render();
    }
  }

  following() {
    this.order = [];
    this.question = this.exam.questions[this.exam.given.length] ?? null;
    if (!this.question) return this.mark();
    return this.shown();
  }

  /** An answer in an exam is read and put away; nothing is said of it. @param {string} text */
  async put(text) {
    await post("school/read", { question: this.question.id, said: text });
    this.exam.given.push({ said: text, seconds: Math.ceil((Date.now() - this.exam.begun) / 1000) });
    this.following();
  }

  get sat() {
    return { ...this.exam.paper, given: this.exam.given, items: this.of(), name: this.name };
  }

  async mark() {
    if (this.view === "marks") return;
    this.view = "marks";
    this.question = null;
    try {
      this.marks = await post("school/marks", this.sat);
      this.keep(this.marks.items, this.marks.sitting);
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
    this.main.focus();
  }

  async file() {
    const answer = await fetch("/api/school/certificate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(this.sat),
    });
    if (answer.ok) save("certificate.html", await answer.text(), "text/html");
  }

  tick() {
    if (this.view !== "exam") return;
    const clock = this.querySelector(".clockleft");
    if (clock) clock.textContent = time(this.left);
    if (this.left <= 0) this.mark();
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    refill(
      this.main,
      html`${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : ""}${
        this.about
          ? this.shows()
          : html`<h1>${t("nav.school")}</h1>
              <p>${t("loading")}</p>`
      }`,
    );
  }

  shows() {
    if (this.view === "choose") return choosing(this);
    if (this.view === "lesson")
      return html`<div class="roomhead">
          <h1>${t("school.lesson")}</h1>
          <span class="grow"></span><button class="btn" data-home>${t("school.home")}</button>
        </div>
        ${lessonSheet(this.lesson)}`;
    if (this.view === "marks")
      return this.marks
        ? html`${examResult(this)}${this.marks.certificate ? certificate(this.marks.certificate) : ""}`
        : html`<h1>${t("school.exam")}</h1>
            <p>${t("loading")}</p>`;
    const many = this.exam
      ? t("school.of", { number: this.exam.given.length + 1, of: this.exam.questions.length })
      : t("school.score", this.score);
    return html`<div class="roomhead">
        <h1>${t(this.exam ? "school.exam" : "school.practice")}</h1>
        <p class="note">${t(`rulebook.${this.book}`)} · <span role="status">${many}</span></p>
        <span class="grow"></span
        >${this.exam ? html`<p class="tag clock" role="timer">${t("school.left")} <b class="clockleft">${time(this.left)}</b></p>` : ""}<button
          class="btn"
          data-home
        >
          ${t(this.exam ? "school.give-up" : "school.stop")}
        </button>
      </div>
      ${this.lesson && !this.exam ? lessonSheet(this.lesson) : ""}${this.question ? questionSheet(this) : html`<p>${t("loading")}</p>`}${this.told ? telling(this) : ""}`;
  }
}

const chance = () => Math.floor(Math.random() * SEEDS);
const print_ = () => window.print();
/** @param {number} seconds */
const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
customElements.define("punto-school", School);
