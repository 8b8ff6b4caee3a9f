import { card } from "../elements/brand.js";
import { button, element } from "../elements/dom.js";
import { timeElement } from "../elements/time.js";
import { parts, text } from "../messages/text.js";

/**
 * The deletion of the account, which the user can undo for some time.
 *
 * @typedef {import("../server/types.js").State} State
 */

/**
 * The time after which an account that is deleted now cannot be restored.
 *
 * @param {State} state @param {number} now in milliseconds
 * @returns {Date | undefined} nothing if the account is deleted at once: the site gives no time, or the user could not
 *   sign in again
 */
export function deletionTime({ config, identities }, now) {
  const grace = config.deletion_grace ?? 0;
  return grace > 0 && identities.length > 0 ? new Date(now + grace * 1_000) : undefined;
}

/**
 * The view after the deletion.
 *
 * @param {Date | undefined} deleteAt @param {() => void} signIn
 */
export function deletedView(deleteAt, signIn) {
  const title = text(deleteAt ? "account.deletedLater" : "account.deleted");
  const date = element("span", { class: "strong" }, timeElement(deleteAt?.toISOString()));
  const view = card("account-deleted",
    element("h1", { text: title }),
    ...(deleteAt ? [
      element("p", { class: "lead" }, ...parts("account.deletedLaterText", { date })),
      element("p", { class: "notice", text: text("account.keepText") }),
    ] : [element("p", { class: "lead", text: text("account.deletedText") })]),
    element("div", { class: "actions" }, button(text("account.backToSignIn"), signIn, { testid: "back-to-sign-in" })));
  return { view, title };
}
