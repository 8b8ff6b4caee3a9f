import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of passkeys.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").PasskeyOptions} PasskeyOptions
 * @typedef {import("./types.js").PasskeyList} PasskeyList
 */

/**
 * The options of a sign-in. The server does not know who signs in.
 *
 * @param {{ticket?: string}} request @returns {Promise<PasskeyOptions>}
 */
export const signInOptions = (request) => call("POST", "/session/passkeys/authentication/options", request);

/** @param {{challenge_id: string, ticket?: string, [member: string]: unknown}} proof @returns {Promise<State>} */
export const signInWithPasskey = (proof) => sendSignIn("/session/passkeys/authentication", proof);

/**
 * The options of the first passkey of a new user.
 *
 * @param {{name?: string, ticket?: string}} user @returns {Promise<PasskeyOptions>}
 */
export const signUpOptions = (user) => call("POST", "/session/passkeys/registration/options", user);

/** @param {{challenge_id: string, ticket?: string, [member: string]: unknown}} proof @returns {Promise<State>} */
export const signUpWithPasskey = (proof) => sendSignIn("/session/passkeys/registration", proof);

/**
 * The options of another passkey of the signed-in user.
 *
 * @returns {Promise<PasskeyOptions>}
 */
export const additionOptions = () => callSignedIn("POST", "/session/passkeys/registration/options", { purpose: "link" });

/**
 * Adds a passkey to the account.
 *
 * @param {{challenge_id: string, conditional?: boolean, [member: string]: unknown}} proof
 *   `conditional`: the browser has made the passkey without asking the user
 * @returns {Promise<State>}
 */
export const addPasskey = (proof) => callSignedIn("POST", "/session/passkeys/registration", proof);

/** @returns {Promise<PasskeyList>} */
export const listPasskeys = () => callSignedIn("GET", "/session/passkeys");

/** @param {string} id @param {string} name @returns {Promise<import("./types.js").Identity>} */
export const renamePasskey = (id, name) => callSignedIn("PATCH", `/session/passkeys/${encodeURIComponent(id)}`, { name });

/** @param {string} id @returns {Promise<void>} */
export const removePasskey = (id) => callSignedIn("DELETE", `/session/passkeys/${encodeURIComponent(id)}`);
