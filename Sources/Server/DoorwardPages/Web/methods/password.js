import { glyph } from "../elements/choice.js";
import { catalog } from "../messages/catalog.js";
import { identifierChoices } from "./identifier/choices.js";
import { passwordIdentity, passwordKinds } from "./identifier/settings.js";
import { errorText } from "./identifier/text.js";
import { passwordAdditions, passwordRows } from "./password/own-password.js";
import { userNameAdditions, userNameRows } from "./password/user-name.js";

const { text } = catalog("password");

/**
 * Sign-in with an email address, a phone number or a user name, and a password.
 *
 * @type {import("./method.js").SignInMethod}
 */
export const password = {
  name: "password",
  path: "password",
  proofNames: ["pwd"],
  identityTypes: ["username"],
  icon: () => glyph("/assets/password.svg"),
  canLink: false,
  isOffered: (config) => passwordKinds(config).length > 0,
  isLinked: ({ user, identities }) => Boolean(user?.has_password && passwordIdentity(identities)),
  choices: identifierChoices,
  sessionLabel: () => text("session"),
  identityLabel: () => text("identity"),
  errorText,
  ways: (page) => [...passwordRows(page), ...userNameRows(page)],
  additions: (page) => [...passwordAdditions(page), ...userNameAdditions(page)],
};
