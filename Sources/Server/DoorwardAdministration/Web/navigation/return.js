import { Address } from "./address.js";

/**
 * The place and the typed values to which a sign-in leads back. They stay in the storage of the tab, without passwords.
 */
const name = "doorward-return";
/** The longest time of a sign-in, in milliseconds. */
const longest = 600_000;

/**
 * What was typed in a form: the values of the fields that the user has changed, and the version of the object that they belong to.
 *
 * @typedef {{values: Record<string, any>, version?: string | undefined}} Typed
 */

/** @type {(Typed & {address: string}) | undefined} */
let returned;

/**
 * Keeps the place for the return.
 *
 * @param {string} address @param {Typed} [typed] in the open form
 */
export function keepReturn(address, typed = { values: {} }) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ address, ...typed, at: Date.now() }));
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
    returned = { address: address.href, values: kept.values ?? {}, version: typeof kept.version === "string" ? kept.version : undefined };
    return address;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the typed values for a form that is drawn again with new values.
 *
 * @param {string} address @param {Record<string, any>} values
 */
export function keepTyped(address, values) { returned = { address, values }; }

/**
 * What the user had typed at this address before the sign-in, once.
 *
 * @param {string} address
 * @returns {Typed}
 */
export function typedBefore(address) {
  if (returned?.address !== address) return { values: {} };
  const { values, version } = returned;
  returned = undefined;
  return { values, version };
}
