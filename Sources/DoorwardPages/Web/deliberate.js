import { button, whileBusy } from "./dom.js";

/**
 * How long what a button does has to have been in front of the person, in milliseconds: longer than the
 * second click of a double one takes to come.
 */
const moment = 700;

/** The buttons of this page, each with what makes it wait. @type {Map<HTMLButtonElement, () => void>} */
const waiting = new Map();

function waitAgain() {
  for (const [control, wait] of waiting) {
    if (control.isConnected) wait();
    else waiting.delete(control);
  }
}

// Whatever covered the page, or kept the keyboard, is gone: a window of another site's, most of all, that
// asked for a double click and closed itself at the first one.
window.addEventListener("focus", waitAgain);
document.addEventListener("visibilitychange", waitAgain);

/**
 * A button that lets somebody in. It cannot be pressed in the first moment that it can be seen, by mouse or by
 * key, and says so to assistive technology.
 *
 * @param {string} text
 * @param {() => Promise<void>} action
 * @param {Record<string, any>} properties
 */
export function deliberateButton(text, action, properties = {}) {
  let isWaiting = false;
  /** @type {number | undefined} */
  let timer;
  const control = button(text, () => { if (!isWaiting) void whileBusy(control, action); }, properties);
  const wait = () => {
    isWaiting = true;
    if (!control.classList.contains("busy")) control.setAttribute("aria-disabled", "true");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      isWaiting = false;
      if (!control.classList.contains("busy")) control.removeAttribute("aria-disabled");
    }, moment);
  };
  wait();
  waiting.set(control, wait);
  return control;
}
