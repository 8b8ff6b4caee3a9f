import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of passkeys.
 *
 * @typedef {import("./types.js").PasskeyOptions} PasskeyOptions
 */

/**
 * The options of a sign-in. The server does not know who signs in.
 *
 * @param {Contract.PagePasskeyAuthenticationRequest} request @returns {Promise<PasskeyOptions>}
 */
export const signInOptions = (request) => /** @type {Promise<any>} */ (call("POST", "/session/passkeys/authentication/options", request));

/** @param {Contract.PagePasskeyAuthentication} proof */
export const signInWithPasskey = (proof) => sendSignIn("/session/passkeys/authentication", proof);

/**
 * The options of the first passkey of a new user.
 *
 * @param {Contract.PagePasskeyRegistrationRequest} user @returns {Promise<PasskeyOptions>}
 */
export const signUpOptions = (user) => /** @type {Promise<any>} */ (call("POST", "/session/passkeys/registration/options", user));

/** @param {Contract.PagePasskeyRegistration} proof */
export const signUpWithPasskey = (proof) => sendSignIn("/session/passkeys/registration", proof);

/**
 * The options of another passkey of the signed-in user.
 *
 * @returns {Promise<PasskeyOptions>}
 */
export const additionOptions = () =>
  /** @type {Promise<any>} */ (callSignedIn("POST", "/session/passkeys/registration/options", { purpose: "link" }));

/**
 * Adds a passkey to the account.
 *
 * @param {Contract.PagePasskeyRegistration} proof `conditional`: the browser has made the passkey without asking the user
 */
export const addPasskey = (proof) => callSignedIn("POST", "/session/passkeys/registration", proof);

export const listPasskeys = () => callSignedIn("GET", "/session/passkeys");

/** @param {string} id @param {string} name */
export const renamePasskey = (id, name) => callSignedIn("PATCH", `/session/passkeys/${encodeURIComponent(id)}`, { name });

/** @param {string} id */
export const removePasskey = (id) => callSignedIn("DELETE", `/session/passkeys/${encodeURIComponent(id)}`);
