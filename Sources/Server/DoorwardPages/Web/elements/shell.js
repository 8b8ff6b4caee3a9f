import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { isTicketOver } from "../server/problem.js";
import { card } from "./brand.js";
import { button, element, focusHeading, focusStep, whileBusy } from "./dom.js";
import { endNotes } from "./status.js";

/** The frame around the view of a page. */

/**
 * Shows a view in place of the present one.
 *
 * @param {HTMLElement} view @param {string} title
 * @param {{focus?: boolean | "field", isSame?: boolean}} options `focus`: on the heading, on nothing, or in the first field;
 *   `isSame`: the view shows the same things as before, after a change of one
 */
export function show(view, title, { focus = true, isSame = false } = {}) {
  if (!isSame) endNotes("page");
  // An open dialog belongs to the present view.
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.title = title;
  main.replaceChildren(view);
  main.removeAttribute("aria-busy");
  if (focus === "field") focusStep(view);
  else if (focus) focusHeading(view);
}

/** The sealed request that the server has put into the page. */
export const pageTicket = () => document.querySelector("meta[name=doorward-ticket]")?.getAttribute("content") ?? "";

/**
 * Shows why the page cannot continue.
 *
 * @param {unknown} error
 * @param {{title?: string, heading?: string, again?: () => void | Promise<void>}} options
 *   `title`: the title of the page if it is not the heading; `again`: tries once more, and is not offered if the
 *   ticket has expired
 */
export function showStopped(error, { title, heading = text("stopped.heading"), again } = {}) {
  const isOver = isTicketOver(error);
  const reason = isOver ? text("stopped.tookTooLong") : heading;
  /** @type {HTMLButtonElement} */
  const retry = button(text("action.tryAgain"), () => void whileBusy(retry, async () => again?.()), { class: "button main", testid: "reload" });
  show(card("stopped",
    element("h1", { text: reason }),
    element("p", { role: "alert", text: sentence(error) }),
    again && !isOver && element("div", { class: "actions" }, retry)), title ?? reason);
}
