import { nearChoices } from "./near/choices.js";
import { isOffered } from "./near/settings.js";
import { errorText, text } from "./near/text.js";
import { walletAdvice } from "./wallets/advice.js";

/**
 * Sign-in with a NEAR account (NEP-413).
 *
 * @type {import("./method.js").SignInMethod}
 */
export const near = {
  name: "near",
  path: "near",
  proofNames: ["near"],
  identityTypes: ["near"],
  canLink: true,
  isLinked: ({ identities }) => identities.some(({ type }) => type === "near"),
  picture: "/assets/near.svg",
  isOffered,
  choices: nearChoices,
  sessionLabel: () => text("session"),
  identityLabel: ({ network }) => (network ? text("identityOnNetwork", { network: String(network) }) : text("identity")),
  errorText,
  advice: walletAdvice,
};
