import { plainText } from "./format.js";

/**
 * Finds the Ethereum wallets of this browser (EIP-6963). Any extension and any script may announce
 * anything, so an announcement is checked, copied and frozen, and the first of its kind stays.
 *
 * @typedef {{request: (call: {method: string, params?: unknown}) => Promise<unknown>,
 *   on?: Function, removeListener?: Function}} Provider
 * @typedef {Readonly<{uuid: string, name: string, icon: string | null, rdns: string, provider: Provider}>} Wallet
 */

const mostWallets = 40;
const longestIcon = 256 * 1024;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const rdnsForm = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
// EIP-6963 §Images: a data URI of an image. SVG may carry script, which an <img> never runs.
const iconForm = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)(?:;[a-z0-9=-]+)*,/i;

/** @param {unknown} candidate @returns {candidate is Provider} */
function isProvider(candidate) {
  return typeof candidate === "object" && candidate !== null
    && typeof (/** @type {any} */ (candidate).request) === "function";
}

/**
 * @param {unknown} detail of an announcement
 * @returns {Wallet | null} null for one that breaks EIP-6963's rules
 */
function checked(detail) {
  try {
    const { info, provider } = /** @type {any} */ (detail);
    const { uuid, rdns, name, icon } = info;
    if (typeof uuid !== "string" || !uuidForm.test(uuid) || !isProvider(provider)) return null;
    if (typeof rdns !== "string" || rdns.length > 253 || !rdnsForm.test(rdns)) return null;
    const shown = plainText(name, 40);
    if (shown === "") return null;
    const picture = typeof icon === "string" && icon.length <= longestIcon && iconForm.test(icon) ? icon : null;
    return Object.freeze({ uuid: uuid.toLowerCase(), name: shown, icon: picture, rdns: rdns.toLowerCase(), provider });
  } catch {
    return null; // a getter that throws
  }
}

/** @type {Map<string, Wallet>} */
const announced = new Map();

/** Changes of the list: `change`, also for wallets that announce themselves late. */
export const discovery = new EventTarget();

window.addEventListener("eip6963:announceProvider", (event) => {
  const wallet = checked(/** @type {CustomEvent} */ (event).detail);
  if (!wallet || announced.has(wallet.uuid) || announced.size >= mostWallets) return;
  for (const known of announced.values()) if (known.provider === wallet.provider) return;
  announced.set(wallet.uuid, wallet);
  discovery.dispatchEvent(new Event("change"));
});

/** Asks every wallet to announce itself (again). */
export function requestWallets() {
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

/**
 * The wallets to choose from. The global `window.ethereum` of older wallets counts only when
 * nothing announced itself: it belongs to whoever wrote it last.
 *
 * @returns {Wallet[]}
 */
export function knownWallets() {
  if (announced.size > 0) return [...announced.values()];
  const legacy = /** @type {any} */ (window).ethereum;
  if (!isProvider(legacy)) return [];
  return [Object.freeze({ uuid: "legacy", name: "Browser wallet", icon: null, rdns: "", provider: legacy })];
}

requestWallets();
