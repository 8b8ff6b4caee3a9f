import { button } from "./dom.js";
import { announce } from "./status.js";

/**
 * A button that copies `value` and says so on itself, without changing its size.
 *
 * @param {string} value
 * @param {{text: string, label?: string, testid: string}} options
 */
export function copyButton(value, { text, label, testid }) {
  /** @type {number | undefined} */
  let restoring;
  const control = button(text, async () => {
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      said = "Not allowed"; // the browser or its policy refuses; the value is on the page to select
    }
    control.style.setProperty("min-inline-size", `${control.offsetWidth}px`);
    control.textContent = said;
    announce(said === "Copied" ? "Copied." : "This browser does not allow copying here.");
    window.clearTimeout(restoring);
    restoring = window.setTimeout(() => { control.textContent = text; }, 2_000);
  }, { class: "button quiet", "aria-label": label, testid });
  return control;
}
