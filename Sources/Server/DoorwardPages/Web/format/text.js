/**
 * Makes text from outside safe to read: without control, direction-changing or invisible characters, with single
 * spaces, and of at most `limit` characters.
 *
 * @param {unknown} text
 * @param {number} limit
 */
export function plainText(text, limit) {
  if (typeof text !== "string") return "";
  const clean = text.slice(0, limit * 8).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, " ").replace(/\s+/gu, " ").trim();
  const characters = Array.from(clean);
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("").trimEnd()}…` : clean;
}

/**
 * An identifier short enough to recognize. It keeps both ends, because either one alone can be imitated. An email
 * address is not shortened.
 *
 * @param {string} identifier
 */
export function shortIdentifier(identifier) {
  if (identifier.length <= 24 || identifier.includes("@")) return identifier;
  const head = identifier.startsWith("0x") ? 8 : 6;
  return `${identifier.slice(0, head)}…${identifier.slice(-6)}`;
}

/**
 * The first letter of a name, as a capital.
 *
 * @param {string} name
 */
export const initial = (name) => (Array.from(name.replace(/^0x/, ""))[0] ?? "").toUpperCase();

/**
 * The name of the user, or the first identifier if the user gave no name. The identifier of a passkey has no meaning
 * for the user.
 *
 * @param {import("../server/types.js").State | null | undefined} state
 */
export const userName = (state) => plainText(state?.user?.name, 120)
  || shortIdentifier(state?.identities.find(({ type }) => type !== "passkey")?.identifier ?? "");
