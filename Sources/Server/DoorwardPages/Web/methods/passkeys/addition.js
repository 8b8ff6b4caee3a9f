import { addPasskey, additionOptions } from "../../server/passkeys.js";
import { codeKinds, identityOf } from "../identifier/settings.js";
import { can, makePasskey, makePasskeySilently } from "./browser.js";
import { register } from "./registration.js";
import { isPasskey, settings } from "./settings.js";
import { whileAdding } from "./signals.js";

/**
 * Another passkey of the signed-in user.
 *
 * @typedef {import("../../server/types.js").State} State
 */

/**
 * Adds a passkey in the browser's window. The server asks for a recent sign-in before the window opens.
 *
 * @param {Pick<import("../method.js").AccountPage, "withRecentSignIn">} page
 * @returns {Promise<State>}
 */
export async function addByHand(page) {
  /** @type {import("../../server/types.js").PasskeyOptions[]} */
  const asked = [];
  await page.withRecentSignIn(async () => { asked.push(await additionOptions()); });
  return whileAdding(async () => {
    const response = await makePasskey(asked[0]);
    return register(asked[0], response, async (proof) => {
      /** @type {State[]} */
      const answers = [];
      await page.withRecentSignIn(async () => { answers.push(await addPasskey(proof)); });
      return answers[0];
    });
  });
}

/** The maximum time that a sign-in waits for a passkey that the browser makes, in milliseconds. */
const patience = 2_000;

/**
 * After a sign-in with a password: the browser's password manager makes a passkey automatically, if it has just used
 * the password. Otherwise nothing happens.
 *
 * @param {State} state of the signed-in user @param {import("../last-used.js").LastUsed} choice
 * @returns {Promise<State | undefined>} nothing if no passkey was added
 */
export async function addSilently(state, choice) {
  if (choice.method !== "password" || !settings(state.config) || !(await can("conditionalCreate"))) return undefined;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    const options = await additionOptions();
    if (ending.signal.aborted) return undefined;
    return await whileAdding(async () => {
      const response = await makePasskeySilently(options, ending.signal);
      return register(options, response, (proof) => addPasskey({ ...proof, conditional: true }));
    });
  } catch {
    // The browser has no password of this site, or the password manager has a passkey already.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this device can hold a passkey, as the browser has said last. */
let canHold = false;

/** Asks the browser whether this device can hold a passkey. */
export async function learnDevice() {
  canHold = await can("passkeyPlatformAuthenticator");
}

// The browser answers before the page has the user, so that an offer moves nothing.
void learnDevice();

/**
 * Whether the page should offer to create a passkey: the user types a password or codes, and this device can hold a passkey.
 *
 * @param {State} state
 */
export const shouldOffer = ({ user, identities, config }) => canHold
  && Boolean(user?.has_password || codeKinds(config).some((kind) => identityOf(identities, kind)))
  && settings(config) !== undefined && !identities.some(isPasskey);
