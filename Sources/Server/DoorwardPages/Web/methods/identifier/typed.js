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
  const looks = typed.includes("@") ? "email" : isPhoneNumber(typed) ? "phone_number" : "username";
  return offered.includes(looks) ? looks : offered[0];
}

/**
 * Whether the server reads a text as a phone number: `SignInIdentifier.kind(of:)` decides alike. A short text is the beginning of
 * any identifier.
 *
 * @param {string} typed
 */
function isPhoneNumber(typed) {
  // Pasted numbers have invisible characters, which the server ignores too.
  const visible = typed.replace(/\p{Cf}/gu, "").replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
  const isLong = [...visible].length >= 4;
  return isLong && (/^[+\uff0b]/.test(visible) || /\p{Nd}/u.test(visible) && /^[\p{Nd} ./()+\uff0b\u00a0\u2010-\u2013\u202f-]+$/u.test(visible));
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
export const codeDigits = (typed) => typed.normalize("NFKC").replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, "");

/** @param {string} typed @param {number} length */
export const isCode = (typed, length) => new RegExp(`^\\p{Nd}{${length}}$`, "u").test(codeDigits(typed));
