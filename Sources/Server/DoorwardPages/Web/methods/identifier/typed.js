/**
 * The text that the user typed.
 *
 * @typedef {import("./settings.js").Kind} Kind
 */

/**
 * The kind of an identifier. The server decides whether it is valid.
 *
 * @param {string} typed
 * @param {readonly Kind[]} offered the kinds to choose from; not empty
 * @returns {Kind}
 */
export function kindOf(typed, offered) {
  // Pasted numbers have invisible characters, which the server ignores too.
  const visible = typed.replace(/\p{Cf}/gu, "").trim();
  const looks = visible.includes("@") ? "email" : /^\+?[\p{Nd}\s().\/-]{4,}$/u.test(visible) ? "phone_number" : "username";
  return offered.includes(looks) ? looks : offered[0];
}

/**
 * The address in the form of a request.
 *
 * @param {string} typed @param {Kind} kind
 * @returns {import("../../server/types.js").Address}
 */
export const addressOf = (typed, kind) => (kind === "phone_number" ? { phone_number: typed } : { email: typed });

/**
 * A code without the spaces and hyphens that messages and users put into it.
 *
 * @param {string} typed
 */
export const codeDigits = (typed) => typed.normalize("NFKC").replace(/[\s\p{Cf}\p{Pd}]/gu, "");

/** @param {string} typed @param {number} length */
export const isCode = (typed, length) => new RegExp(`^\\p{Nd}{${length}}$`, "u").test(codeDigits(typed));
