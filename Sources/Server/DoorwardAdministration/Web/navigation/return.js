import { Address } from "./address.js";

/**
 * The place and the typed values to which a sign-in leads back. They stay in the storage of the tab, without passwords.
 */
const name = "doorward-return";
/** The longest time of a sign-in, in milliseconds. */
const longest = 600_000;

/** @type {{address: string, values: Record<string, any>} | undefined} */
let returned;

/**
 * Keeps the place for the return.
 *
 * @param {string} address @param {Record<string, any>} [values] of the open form
 */
export function keepReturn(address, values = {}) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ address, values, at: Date.now() }));
  } catch {
    // Without storage, the sign-in leads to the start.
  }
}

/**
 * The place that was kept before the sign-in, once.
 *
 * @returns {Address | undefined}
 */
export function takeReturn() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
    sessionStorage.removeItem(name);
    if (typeof kept?.address !== "string" || !(Date.now() - kept.at < longest)) return undefined;
    const address = new Address(kept.address);
    if (!address.isHere) return undefined;
    returned = { address: address.href, values: kept.values ?? {} };
    return address;
  } catch {
    return undefined;
  }
}

/**
 * The values that the user had typed at this address before the sign-in, once.
 *
 * @param {string} address
 * @returns {Record<string, any>}
 */
export function typedBefore(address) {
  if (returned?.address !== address) return {};
  const { values } = returned;
  returned = undefined;
  return values;
}
