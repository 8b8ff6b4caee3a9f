import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of passwords.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").SentCode} SentCode
 * @typedef {import("./types.js").Address} Address
 * @typedef {import("./types.js").PasswordStrength} PasswordStrength
 */

/** @param {{password: string, identifiers: readonly string[], ticket?: string}} typed @returns {Promise<PasswordStrength>} */
export const passwordStrength = (typed) => call("POST", "/session/password/strength", typed);

/** @param {{identifier: string, password: string, ticket?: string}} proof @returns {Promise<State>} */
export const signInWithPassword = (proof) => sendSignIn("/session/password/sign-in", proof);

/**
 * The code proves the address. A user name alone has no address, so the answer is the state.
 *
 * @param {Address & {username?: string, password: string, ticket?: string}} user @returns {Promise<SentCode | State>}
 */
export const signUpWithPassword = (user) => call("POST", "/session/password/sign-up", user);

/** @param {{identifier: string, ticket?: string}} request @returns {Promise<SentCode>} */
export const resetPassword = (request) => call("POST", "/session/password/reset", request);

/** @param {{challenge_id: string, code: string, new_password: string, ticket?: string}} proof @returns {Promise<State>} */
export const confirmReset = (proof) => sendSignIn("/session/password/reset/confirm", proof);

/** @param {{current_password?: string, new_password: string}} change @returns {Promise<void>} */
export const changePassword = (change) => callSignedIn("POST", "/session/password/change", change);
