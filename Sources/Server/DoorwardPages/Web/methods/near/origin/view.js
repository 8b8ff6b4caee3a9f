import { element } from "../../../elements/dom.js";
import { initial } from "../../../format/text.js";
import { catalog } from "../../../messages/catalog.js";
import { canSign } from "./sign.js";

const { text } = catalog("nearWallets");

/** The view of this origin: a list of wallets, and a line about the state of the flow. */

const region = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} said */
export function say(said) {
  region("wallet-status").textContent = said;
}

/**
 * @param {string} [said]
 * @param {boolean} [isDeclined] whether the user chose to stop, which is not an error
 */
export function showProblem(said, isDeclined = false) {
  region("wallet-problem").className = isDeclined ? "declined" : "";
  region("wallet-problem").replaceChildren(...(said ? [element("p", { text: said })] : []));
}

/** @param {string} caption @param {string} testid @param {() => void} action */
export function showAction(caption, testid, action) {
  const control = element("button", { type: "button", class: "button", text: caption, testid, on: { click: action } });
  region("wallet-content").replaceChildren(element("div", { class: "actions" }, control));
  control.focus();
}

export function clear() {
  region("wallet-content").replaceChildren();
}

/** @param {any} manifest */
function icon(manifest) {
  const letter = element("span", { class: "wallet-icon", "aria-hidden": "true", text: initial(String(manifest.name)) });
  if (!manifest.icon) return letter;
  const image = element("img", { class: "wallet-icon", alt: "", width: 40, height: 40, referrerpolicy: "no-referrer" });
  image.addEventListener("error", () => image.replaceWith(letter), { once: true });
  image.src = manifest.icon;
  return image;
}

/** @param {any} manifest */
function site(manifest) {
  try {
    return new URL(manifest.website).hostname;
  } catch {
    return "";
  }
}

/** @param {any} wallet @param {boolean} isLast @param {(wallet: any) => void} choose */
function row(wallet, isLast, choose) {
  const { manifest } = wallet;
  const isAble = canSign(wallet);
  const control = element("button", {
    type: "button", class: "wallet", testid: "near-choice", "data-wallet": manifest.id, "aria-disabled": isAble ? null : "true",
    on: { click: () => choose(wallet) },
  },
  icon(manifest),
  element("span", { class: "wallet-text" },
    element("span", { class: "wallet-name", text: manifest.name }),
    element("span", { class: "wallet-detail", text: isAble ? site(manifest) : text("cannotSignDetail") })),
  isLast && element("span", { class: "badge", text: text("lastUsed"), testid: "last-used" }));
  return element("li", {}, control);
}

/**
 * The last used wallet is first, and wallets that cannot sign are last. The others keep their order.
 *
 * @param {any[]} wallets @param {string | undefined} last the id of the wallet that was used last
 */
export function ordered(wallets, last) {
  const rank = (/** @type {any} */ wallet) => (wallet.manifest.id === last ? 2 : 0) + Number(canSign(wallet));
  return [...wallets].sort((one, other) => rank(other) - rank(one));
}

/**
 * @param {any[]} wallets @param {string | undefined} last the id of the wallet that was used last
 * @param {(wallet: any) => void} choose @param {boolean} focus
 */
export function showWallets(wallets, last, choose, focus) {
  const list = element("ul", { "aria-label": text("title") },
    ...ordered(wallets, last).map((wallet) => row(wallet, wallet.manifest.id === last, choose)));
  region("wallet-content").replaceChildren(list);
  if (focus) list.querySelector("button")?.focus();
}
