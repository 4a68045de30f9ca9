/** Redrawn markup keeps the focus, for keyboard users. */
import { fill } from "../draw/markup.js";

/** The name by which an element is found again after its markup was made anew. @param {Element} element */
function sign(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const marks = [...element.attributes].filter(
    (one) =>
      one.name.startsWith("data-") ||
      one.name === "name" ||
      one.name === "href" ||
      (one.name === "value" && element.getAttribute("type") === "checkbox"),
  );
  return marks.length
    ? element.localName + marks.map((one) => `[${one.name}="${CSS.escape(one.value)}"]`).join("")
    : "";
}

/** @param {Element} root @param {() => void} change */
export function refocused(root, change) {
  const focused = document.activeElement,
    found = focused && root.contains(focused) ? sign(focused) : "",
    caret = focused instanceof HTMLInputElement && focused.type === "text" ? focused.selectionStart : null;
  change();
  if (!found || focused?.isConnected) return;
  const again = root.querySelector(found);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement && caret !== null) again.setSelectionRange(caret, caret);
}

/** Fill an element, and leave the focus on what had it. @param {Element | null} element @param {import("../draw/markup.js").Markup | string} markup */
export function refill(element, markup) {
  if (element) refocused(element, () => fill(element, markup));
}

/** Whether the user is filling in a field; periodic refreshes wait for that. @param {Element} root */
export const writing = (root) =>
  root.contains(document.activeElement) && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
