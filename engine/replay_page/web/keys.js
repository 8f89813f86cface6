/** A key presses the button that names it (aria-keyshortcuts); where two do, the one that is not chosen yet. */

/**
 * @param {any} page the Laboratory
 * @param {KeyboardEvent} event which is left to the browser where it belongs there, or to what has the focus
 */
export function press({ player, run }, event) {
  const { key, target, ctrlKey, metaKey, altKey } = event, { tagName, type } = /** @type {any} */ (target);
  const typed = tagName === "SELECT" || (tagName === "INPUT" && !["range", "checkbox"].includes(type));
  if (ctrlKey || metaKey || altKey || typed || (["BUTTON", "SUMMARY"].includes(tagName) && (key === " " || key === "Enter"))) return;
  const name = CSS.escape(key === " " ? "Space" : key);
  const button = /** @type {HTMLElement} */ (document.querySelector(`[aria-keyshortcuts="${name}"]:not([aria-pressed="true"])`));
  if (button) button.click();
  else if (key === "Home") player.seek(0);
  else if (key === "End") player.seek(run.duration_s);
  else return;
  event.preventDefault();
}
