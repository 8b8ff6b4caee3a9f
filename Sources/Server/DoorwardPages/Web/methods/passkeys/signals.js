import { plainText } from "../../format/text.js";
import { listPasskeys } from "../../server/passkeys.js";
import { identityOf } from "../identifier/settings.js";

/**
 * Reports to the browser and its password managers which passkeys the server knows (WebAuthn L3 §5.1.10), so that they
 * offer no passkey that is removed and show the present name. A browser may ignore this, and nothing depends on it.
 *
 * @typedef {import("../../server/types.js").State} State
 */

/** @param {string} name @param {object} details */
async function signal(name, details) {
  try {
    await /** @type {any} */ (globalThis).PublicKeyCredential?.[name]?.(details);
  } catch {
    // The browser refuses the signal, and the passkey does not change.
  }
}

/**
 * The server has no such passkey. Only an answer of the server shows this.
 *
 * @param {string} rpId @param {string} credentialId
 */
export const signalUnknown = (rpId, credentialId) => signal("signalUnknownCredential", { rpId, credentialId });

/**
 * These are all passkeys of the user. The browser hides the others.
 *
 * @param {import("../../server/types.js").PasskeyList} list
 */
async function signalAccepted({ rp_id: rpId, user_handle: userId, items }) {
  if (!rpId) return;
  await signal("signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds: items.map(({ identifier }) => identifier) });
}

/**
 * The user as new passkeys have it, too: by an address or user name, and by the name.
 *
 * @param {State} state
 */
export function shownUser({ user, identities, config }) {
  const [email, username, phone] = /** @type {const} */ (["email", "username", "phone_number"])
    .map((kind) => identityOf(identities, kind)?.identifier);
  const own = plainText(user?.name, 120);
  const name = email ?? username ?? phone ?? (own || plainText(config.provider_name, 120));
  return { name, displayName: own || name };
}

/**
 * The present name of the user.
 *
 * @param {string} rpId @param {string} userId the user in the authenticators @param {State} state
 */
export const signalUser = (rpId, userId, state) => signal("signalCurrentUserDetails", { rpId, userId, ...shownUser(state) });

/** The passkeys that are being made now, and all that this page has begun to make. */
let [running, begun] = [0, 0];

/**
 * Makes a passkey. Until the server knows it, no list is complete.
 *
 * @template Answer
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export async function whileAdding(work) {
  running += 1;
  begun += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

/** How long a page that is about to be left waits for the browser, in milliseconds. */
const patience = 2_000;

/**
 * Tells the browser after a sign-in, before the page goes back to the app.
 *
 * @param {State} state of the signed-in user
 * @returns {Promise<void>} never fails
 */
export const tellBrowserInTime = (state) => Promise.race([
  tellBrowser(state).catch(() => {}),
  /** @type {Promise<void>} */ (new Promise((resolve) => { setTimeout(resolve, patience); })),
]);

/**
 * Reports to the browser which passkeys the account has, and the present name of the user.
 *
 * @param {State} state of the signed-in user
 */
export async function tellBrowser(state) {
  const before = begun;
  if (running > 0) return;
  const list = await listPasskeys();
  // The browser would hide a passkey that was made since.
  if (before !== begun) return;
  await signalAccepted(list);
  if (list.rp_id && list.items.length > 0) await signalUser(list.rp_id, list.user_handle, state);
}
