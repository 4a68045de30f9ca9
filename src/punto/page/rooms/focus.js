/** Markup that is drawn again keeps the focus: whoever works with keys stays where they were. */

/** @param {Element} element */
function sign(element) {
  const said = element instanceof HTMLElement || element instanceof SVGElement ? Object.entries(element.dataset) : [];
  return said.map(([name, value]) => `[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${CSS.escape(value ?? "")}"]`).join("") || (element.getAttribute("name") ? `[name="${element.getAttribute("name")}"]` : "");
}

/** @param {Element} root @param {() => void} change */
export function refocused(root, change) {
  const focused = document.activeElement, found = focused && root.contains(focused) ? sign(focused) : "", caret = focused instanceof HTMLInputElement && focused.type === "text" ? focused.selectionStart : null;
  change();
  if (!found || focused?.isConnected) return;
  const again = root.querySelector(found);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement && caret !== null) again.setSelectionRange(caret, caret);
}

/** Whether somebody is filling something in: what is looked up again by the clock waits for that. @param {Element} root */
export const writing = (root) => root.contains(document.activeElement) && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
