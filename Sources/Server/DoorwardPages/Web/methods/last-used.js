/**
 * The choice of the last sign-in in this browser, so that the page can mark it. It holds no secret.
 *
 * `method` is the name of a sign-in method; the other members belong to the method.
 *
 * @typedef {{method: string, [member: string]: string | undefined}} LastUsed
 */

const key = "doorward.last-used";

/** @param {LastUsed} choice */
export function keepLastUsed(choice) {
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // The storage is full or forbidden: the page marks no choice.
  }
}

export function forgetLastUsed() {
  try {
    localStorage.removeItem(key);
  } catch {
    // The storage is forbidden, so it has no value.
  }
}

/** @param {string} method @returns {LastUsed | undefined} undefined if the last sign-in was with another method */
export function lastUsed(method) {
  try {
    return parseLastUsed(localStorage.getItem(key), method);
  } catch {
    return undefined;
  }
}

/**
 * @template {{name: string}} Method
 * @param {readonly Method[]} methods
 * @returns {Method[]} the methods with the last used one first
 */
export const lastUsedFirst = (methods) =>
  [...methods].sort((one, other) => Number(Boolean(lastUsed(other.name))) - Number(Boolean(lastUsed(one.name))));

/**
 * The choice of a kept step.
 *
 * @param {any} value @returns {LastUsed | undefined}
 */
export const keptChoice = (value) => (typeof value?.method === "string" ? parseLastUsed(JSON.stringify(value), value.method) : undefined);

/**
 * @param {string | null} stored
 * @param {string} method
 * @returns {LastUsed | undefined}
 */
export function parseLastUsed(stored, method) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value).filter(([, text]) => typeof text === "string" && text.length <= 253);
  const choice = Object.fromEntries(members);
  return choice.method === method ? /** @type {LastUsed} */ (choice) : undefined;
}
