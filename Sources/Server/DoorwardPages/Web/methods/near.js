import { glyph } from "../elements/choice.js";
import { element } from "../elements/dom.js";
import { catalog } from "../messages/catalog.js";
import { lastUsed } from "./last-used.js";
import { isOffered, networks, proveNear } from "./near/proof.js";
import { walletChoices, walletMethod, walletRow } from "./wallets/wallet-method.js";

const { text, errorText } = catalog("near");
const picture = "/assets/near.svg";

/**
 * One choice for each network. The wallets are listed on the wallet origin.
 *
 * @param {import("./method.js").Offer} offer
 */
function nearChoices(offer) {
  const last = lastUsed("near");
  const known = networks(offer.state.config);
  return walletChoices(offer, text("title"), element("ul", { class: "rows" }, ...known.map((network) => walletRow(offer, {
    icon: () => glyph(picture), testid: "near-wallet", title: text("title"), detail: text("pickYours"),
    name: known.length > 1 ? text("walletOn", { network }) : text("wallet"), isLastUsed: last?.network === network,
    prove: (attempt) => proveNear(network, offer, attempt),
  }))));
}

/**
 * Sign-in with a NEAR account (NEP-413).
 *
 * @type {import("./method.js").SignInMethod}
 */
export const near = walletMethod({
  name: "near",
  path: "near",
  icon: () => glyph(picture),
  groupName: "NEAR",
  isOffered,
  choices: nearChoices,
  sessionLabel: () => text("session"),
  identityLabel: ({ network }) => (network ? text("identityOnNetwork", { network: String(network) }) : text("identity")),
  errorText,
});
