import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";

const { text } = catalog("passkeys");

/**
 * The reason why a browser has not used or made a passkey.
 *
 * To protect the user's privacy, browsers do not distinguish a closed window from a missing passkey: both are a
 * `NotAllowedError` (WebAuthn L3 §14.5). The texts say what is known.
 *
 * `get`: a sign-in with the browser's window; `immediate`: a sign-in that shows a window only if this device has a
 * passkey; `create`: a new passkey.
 *
 * @typedef {"get" | "immediate" | "create"} Ceremony
 * @typedef {"notUsed" | "noneHere" | "notMade" | "timedOut" | "registered" | "cannotHold" | "unusable" | "notAllowedHere"
 *   | "notSupported"} Key
 * @typedef {{isDeclined?: boolean, key: Key}} Failure `isDeclined`: the user may have chosen to stop
 */

/** @type {Record<Ceremony, Key>} */
const notUsed = { get: "notUsed", immediate: "noneHere", create: "notMade" };

/**
 * @param {string} name of the `DOMException`, or of another error
 * @param {{ceremony: Ceremony, elapsed: number, timeout?: number}} attempt in milliseconds
 * @returns {Failure}
 */
export function failureOf(name, { ceremony, elapsed, timeout = Infinity }) {
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return elapsed >= timeout ? { key: "timedOut" } : { isDeclined: true, key: notUsed[ceremony] };
    case "TimeoutError": return { key: "timedOut" };
    case "InvalidStateError": return { key: ceremony === "create" ? "registered" : "unusable" };
    case "SecurityError": return { key: "notAllowedHere" };
    case "NotSupportedError":
    case "ConstraintError": return { key: ceremony === "create" ? "cannotHold" : "unusable" };
    default: return { key: "unusable" };
  }
}

/** @param {Failure} failure */
export const pageError = ({ isDeclined, key }) => new PageError(isDeclined ? "declined" : "failed", text(key));

/** This browser does not support passkeys. */
export const notSupported = () => pageError({ key: "notSupported" });
