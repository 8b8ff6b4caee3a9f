import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of second factors.
 *
 * @typedef {import("./types.js").AuthenticatorEnrollment} AuthenticatorEnrollment
 * @typedef {import("./types.js").SentFactorCode} SentFactorCode
 */

/**
 * Finishes a sign-in that waits for a second factor. The answer has recovery codes if the user has added a second factor.
 *
 * @param {Contract.PageSecondFactorProof} proof
 */
export const verifySecondFactor = (proof) => sendSignIn("/session/second-factor/verify", proof);

/**
 * Sends a code that is the second factor of a waiting sign-in.
 *
 * @param {Omit<Contract.PageCodeSendRequest, "purpose">} request
 *   `channel`: the channel of the code; without it, the server chooses
 * @returns {Promise<SentFactorCode>}
 */
export const sendFactorCode = (request) =>
  /** @type {Promise<SentFactorCode>} */ (call("POST", "/session/code/send", { ...request, purpose: "second_factor" }));

/**
 * Begins to add an authenticator during a sign-in that requires one.
 *
 * @param {{challenge_id: string, ticket?: string}} request @returns {Promise<AuthenticatorEnrollment>}
 */
export const enrollAuthenticator = (request) =>
  /** @type {Promise<AuthenticatorEnrollment>} */ (call("POST", "/session/second-factor/enroll", request));

/**
 * The options of a passkey that the user adds during a sign-in that requires a second factor.
 *
 * @param {{challenge_id: string, ticket?: string}} request @returns {Promise<import("./types.js").PasskeyOptions>}
 */
export const enrollPasskey = (request) =>
  /** @type {Promise<any>} */ (call("POST", "/session/second-factor/enroll", { ...request, method: "passkey" }));

export const listSecondFactors = () => callSignedIn("GET", "/session/second-factors");

export const beginAuthenticator = () => callSignedIn("POST", "/session/second-factors/totp");

/**
 * Adds the authenticator after its first code. The answer for the first factor of a user has recovery codes.
 *
 * @param {Contract.AuthenticatorConfirmation} proof
 */
export const confirmAuthenticator = (proof) => callSignedIn("POST", "/session/second-factors/totp/confirm", proof);

/**
 * Makes codes to the user's address a second factor. The answer has recovery codes if the user has none.
 *
 * @param {Contract.CodeFactorChoice["channel"]} channel
 */
export const chooseCodes = (channel) => callSignedIn("POST", "/session/second-factors/code", { channel });

/** @param {string} id */
export const removeSecondFactor = (id) => callSignedIn("DELETE", `/session/second-factors/${encodeURIComponent(id)}`);

export const replaceRecoveryCodes = () => callSignedIn("POST", "/session/recovery-codes");
