/**
 * Advice about a new password, without a list of known passwords: the server has one.
 *
 * @typedef {{kind: "empty" | "long" | "repeats" | "identifier" | "fine"} | {kind: "short", missing: number}} Advice
 */

/**
 * @param {string} password
 * @param {{minimum_length: number, maximum_length: number}} rules lengths in Unicode code points
 * @param {readonly string[]} identifiers of the user
 * @returns {Advice}
 */
export function passwordAdvice(password, { minimum_length, maximum_length }, identifiers) {
  const length = Array.from(password.normalize("NFC")).length;
  if (length === 0) return { kind: "empty" };
  if (length < minimum_length) return { kind: "short", missing: minimum_length - length };
  if (length > maximum_length) return { kind: "long" };
  if (repeats(password)) return { kind: "repeats" };
  return hasIdentifier(password, identifiers) ? { kind: "identifier" } : { kind: "fine" };
}

/**
 * Whether the password is a text of at most a third of its length, again and again.
 *
 * @param {string} password
 */
function repeats(password) {
  const characters = Array.from(password.toLowerCase());
  for (let size = 1; size * 3 <= characters.length; size += 1) {
    if (characters.every((character, index) => character === characters[index % size])) return true;
  }
  return false;
}

/** @param {string} password @param {readonly string[]} identifiers */
function hasIdentifier(password, identifiers) {
  const typed = password.toLowerCase();
  return identifiers.flatMap((identifier) => [identifier, identifier.split("@")[0]])
    .some((part) => part.length >= 4 && typed.includes(part.toLowerCase()));
}
