import { glyph } from "../elements/choice.js";
import { toast } from "../elements/status.js";
import { catalog } from "../messages/catalog.js";
import { addSilently } from "./passkeys/addition.js";
import { passkeyChoices } from "./passkeys/choices.js";
import { nameOf } from "./passkeys/name.js";
import { passkeyOffer, passkeyStep } from "./passkeys/offer.js";
import { passkeyAdditions, passkeyRows } from "./passkeys/own-passkeys.js";
import { isPasskey, settings } from "./passkeys/settings.js";
import { tellBrowserInTime } from "./passkeys/signals.js";

const { text, errorText } = catalog("passkeys");

/** The methods whose users type something. A passkey saves them that. */
const typed = ["password", "code"];

/**
 * Sign-in with passkeys (WebAuthn Level 3), without a user name.
 *
 * @type {import("./method.js").SignInMethod}
 */
export const passkeys = {
  name: "passkey",
  path: "passkeys",
  proofNames: ["passkey"],
  identityTypes: ["passkey"],
  icon: () => glyph("/assets/passkey.svg"),
  canLink: false,
  isOffered: (config) => settings(config) !== undefined,
  isLinked: ({ identities }) => identities.some(isPasskey),
  choices: passkeyChoices,
  sessionLabel: () => text("session"),
  identityLabel: () => text("identity"),
  identityName: nameOf,
  errorText,
  tellBrowser: tellBrowserInTime,
  ways: passkeyRows,
  additions: passkeyAdditions,
  accountOffer: passkeyOffer,
  offerAfterSignIn: async (state, { method }, level, done) => (typed.includes(method) ? passkeyStep(state, level, done) : undefined),
  afterSignIn: async (state, choice) => {
    const fresh = await addSilently(state, choice);
    if (fresh) toast(text("saved"), { isForNext: true });
    return fresh;
  },
};
