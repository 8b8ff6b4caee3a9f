/** The letters of a code. It has no vowels (RFC 8628 §6.1). */
const form = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/**
 * Converts typed text to a code as the device shows it. The text can have any case, with or without separators.
 *
 * @param {string} typed
 * @returns {string | null} null if it is not a code
 */
export function userCode(typed) {
  const letters = typed.replace(/[^a-z0-9]/gi, "").toUpperCase();
  return form.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
