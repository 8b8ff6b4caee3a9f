import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of a sign-in method: each method has a challenge, a sign-in and a link below its own path.
 *
 * @typedef {import("./types.js").Purpose} Purpose
 * @typedef {import("./types.js").PathOf<"POST">} Path
 */

/**
 * @template {Path} P
 * @param {P} path of the method's challenge @param {import("./types.js").BodyOf<"POST", P> & {purpose?: Purpose}} request
 */
export const askChallenge = (path, request) =>
  (request.purpose === "sign_in" ? call("POST", path, /** @type {any} */ (request)) : callSignedIn("POST", path, /** @type {any} */ (request)));

/**
 * Sends a proof. It signs in, links the proven identity to the account, or moves it here from another account.
 *
 * @param {import("./types.js").LinkingMethod} method the path of the method
 * @param {Purpose} purpose
 * @param {import("./types.js").BodyOf<"POST", `/session/${import("./types.js").LinkingMethod}/link`>} proof
 * @param {import("./types.js").Taken} [moving] the offer that the user has confirmed. If it is no longer true, the server
 *   refuses and makes another one.
 * @returns {Promise<import("./types.js").State>}
 */
export function submitProof(method, purpose, proof, moving) {
  if (purpose === "sign_in") return sendSignIn(`/session/${method}/sign-in`, proof);
  return callSignedIn("POST", `/session/${method}/link`, moving ? { ...proof, ...confirmation(moving) } : proof);
}

/** @param {import("./types.js").Taken} moving */
export const confirmation = ({ account, deletes_account }) => ({ move: true, confirmed: { account, deletes_account } });
