/**
 * Makes text from outside safe to read: without control, direction-changing or invisible characters, with single spaces, and of at
 * most `limit` characters.
 *
 * @param {unknown} given @param {number} [limit]
 */
export function plainText(given, limit = 120) {
  if (typeof given !== "string") return "";
  const clean = given.slice(0, limit * 8).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, " ").replace(/\s+/gu, " ").trim();
  const characters = Array.from(clean);
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("").trimEnd()}…` : clean;
}

/**
 * An identifier short enough to recognize, with both ends.
 *
 * @param {string} identifier
 */
export function shortIdentifier(identifier) {
  const plain = plainText(identifier, 320);
  if (plain.length <= 30 || plain.includes("@")) return plain;
  return `${plain.slice(0, 10)}…${plain.slice(-8)}`;
}

/**
 * JSON in which invisible and direction-changing characters are escapes.
 *
 * @param {unknown} value
 */
export const plainJSON = (value) => JSON.stringify(value, null, 2).replace(/[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, (found) =>
  Array.from({ length: found.length }, (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""));

/**
 * The first letter of a name, as a capital.
 *
 * @param {string} name
 */
export const initial = (name) => (Array.from(name.replace(/^0x/, "").replace(/^[^\p{L}\p{N}]+/u, ""))[0] ?? "?").toUpperCase();
