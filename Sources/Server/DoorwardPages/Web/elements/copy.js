import { text } from "../messages/text.js";
import { button } from "./dom.js";
import { announce } from "./status.js";

/**
 * A button that copies `value` and shows the result on itself, without changing its size.
 *
 * @param {string} value
 * @param {{text: string, label?: string, class?: string, testid: string}} options
 */
export function copyButton(value, { text: caption, label, class: style = "button quiet", testid }) {
  /** @type {number | undefined} */
  let restoring;
  const control = button(caption, async () => {
    // The browser or its policy may refuse. The user can still select the value on the page.
    const isCopied = await navigator.clipboard.writeText(value).then(() => true, () => false);
    control.style.setProperty("min-inline-size", `${control.offsetWidth}px`);
    control.textContent = text(isCopied ? "action.copied" : "action.copyRefused");
    announce(text(isCopied ? "action.copiedStatus" : "action.copyRefusedStatus"));
    window.clearTimeout(restoring);
    restoring = window.setTimeout(() => { control.textContent = caption; }, 2_000);
  }, { class: style, "aria-label": label, testid });
  return control;
}
