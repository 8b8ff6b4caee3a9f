import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of second factors.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").SecondFactor} SecondFactor
 * @typedef {import("./types.js").SecondFactors} SecondFactors
 * @typedef {import("./types.js").AuthenticatorEnrollment} AuthenticatorEnrollment
 * @typedef {import("./types.js").SentFactorCode} SentFactorCode
 */

/**
 * Finishes a sign-in that waits for a second factor.
 *
 * @param {{challenge_id: string, method: string, ticket?: string} & import("./types.js").FactorProof} proof
 * @returns {Promise<State & {recovery_codes?: string[]}>} with recovery codes if the user has added a second factor
 */
export const verifySecondFactor = (proof) => sendSignIn("/session/second-factor/verify", proof);

/**
 * Sends a code that is the second factor of a waiting sign-in.
 *
 * @param {{challenge_id: string, channel?: string, ticket?: string}} request
 *   `channel`: the channel of the code; without it, the server chooses
 * @returns {Promise<SentFactorCode>}
 */
export const sendFactorCode = (request) => call("POST", "/session/code/send", { ...request, purpose: "second_factor" });

/**
 * Begins to add an authenticator during a sign-in that requires one.
 *
 * @param {{challenge_id: string, ticket?: string}} request @returns {Promise<AuthenticatorEnrollment>}
 */
export const enrollAuthenticator = (request) => call("POST", "/session/second-factor/enroll", request);

/**
 * The options of a passkey that the user adds during a sign-in that requires a second factor.
 *
 * @param {{challenge_id: string, ticket?: string}} request @returns {Promise<import("./types.js").PasskeyOptions>}
 */
export const enrollPasskey = (request) => call("POST", "/session/second-factor/enroll", { ...request, method: "passkey" });

/** @returns {Promise<SecondFactors>} */
export const listSecondFactors = () => callSignedIn("GET", "/session/second-factors");

/** @returns {Promise<AuthenticatorEnrollment>} */
export const beginAuthenticator = () => callSignedIn("POST", "/session/second-factors/totp");

/**
 * Adds the authenticator after its first code. The answer for the first factor of a user has recovery codes.
 *
 * @param {{challenge_id: string, code: string}} proof @returns {Promise<SecondFactor & {recovery_codes?: string[]}>}
 */
export const confirmAuthenticator = (proof) => callSignedIn("POST", "/session/second-factors/totp/confirm", proof);

/**
 * Makes codes to the user's address a second factor. The answer has recovery codes if the user has none.
 *
 * @param {string} channel @returns {Promise<SecondFactor & {recovery_codes?: string[]}>}
 */
export const chooseCodes = (channel) => callSignedIn("POST", "/session/second-factors/code", { channel });

/** @param {string} id @returns {Promise<void>} */
export const removeSecondFactor = (id) => callSignedIn("DELETE", `/session/second-factors/${encodeURIComponent(id)}`);

/** @returns {Promise<{recovery_codes: string[]}>} */
export const replaceRecoveryCodes = () => callSignedIn("POST", "/session/recovery-codes");
