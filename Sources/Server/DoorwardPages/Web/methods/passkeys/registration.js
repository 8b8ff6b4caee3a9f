import { PageError } from "../../messages/page-error.js";
import { Problem } from "../../server/problem.js";
import { signalUnknown } from "./signals.js";

/**
 * A new passkey on its way to the server.
 *
 * @typedef {import("../../server/types.js").PasskeyOptions} PasskeyOptions
 */

/**
 * The answers after which the server may have the passkey.
 *
 * @type {readonly import("../../server/types.js").Code[]}
 */
const undecided = [
  "passkey_registered", "challenge_used", "second_factor_required", "account_deletion_pending", "unexpected_answer"];

/**
 * Whether the server has refused a new passkey, so that no user has it. A page that cannot reach the server, and a server
 * that is busy or fails, do not know that.
 *
 * @param {unknown} error
 */
export const isRefused = (error) => (error instanceof Problem
  ? error.status >= 400 && error.status < 500 && error.status !== 429 && !undecided.includes(error.code)
  // The server asked for a recent sign-in first, and the user has closed it.
  : error instanceof PageError && error.kind === "cancelled");

/**
 * Sends a new passkey. If the server refuses it, the browser learns that no account has it.
 *
 * @template Answer
 * @param {PasskeyOptions} options @param {Contract.PasskeyAttestation} response
 * @param {(proof: Contract.PasskeyAttestation & {challenge_id: string}) => Promise<Answer>} send
 * @returns {Promise<Answer>}
 */
export async function register(options, response, send) {
  try {
    return await send({ ...response, challenge_id: options.challenge_id });
  } catch (error) {
    if (isRefused(error)) void signalUnknown(options.rp?.id ?? "", response.id);
    throw error;
  }
}
