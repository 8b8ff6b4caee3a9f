import { glyph } from "../elements/choice.js";
import { catalog } from "../messages/catalog.js";
import { ethereumChoices } from "./ethereum/choices.js";
import { settings } from "./ethereum/proof.js";
import { walletMethod } from "./wallets/wallet-method.js";

const { text, errorText } = catalog("ethereum");
const picture = "/assets/ethereum.svg";

/**
 * Sign-In with Ethereum (EIP-4361) with the wallets of this browser (EIP-6963).
 *
 * @type {import("./method.js").SignInMethod}
 */
export const ethereum = walletMethod({
  name: "siwe",
  path: "ethereum",
  icon: () => glyph(picture),
  groupName: "Ethereum",
  isOffered: (config) => settings(config) !== undefined,
  choices: ethereumChoices,
  sessionLabel: () => text("session"),
  identityLabel: () => text("identity"),
  errorText,
});
