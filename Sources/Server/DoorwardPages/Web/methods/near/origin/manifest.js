import { plainText } from "../../../format/text.js";
import { timeLimit } from "../../../server/time-limit.js";

/**
 * The list of NEAR wallets, without the parts that could harm this page.
 *
 * @typedef {{id: string, name: string, icon: string, website: string, version: string, executor: string,
 *   description: string, type: "sandbox", platform: object, features: Record<string, boolean>,
 *   permissions: Record<string, any>}} WalletEntry
 */

const mostWallets = 100;

/**
 * `permissions.external` lets the code of a wallet call objects of this window by name. Some wallets reach their own
 * browser extension through it. Only the names of extensions are allowed: with "window" or "parent", the code of a
 * wallet could act as this page.
 */
const extensionObjects = new Set(["meteorCom", "meteorComV2", "nightly.near", "okxwallet.near"]);

/** The schemes that run or read in this origin. Deep links such as `near-mobile-wallet:` are allowed. */
const neverOpened = new Set(["javascript:", "data:", "blob:", "file:", "about:", "filesystem:", "view-source:", "vbscript:"]);

/** @param {unknown} text @returns {URL | null} */
function urlOf(text) {
  try {
    return typeof text === "string" ? new URL(text) : null;
  } catch {
    return null;
  }
}

/** @param {URL | null} url */
const isLoopback = (url) => url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);

/** @param {unknown} address of code or a page: https, or loopback if this page is on loopback @param {string} page */
const isTrustworthy = (address, page) => {
  const url = urlOf(address);
  return url?.protocol === "https:" || (isLoopback(url) && isLoopback(urlOf(page)));
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

/** @param {any} given @param {string} page @returns {WalletEntry | null} */
function entryOf(given, page) {
  if (typeof given !== "object" || given === null || given.type !== "sandbox") return null;
  const { id, icon, website, version, executor, features, platform } = given;
  if (typeof id !== "string" || !/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(id) || !isTrustworthy(executor, page)) return null;
  const name = plainText(given.name, 40);
  if (name === "" || typeof version !== "string") return null;
  const picture = typeof icon === "string" && (isTrustworthy(icon, page) || /^data:image\//i.test(icon)) ? icon : "";
  return {
    id, name, version, executor, icon: picture, type: "sandbox", description: plainText(given.description, 300),
    website: isTrustworthy(website, page) ? website : "",
    platform: typeof platform === "object" && platform !== null ? platform : {},
    features: Object.fromEntries(Object.entries(features ?? {}).filter(([, value]) => typeof value === "boolean")),
    permissions: permissionsOf(given.permissions),
  };
}

/**
 * @param {any} manifest as it was published
 * @param {string} page the address of this page
 * @returns {{version: string, wallets: WalletEntry[]}}
 */
export function checkedManifest(manifest, page) {
  const given = Array.isArray(manifest?.wallets) ? manifest.wallets.slice(0, mostWallets) : [];
  /** @type {Map<string, WalletEntry>} */
  const wallets = new Map();
  for (const wallet of given) {
    const entry = entryOf(wallet, page);
    if (entry && !wallets.has(entry.id)) wallets.set(entry.id, entry);
  }
  return { version: plainText(manifest?.version, 32) || "1.0.0", wallets: [...wallets.values()] };
}

/**
 * Loads the list. A list that cannot be loaded is empty; the caller tells the user.
 *
 * @param {string} url
 */
export async function loadManifest(url) {
  const manifest = await fetch(url, { credentials: "omit", signal: timeLimit(15_000) })
    .then((response) => (response.ok ? response.json() : undefined)).catch(() => undefined);
  return checkedManifest(manifest, location.href);
}
