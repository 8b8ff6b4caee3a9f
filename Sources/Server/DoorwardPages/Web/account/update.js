/**
 * Updates the account page with a fresh state.
 *
 * `keep`: the view is still right, and the user may be in the middle of something; `refresh`: draw the same account
 * again in place; `show`: show another view, with a note if the user has been signed out.
 *
 * @typedef {{action: "keep" | "refresh"} | {action: "show", note?: "account.wasSignedOut" | "account.wasSignedOutElsewhere"}} Update
 */

/**
 * @param {string} shown the id of the user that the page shows; empty for the sign-in view
 * @param {{signed_in: boolean, user: {id: string} | null}} fresh
 * @param {"change" | "look"} cause `change`: the user has changed something on this page; `look`: the page has looked
 *   whether another window has changed the session
 * @returns {Update}
 */
export function updateFor(shown, fresh, cause) {
  const user = fresh.signed_in ? fresh.user?.id ?? "" : "";
  if (cause === "change") return user === "" ? { action: "show", note: "account.wasSignedOut" } : { action: "refresh" };
  if (user === shown) return { action: "keep" };
  return user === "" ? { action: "show", note: "account.wasSignedOutElsewhere" } : { action: "show" };
}
