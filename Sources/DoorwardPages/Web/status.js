import { button, element } from "./dom.js";

/**
 * Says something to people who cannot see the change on the page. Never errors: those interrupt.
 *
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("status");
  if (region) region.textContent = text;
}

/** @type {number | undefined} */
let hiding;

/**
 * Shows a passing note at the foot of the page: done, or not done and why, with a way to try again.
 *
 * @param {string} text
 * @param {{problem?: boolean, retry?: () => void}} options
 */
export function toast(text, options = {}) {
  const region = document.getElementById("alert");
  if (!region) return;
  window.clearTimeout(hiding);
  const close = () => region.replaceChildren();
  const again = options.retry;
  region.replaceChildren(
    element("div", { class: options.problem ? "toast-body problem" : "toast-body", testid: "toast" },
      element("p", { text }),
      again && button("Try again", () => { close(); again(); }, { class: "button quiet", testid: "toast-retry" }),
      button("Dismiss", close, { class: "button quiet" })));
  // An error stays until it is read; a confirmation may leave by itself.
  if (!options.problem) hiding = window.setTimeout(close, 6_000);
}

/** @param {unknown} error */
export function sentence(error) {
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again.";
}

/**
 * A note inside the flow of the page.
 *
 * @param {string} text
 * @param {{problem?: boolean, testid?: string}} options
 */
export function notice(text, options = {}) {
  return element("p", {
    class: options.problem ? "notice problem" : "notice",
    role: options.problem ? "alert" : "status", testid: options.testid, text,
  });
}
