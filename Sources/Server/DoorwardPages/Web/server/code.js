import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of one-time codes.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").SentCode} SentCode
 * @typedef {import("./types.js").Address} Address
 */

/** @param {Address & {ticket?: string}} request @returns {Promise<SentCode>} */
export const sendSignInCode = (request) => call("POST", "/session/code/send", request);

/** @param {{challenge_id: string, code: string, ticket?: string}} proof @returns {Promise<State>} */
export const signInWithCode = (proof) => sendSignIn("/session/code/sign-in", proof);

/**
 * Finishes a sign-up with a password.
 *
 * @param {{challenge_id: string, code: string, ticket?: string}} proof @returns {Promise<State>}
 */
export const finishSignUp = (proof) => sendSignIn("/session/code/verify", proof);

/**
 * Sends a code to a new address of the signed-in user.
 *
 * @param {Address & {purpose: "verify" | "change"}} request @returns {Promise<SentCode>}
 */
export const sendAddressCode = (request) => callSignedIn("POST", "/session/code/send", request);

/**
 * Sets the address that the code was sent to.
 *
 * @param {{challenge_id: string, code: string}} proof @returns {Promise<State>}
 */
export const setAddress = (proof) => callSignedIn("POST", "/session/code/verify", proof);
