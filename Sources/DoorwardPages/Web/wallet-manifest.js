/**
 * The list of NEAR wallets, with everything taken out that this page would not vouch for.
 *
 * @typedef {{id: string, name: string, icon: string, website: string, version: string, executor: string,
 *   description: string, type: "sandbox", platform: object, features: Record<string, boolean>,
 *   permissions: Record<string, any>}} WalletEntry
 */

const mostWallets = 100;

/**
 * `permissions.external` lets the code of a wallet call into this window by name. That is how some
 * wallets reach their own browser extension, and those names alone are let through: with "window"
 * or "parent" an executor could act as this page.
 */
const extensionObjects = new Set(["meteorCom", "meteorComV2", "nightly.near", "okxwallet.near"]);

/** Deep links (`near-mobile-wallet:`) are fine; what runs or reads in this origin is not. */
const neverOpened = new Set(["javascript:", "data:", "blob:", "file:", "about:", "filesystem:", "view-source:", "vbscript:"]);

/** @param {unknown} text @returns {URL | null} */
function urlOf(text) {
  try {
    return typeof text === "string" ? new URL(text) : null;
  } catch {
    return null;
  }
}

/** @param {unknown} text @param {number} limit */
const text = (text, limit) => (typeof text === "string" ? text.replace(/[\p{Cc}\p{Cf}]/gu, "").trim().slice(0, limit) : "");

/** @param {URL | null} url */
const isLoopback = (url) => url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);

/** @param {unknown} address of code or a page: https, or this machine during development */
const isTrustworthy = (address) => {
  const url = urlOf(address);
  return url?.protocol === "https:" || (isLoopback(url) && isLoopback(urlOf(location.href)));
};

/** @param {any} given @returns {Record<string, any>} */
function permissionsOf(given) {
  const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.filter((item) => typeof item === "string") : []);
  const flags = ["storage", "walletConnect", "clipboardRead", "clipboardWrite", "usb", "hid", "bluetooth", "location"];
  return {
    ...Object.fromEntries(flags.filter((flag) => given?.[flag] === true).map((flag) => [flag, true])),
    external: list(given?.external).filter((name) => extensionObjects.has(name)),
    allowsOpen: list(given?.allowsOpen).filter((address) => {
      const url = urlOf(address);
      return url !== null && !neverOpened.has(url.protocol);
    }),
  };
}

/** @param {any} given @returns {WalletEntry | null} */
function entryOf(given) {
  if (typeof given !== "object" || given === null || given.type !== "sandbox") return null;
  const { id, icon, website, version, executor, features, platform } = given;
  if (typeof id !== "string" || !/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(id) || !isTrustworthy(executor)) return null;
  const name = text(given.name, 40);
  if (name === "" || typeof version !== "string") return null;
  const picture = typeof icon === "string" && (isTrustworthy(icon) || /^data:image\//i.test(icon)) ? icon : "";
  return {
    id, name, version, executor, icon: picture, type: "sandbox", description: text(given.description, 300),
    website: isTrustworthy(website) ? website : "",
    platform: typeof platform === "object" && platform !== null ? platform : {},
    features: Object.fromEntries(Object.entries(features ?? {}).filter(([, value]) => typeof value === "boolean")),
    permissions: permissionsOf(given.permissions),
  };
}

/**
 * @param {string} url
 * @returns {Promise<{version: string, wallets: WalletEntry[]}>}
 */
export async function loadManifest(url) {
  const response = await fetch(url, { credentials: "omit", signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`The list of wallets answered ${response.status}.`);
  const manifest = await response.json();
  const given = Array.isArray(manifest?.wallets) ? manifest.wallets.slice(0, mostWallets) : [];
  /** @type {Map<string, WalletEntry>} */
  const wallets = new Map();
  for (const wallet of given.map(entryOf)) if (wallet && !wallets.has(wallet.id)) wallets.set(wallet.id, wallet);
  return { version: text(manifest?.version, 32) || "1.0.0", wallets: [...wallets.values()] };
}
