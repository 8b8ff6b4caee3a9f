import { choicePicture } from "../../elements/choice.js";
import { copyButton } from "../../elements/copy.js";
import { button, element } from "../../elements/dom.js";
import { plainText } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { lastUsed } from "../last-used.js";
import { walletChoices, walletRow } from "../wallets/wallet-method.js";
import { discovery, knownWallets, legacyID, requestWallets } from "./discovery.js";
import { proveEthereum } from "./proof.js";

const { text, parts } = catalog("ethereum");

/**
 * The choice of wallets.
 *
 * @typedef {import("../method.js").Offer} Offer
 * @typedef {import("./discovery.js").Wallet} Wallet
 */

const picture = "/assets/ethereum.svg";

/**
 * The advice for a user whose browser has no wallet. The request of an app is valid only in the browser that it came
 * to, so its page does not offer its own address.
 *
 * @param {Offer} offer
 */
function noWallet({ request, hasAlternatives }) {
  const client = request?.client;
  const install = element("a", {
    href: "https://ethereum.org/wallets/find-wallet/", target: "_blank", rel: "noopener noreferrer", text: text("noneInstallLink"),
  });
  const onPhone = !client ? text("nonePhone")
    : client.site && text("nonePhoneClient", { name: plainText(client.name, 60) || client.site });
  return element("div", { class: "empty", testid: "no-wallet" },
    element("p", { class: "empty-title", text: text("none") }),
    element("ul", { class: "ways" },
      element("li", {}, ...parts("noneInstall", { link: install })),
      onPhone && element("li", { text: onPhone }),
      hasAlternatives && element("li", { text: text("noneAlternative") })),
    element("div", { class: "actions" },
      button(text("lookAgain"), () => { requestWallets(); discovery.dispatchEvent(new Event("change")); }, { class: "button quiet", testid: "look-again" }),
      !client && copyButton(location.href, { text: text("copyLink"), testid: "copy-link" })));
}

/**
 * The wallets of this browser. The row of a wallet that announces itself late is added at the end, so no row moves
 * while the user is about to press it.
 *
 * @param {Offer} offer
 * @returns {import("../method.js").Choices}
 */
export function ethereumChoices(offer) {
  const list = element("div", { class: "choices", testid: "ethereum-wallets" });
  const last = lastUsed("siwe");
  /** @type {HTMLUListElement | null} */
  let rows = null;
  /** @type {Set<string>} */
  const shown = new Set();
  const icon = (/** @type {Wallet} */ wallet) => choicePicture(wallet.icon, picture);
  const row = (/** @type {Wallet} */ wallet) => walletRow(offer, {
    icon: () => icon(wallet), name: wallet.name, testid: "ethereum-wallet", detail: wallet.rdns || text("found"),
    isLastUsed: last?.wallet === wallet.rdns, prove: (attempt) => proveEthereum(wallet, offer, attempt),
  });
  const draw = () => {
    const wallets = knownWallets();
    if (wallets.length === 0) {
      shown.clear();
      rows = null;
      list.replaceChildren(noWallet(offer));
      return;
    }
    if (!rows || (shown.has(legacyID) && wallets[0].uuid !== legacyID)) {
      shown.clear();
      rows = element("ul", { class: "rows" });
      list.replaceChildren(rows);
    }
    for (const wallet of wallets) {
      if (shown.has(wallet.uuid)) continue;
      shown.add(wallet.uuid);
      rows.append(row(wallet));
    }
  };
  requestWallets();
  draw();
  discovery.addEventListener("change", draw);
  return walletChoices(offer, text("title"), list, () => discovery.removeEventListener("change", draw));
}
