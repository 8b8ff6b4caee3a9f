import { call, callSignedIn } from "./call.js";

/**
 * The requests of second factors.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").SecondFactor} SecondFactor
 * @typedef {import("./types.js").SecondFactors} SecondFactors
 * @typedef {import("./types.js").AuthenticatorEnrollment} AuthenticatorEnrollment
 */

/**
 * Finishes a sign-in that waits for a second factor.
 *
 * @param {{challenge_id: string, method: string, code: string}} proof @returns {Promise<State>}
 */
export const verifySecondFactor = (proof) => call("POST", "/session/second-factor/verify", proof);

/** @returns {Promise<SecondFactors>} */
export const listSecondFactors = () => callSignedIn("GET", "/session/second-factors");

/** @returns {Promise<AuthenticatorEnrollment>} */
export const beginAuthenticator = () => callSignedIn("POST", "/session/second-factors/totp");

/**
 * Adds the authenticator after its first code. The first factor of a user comes with recovery codes.
 *
 * @param {{challenge_id: string, code: string}} proof @returns {Promise<SecondFactor & {recovery_codes?: string[]}>}
 */
export const confirmAuthenticator = (proof) => callSignedIn("POST", "/session/second-factors/totp/confirm", proof);

/** @param {string} id @returns {Promise<void>} */
export const removeSecondFactor = (id) => callSignedIn("DELETE", `/session/second-factors/${encodeURIComponent(id)}`);

/** @returns {Promise<{recovery_codes: string[]}>} */
export const replaceRecoveryCodes = () => callSignedIn("POST", "/session/recovery-codes");
