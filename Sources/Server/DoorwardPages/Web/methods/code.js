import { glyph } from "../elements/choice.js";
import { catalog } from "../messages/catalog.js";
import { addressAdditions, addressRows, restoreAddress } from "./code/addresses.js";
import { identifierChoices } from "./identifier/choices.js";
import { codeKinds, identityOf } from "./identifier/settings.js";
import { errorText } from "./identifier/text.js";

const { text } = catalog("code");

/**
 * Sign-in with a code that is sent to an email address or a phone number.
 *
 * @type {import("./method.js").SignInMethod}
 */
export const code = {
  name: "code",
  path: "code",
  proofNames: ["otp", "sms"],
  identityTypes: ["email", "phone"],
  icon: () => glyph("/assets/code.svg"),
  canLink: false,
  isOffered: (config) => codeKinds(config).length > 0,
  isLinked: ({ config, identities }) => codeKinds(config).some((kind) => identityOf(identities, kind)),
  choices: identifierChoices,
  sessionLabel: () => text("session"),
  identityLabel: ({ type }) => text(type === "phone" ? "phone" : "email"),
  errorText,
  ways: addressRows,
  additions: addressAdditions,
  restoreOnAccount: restoreAddress,
};
