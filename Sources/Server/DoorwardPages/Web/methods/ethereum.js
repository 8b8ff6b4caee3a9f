import { ethereumChoices } from "./ethereum/choices.js";
import { settings } from "./ethereum/settings.js";
import { errorText, text } from "./ethereum/text.js";
import { walletAdvice } from "./wallets/advice.js";

/**
 * Sign-In with Ethereum (EIP-4361) with the wallets of this browser (EIP-6963).
 *
 * @type {import("./method.js").SignInMethod}
 */
export const ethereum = {
  name: "siwe",
  path: "ethereum",
  proofNames: ["siwe"],
  identityTypes: ["ethereum"],
  canLink: true,
  isLinked: ({ identities }) => identities.some(({ type }) => type === "ethereum"),
  picture: "/assets/ethereum.svg",
  isOffered: (config) => settings(config) !== undefined,
  choices: ethereumChoices,
  sessionLabel: () => text("session"),
  identityLabel: () => text("identity"),
  errorText,
  advice: walletAdvice,
};
