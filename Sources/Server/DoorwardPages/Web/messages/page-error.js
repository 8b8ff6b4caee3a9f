/**
 * The reason why an action of the page failed. The message is a sentence for the user, from a catalog.
 *
 * `cancelled`: the user left the flow; `declined`: the user refused in another program; `failed`: anything else.
 *
 * @typedef {"cancelled" | "declined" | "failed"} Kind
 */

export class PageError extends Error {
  /** @param {Kind} kind @param {string} [message] */
  constructor(kind, message = "") {
    super(message);
    this.name = "PageError";
    this.kind = kind;
  }
}
