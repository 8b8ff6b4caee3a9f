import { call } from "./call.js";

/**
 * The requests of the pages that serve an app or a device.
 *
 * @typedef {import("./types.js").Authorization} Authorization
 */

/**
 * One step of a sign-in for an app. The next step takes the ticket of the answer, unless the answer has `redirect_to`.
 *
 * @param {"" | "/allow" | "/deny"} step @param {string} ticket
 * @param {string | null} [session] the session that a sign-in on the page has just opened
 * @returns {Promise<Authorization>}
 */
export const authorization = (step, ticket, session) =>
  /** @type {Promise<Authorization>} */ (call("POST", `/session/authorization${step}`, session ? { ticket, session_id: session } : { ticket }));

/**
 * The device that shows this code.
 *
 * @param {string} code
 */
export const findDevice = (code) => call("POST", "/session/device", { user_code: code });

/** @param {"/allow" | "/deny"} step @param {string} ticket */
export const decideDevice = (step, ticket) => call("POST", `/session/device${step}`, { ticket });

/**
 * One step of a sign-out that an app asks for.
 *
 * @param {"" | "/confirm"} step @param {string} ticket
 */
export const endSession = (step, ticket) => call("POST", `/session/end${step}`, { ticket });

/**
 * Signs in by the link of an administrator.
 *
 * @param {string} token
 * @returns {Promise<import("./types.js").State>}
 */
export const signInByLink = (token) => call("POST", "/session/sign-in-link", { token });

/**
 * The change of a notice, and the effects of its link.
 *
 * @param {string} token
 */
export const noticeOf = (token) => call("POST", "/session/secure", { token });

/**
 * Secures the account of a notice. The answer has the applied effects.
 *
 * @param {string} token
 */
export const secureAccount = (token) => call("POST", "/session/secure/confirm", { token });
