import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of a sign-in method: each method has a challenge, a sign-in and a link below its own path.
 *
 * @typedef {import("./types.js").Purpose} Purpose
 */

/**
 * @param {string} path the method's challenge, such as `password/challenge`
 * @param {{purpose: Purpose, [member: string]: unknown}} request
 * @returns {Promise<any>}
 */
export const askChallenge = (path, request) =>
  (request.purpose === "sign_in" ? call : callSignedIn)("POST", `/session/${path}`, request);

/**
 * Sends a proof. It signs in, links the proven identity to the account, or moves it here from another account.
 *
 * @param {string} method the path of the method
 * @param {Purpose} purpose
 * @param {object} proof
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
