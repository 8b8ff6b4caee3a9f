import { Problem } from "./api.js";
import { card } from "./brand.js";
import { button, element, focusHeading, whileBusy } from "./dom.js";
import { sentence } from "./status.js";

/** What the pages share that ask a person for one thing: the frame around a view, and what the server put into it. */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @param {HTMLElement} view @param {string} title */
export function show(view, title) {
  // A dialog belongs to the view it was opened from.
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  document.title = title;
  main.replaceChildren(view);
  main.removeAttribute("aria-busy");
  focusHeading(view);
}

/** The request that the server has sealed into the page. */
export const pageTicket = () => document.querySelector("meta[name=doorward-ticket]")?.getAttribute("content") ?? "";

/**
 * Whether nothing more can come of what the page holds.
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const isOver = (error) => error instanceof Problem && error.code === "invalid_ticket";

/**
 * Says why the page does not go on.
 *
 * @param {unknown} error
 * @param {{title?: string, heading?: string, again?: () => void | Promise<void>}} [options]
 *   `title`: the heading where there is none; `again`: what could come of trying once more, unless all is over
 */
export function showStopped(error, { title, heading = "This page could not go on", again } = {}) {
  const text = isOver(error) ? "This took too long" : heading;
  /** @type {HTMLButtonElement} */
  const retry = button("Try again", () => void whileBusy(retry, async () => again?.()), { class: "button main", testid: "reload" });
  show(card("stopped",
    element("h1", { text }),
    element("p", { role: "alert", text: sentence(error) }),
    again && !isOver(error) && element("div", { class: "actions" }, retry)), title ?? text);
}
