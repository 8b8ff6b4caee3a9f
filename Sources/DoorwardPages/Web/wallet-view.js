import { canSign } from "./wallet-sign.js";

/** What this origin shows: a list of wallets and one line that says where things stand. */

const region = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
export function say(text) {
  region("wallet-status").textContent = text;
}

/**
 * @param {string} [text]
 * @param {boolean} [declined] whether the user chose to stop, which is not an error
 */
export function showProblem(text, declined = false) {
  region("wallet-problem").className = declined ? "declined" : "";
  const lines = text ? [document.createElement("p")] : [];
  if (text) lines[0].textContent = text;
  region("wallet-problem").replaceChildren(...lines);
}

/** @param {string} text @param {string} testid @param {() => void} action */
function button(text, testid, action) {
  const control = document.createElement("button");
  control.type = "button";
  control.className = "button";
  control.dataset.testid = testid;
  control.textContent = text;
  control.addEventListener("click", action);
  return control;
}

/** @param {string} text @param {string} testid @param {() => void} action */
export function showAction(text, testid, action) {
  const row = document.createElement("div");
  row.className = "actions";
  const control = button(text, testid, action);
  row.append(control);
  region("wallet-content").replaceChildren(row);
  control.focus();
}

export function clear() {
  region("wallet-content").replaceChildren();
}

/** @param {any} manifest */
function icon(manifest) {
  const letter = document.createElement("span");
  letter.className = "wallet-icon";
  letter.setAttribute("aria-hidden", "true");
  letter.textContent = (Array.from(String(manifest.name))[0] ?? "").toUpperCase();
  if (!manifest.icon) return letter;
  const image = document.createElement("img");
  image.className = "wallet-icon";
  image.alt = "";
  image.width = 40;
  image.height = 40;
  image.referrerPolicy = "no-referrer";
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
  const able = canSign(wallet);
  const control = document.createElement("button");
  control.type = "button";
  control.className = "wallet";
  control.dataset.testid = "near-choice";
  control.dataset.wallet = wallet.manifest.id;
  if (!able) control.setAttribute("aria-disabled", "true");
  const name = document.createElement("span");
  name.className = "wallet-name";
  name.textContent = wallet.manifest.name;
  const detail = document.createElement("span");
  detail.className = "wallet-detail";
  detail.textContent = able ? site(wallet.manifest) : "Cannot sign messages, so it cannot sign you in";
  const words = document.createElement("span");
  words.className = "wallet-text";
  words.append(name, detail);
  control.append(icon(wallet.manifest), words);
  if (isLast) {
    const badge = document.createElement("span");
    badge.className = "badge";
    badge.dataset.testid = "last-used";
    badge.textContent = "Last used";
    control.append(badge);
  }
  control.addEventListener("click", () => choose(wallet));
  const item = document.createElement("li");
  item.append(control);
  return item;
}

/**
 * @param {any[]} wallets @param {string | undefined} last the id of the wallet that was used last
 * @param {(wallet: any) => void} choose @param {boolean} focus
 */
export function showWallets(wallets, last, choose, focus) {
  const list = document.createElement("ul");
  list.setAttribute("aria-label", "NEAR wallets");
  const isLast = (/** @type {any} */ wallet) => wallet.manifest.id === last;
  // The wallet used last comes first, those that cannot sign come last; otherwise the order is the list's own.
  const rank = (/** @type {any} */ wallet) => (isLast(wallet) ? 2 : 0) + Number(canSign(wallet));
  const ordered = [...wallets].sort((one, other) => rank(other) - rank(one));
  list.append(...ordered.map((wallet) => row(wallet, isLast(wallet), choose)));
  region("wallet-content").replaceChildren(list);
  if (focus) list.querySelector("button")?.focus();
}
