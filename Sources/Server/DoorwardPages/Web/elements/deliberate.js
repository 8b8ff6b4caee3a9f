import { button, whileBusy } from "./dom.js";

/**
 * The time for which a button must be visible before it can be pressed, in milliseconds. It is longer than the time
 * between the two clicks of a double click, so that the second one cannot press a button that has just appeared.
 */
const delay = 700;

/**
 * The deliberate buttons of this page, each with the function that starts its delay.
 *
 * @type {Map<HTMLButtonElement, () => void>}
 */
const waiting = new Map();

function waitAgain() {
  for (const [control, wait] of waiting) {
    if (control.isConnected) wait();
    else waiting.delete(control);
  }
}

// A window of another site may have covered the page, asked for a double click and closed itself at the first click.
function watchWindow() {
  window.addEventListener("focus", waitAgain);
  document.addEventListener("visibilitychange", waitAgain);
}

/**
 * A button that gives access to the account. It stays disabled, also for assistive technology, until the user has had
 * time to read it.
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
    }, delay);
  };
  wait();
  if (waiting.size === 0) watchWindow();
  waiting.set(control, wait);
  return control;
}
