import { text } from "../messages/text.js";
import { button, element } from "./dom.js";

/**
 * Announces a change through the live region of the page. Errors have a separate region, which interrupts.
 *
 * @param {string} said
 */
export function announce(said) {
  const region = document.getElementById("status");
  if (region) region.textContent = said;
}

/** @type {number | undefined} */
let hiding;
/** Whether the present note is about the page that is shown next. */
let isForNextPage = false;

/**
 * Ends the notes of a view that another one replaces.
 *
 * @param {"page" | "part"} change whether the whole page changes, or a part of it such as a step
 */
export function endNotes(change) {
  announce("");
  const stays = isForNextPage;
  if (change === "page") isForNextPage = false;
  if (stays) return;
  window.clearTimeout(hiding);
  for (const region of document.querySelectorAll(".toast")) region.replaceChildren();
}

/**
 * Shows a note at the foot of the page: a success, which disappears, or a problem, which stays until the user closes it.
 * Both end with the view.
 *
 * @param {string} said
 * @param {{problem?: boolean, retry?: () => void, isForNext?: boolean}} options `isForNext`: the note is about the page that
 *   is shown next
 */
export function toast(said, options = {}) {
  const region = Array.from(document.querySelectorAll("dialog[open] > .toast")).at(-1) ?? document.getElementById("alert");
  if (!region) return;
  window.clearTimeout(hiding);
  isForNextPage = options.isForNext ?? false;
  const close = () => region.replaceChildren();
  const again = options.retry;
  region.replaceChildren(
    element("div", { class: options.problem ? "toast-body problem" : "toast-body", testid: "toast" },
      element("p", { text: said }),
      again && button(text("action.tryAgain"), () => { close(); again(); }, { class: "button quiet", testid: "toast-retry" }),
      button(text("action.dismiss"), close, { class: "button quiet" })));
  if (!options.problem) hiding = window.setTimeout(close, 6_000);
}

/**
 * A note inside the page.
 *
 * @param {string} said
 * @param {{problem?: boolean, testid?: string}} options
 */
export function notice(said, options = {}) {
  return element("p", {
    class: options.problem ? "notice problem" : "notice",
    role: options.problem ? "alert" : "status", testid: options.testid, text: said,
  });
}

/**
 * The reason why a card could not be loaded, and a button that loads it again.
 *
 * @param {string} said @param {() => Promise<void>} again @param {string} testid of the button
 * @returns {HTMLElement[]}
 */
export const loadFailure = (said, again, testid) => [
  element("div", { class: "notice problem", role: "alert" }, element("p", { text: said })),
  button(text("action.tryAgain"), () => void again(), { testid }),
];
