import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";
import { Problem } from "../../server/problem.js";
import { signInOptions, signInWithPasskey } from "../../server/passkeys.js";
import { abortable } from "../abortable.js";
import { can, usePasskey, usePasskeyOfDevice } from "./browser.js";
import { isPasskey, settings } from "./settings.js";
import { signalUnknown } from "./signals.js";

const { text } = catalog("passkeys");

/**
 * The sign-in with a passkey: challenge, response, proof.
 *
 * @typedef {import("../../server/types.js").State} State
 * @typedef {import("../../server/types.js").PasskeyOptions} PasskeyOptions
 * @typedef {import("../method.js").Attempt} Attempt
 * @typedef {import("../method.js").Offer} Offer
 *
 * The response of a passkey and the options that it answers.
 * @typedef {{options: PasskeyOptions, response: Contract.PasskeyAssertion}} Answer
 */

/**
 * Asks for a passkey in the browser's window.
 *
 * @param {Offer} offer @param {AbortSignal} signal
 * @param {boolean} mayBeElsewhere whether the window also offers passkeys of other devices
 * @returns {Promise<Answer>}
 */
export async function askForPasskey({ state, account, request }, signal, mayBeElsewhere) {
  // A user who confirms a change uses a passkey of this account. Another one would sign in to another account.
  const allowed = account === "linked" ? state.identities.filter(isPasskey).map(({ identifier }) => identifier) : [];
  const isOfDevice = !mayBeElsewhere && allowed.length === 0 && await can("immediateGet");
  const options = await abortable(signInOptions({ ticket: request?.ticket }), signal);
  const asked = { ...options, allowCredentials: allowed.map((id) => ({ type: "public-key", id })) };
  const response = await (isOfDevice ? usePasskeyOfDevice : usePasskey)(asked, signal);
  if (signal.aborted) throw new PageError("cancelled");
  return { options, response };
}

/**
 * Sends the response. If the server does not know the passkey, this is reported to the password manager.
 *
 * @param {Offer} offer @param {Attempt} attempt @param {Answer} answer
 * @returns {Promise<State>} the state after the sign-in
 */
export async function submitPasskey({ state, request }, { progress, choose }, { options, response }) {
  progress.say(text("check"));
  choose({ method: "passkey" });
  try {
    return await signInWithPasskey({ ...response, challenge_id: options.challenge_id, ticket: request?.ticket });
  } catch (error) {
    if (error instanceof Problem && error.status === 401 && error.code === "unknown_passkey") {
      void signalUnknown(settings(state.config)?.rp_id ?? "", response.id);
    }
    throw error;
  }
}
