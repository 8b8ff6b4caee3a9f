import { copyButton } from "./copy.js";
import { discovery, knownWallets, requestWallets } from "./discovery.js";
import { button, element } from "./dom.js";
import { plainText } from "./format.js";
import { lastWallet } from "./last-wallet.js";
import { ethereumPicture } from "./pictures.js";

/**
 * A picture of a wallet. Only an <img> ever shows it, where an SVG cannot run its scripts.
 *
 * @param {string | null} source
 * @param {string} fallback
 */
export function walletIcon(source, fallback = ethereumPicture) {
  const image = element("img", { class: "wallet-icon", alt: "", width: 40, height: 40, decoding: "async", src: source ?? fallback });
  image.addEventListener("error", () => { image.src = fallback; }, { once: true });
  return image;
}

/**
 * One choice in a list.
 *
 * @param {{icon: Node, name: string, detail: string, testid: string, isLast?: boolean, choose: () => void}} row
 *   `isLast`: whether the last sign-in in this browser was by this choice
 */
export function choiceRow({ icon, name, detail, testid, isLast, choose }) {
  return element("li", {}, element("button", { type: "button", class: "choice", testid, on: { click: choose } },
    icon,
    element("span", { class: "choice-text" },
      element("span", { class: "choice-name", text: name }),
      detail && element("span", { class: "choice-detail", text: detail })),
    isLast && element("span", { class: "badge", text: "Last used", testid: "last-used" })));
}

/**
 * What to do when this browser has no wallet. A request of an app is good in the browser that it came to alone:
 * there the app knows it again.
 *
 * @param {boolean} offersNear
 * @param {{name: string, site?: string | null}} [client] whose request it is
 */
function noWallet(offersNear, client) {
  const onPhone = client ? client.site && `On a phone, open ${plainText(client.name, 60) || client.site} in your wallet app's own browser and sign in there.`
    : "On a phone, open this page in your wallet app's own browser.";
  return element("div", { class: "empty", testid: "no-wallet" },
    element("p", { class: "empty-title", text: "No Ethereum wallet in this browser" }),
    element("ul", { class: "ways" },
      element("li", {},
        "On a computer, ",
        element("a", { href: "https://ethereum.org/wallets/find-wallet/", target: "_blank", rel: "noopener noreferrer", text: "install a wallet" }),
        " as an extension and look again."),
      onPhone && element("li", { text: onPhone }),
      offersNear && element("li", {}, "Or use a NEAR wallet, below: it needs no extension.")),
    element("div", { class: "actions" },
      button("Look again", () => { requestWallets(); discovery.dispatchEvent(new Event("change")); }, { class: "button quiet", testid: "look-again" }),
      !client && copyButton(location.href, { text: "Copy the link", testid: "copy-link" })));
}

/**
 * The Ethereum wallets of this browser. Rows of wallets that announce themselves late are added at
 * the end: nothing that is about to be pressed moves.
 *
 * @param {{offersNear: boolean, client?: {name: string, site?: string | null},
 *   choose: (wallet: import("./discovery.js").Wallet) => void}} options
 * @returns {{list: HTMLElement, stop: () => void}}
 */
export function ethereumWallets({ offersNear, client, choose }) {
  const list = element("div", { class: "choices", testid: "ethereum-wallets" });
  const last = lastWallet();
  /** @type {HTMLUListElement | null} */
  let rows = null;
  /** @type {Set<string>} */
  const shown = new Set();
  const draw = () => {
    const wallets = knownWallets();
    if (wallets.length === 0) {
      shown.clear();
      rows = null;
      list.replaceChildren(noWallet(offersNear, client));
      return;
    }
    const announced = wallets.some(({ uuid }) => uuid !== "legacy");
    if (!rows || (announced && shown.has("legacy"))) {
      shown.clear();
      rows = element("ul", { class: "rows" });
      list.replaceChildren(rows);
    }
    for (const wallet of wallets) {
      if (shown.has(wallet.uuid)) continue;
      shown.add(wallet.uuid);
      rows.append(choiceRow({
        icon: walletIcon(wallet.icon), name: wallet.name, testid: "ethereum-wallet",
        detail: wallet.rdns || "Found in this browser", isLast: last.kind === "ethereum" && last.name === wallet.rdns, choose: () => choose(wallet),
      }));
    }
  };
  draw();
  discovery.addEventListener("change", draw);
  return { list, stop: () => discovery.removeEventListener("change", draw) };
}
