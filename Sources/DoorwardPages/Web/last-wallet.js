/**
 * The wallet of the last sign-in in this browser, so that the page can mark it. It is a name, not a secret, and the
 * only value that the page keeps in the browser.
 *
 * @typedef {{kind: "ethereum" | "near", name: string, network?: string}} LastWallet `name`: the reverse domain of an
 *   Ethereum wallet, or the id of a NEAR wallet
 */

const key = "doorward.last-wallet";

/** @param {LastWallet} wallet */
export function keepLastWallet(wallet) {
  try {
    localStorage.setItem(key, JSON.stringify(wallet));
  } catch {
    // Storage that is full or forbidden costs the mark and nothing else.
  }
}

export function forgetLastWallet() {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that is forbidden has nothing to forget.
  }
}

/** @returns {Partial<LastWallet>} empty if none is known */
export function lastWallet() {
  try {
    const { kind, name, network } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof name === "string" && name.length <= 253 ? { kind, name, network } : {};
  } catch {
    return {};
  }
}
