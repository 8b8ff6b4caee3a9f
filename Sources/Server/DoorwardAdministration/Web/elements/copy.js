import { text } from "../texts/text.js";
import { button, element } from "./dom.js";
import { foreign } from "./parts.js";

/**
 * A button that copies `value` and shows the result on itself, without changing its size.
 *
 * @param {string} value @param {{caption?: string, label?: string, class?: string, testid?: string}} options
 *   `label`: what is copied, for screen readers
 */
export function copyButton(value, { caption = text("action.copy"), label, class: style = "button small copy", testid } = {}) {
  let restoring = 0;
  const control = button(caption, async () => {
    // The browser or its policy may refuse. The user can still select the value.
    const isCopied = await navigator.clipboard.writeText(value).then(() => true, () => false);
    control.style.setProperty("min-inline-size", `${control.offsetWidth}px`);
    control.textContent = text(isCopied ? "action.copied" : "action.notCopied");
    clearTimeout(restoring);
    restoring = window.setTimeout(() => { control.textContent = caption; }, 2_000);
  }, { class: style, "aria-label": label && text("action.copyOf", { what: label }), testid });
  control.addEventListener("click", () => control.removeAttribute("aria-label"));
  return control;
}

/**
 * A value with a button that copies it.
 *
 * @param {string} shown @param {string} value @param {string} label what is copied
 */
export const copyable = (shown, value, label) => element("span", { class: "copyable" },
  foreign(shown, { class: "mono", title: shown === value ? undefined : value.slice(0, 400) }), copyButton(value, { label }));
