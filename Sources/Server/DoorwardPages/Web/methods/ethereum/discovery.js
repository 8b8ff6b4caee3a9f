import { plainText } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";

const { text } = catalog("ethereum");

/**
 * Finds the wallets of this browser (EIP-6963). Any extension and any script can announce anything, so an
 * announcement is checked, copied and frozen, and the first announcement of an id stays.
 *
 * @typedef {{request: (call: {method: string, params?: unknown}) => Promise<unknown>,
 *   on?: Function, removeListener?: Function}} Provider
 * @typedef {Readonly<{uuid: string, name: string, icon: string | null, rdns: string, provider: Provider}>} Wallet
 */

const mostWallets = 40;
const longestIcon = 256 * 1024;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const rdnsForm = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
// EIP-6963 §Images: a data URI of an image. An SVG may have scripts, which an <img> never runs.
const iconForm = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)(?:;[a-z0-9=-]+)*,/i;

/** The id that this page gives to the wallet in `window.ethereum`, which has no id itself. */
export const legacyID = "legacy";

/** @param {unknown} candidate @returns {candidate is Provider} */
function isProvider(candidate) {
  return typeof candidate === "object" && candidate !== null
    && typeof (/** @type {any} */ (candidate).request) === "function";
}

/**
 * @param {unknown} detail of an announcement
 * @returns {Wallet | null} null for an announcement that breaks the rules of EIP-6963
 */
export function checkedWallet(detail) {
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
    return null; // A getter of the announcement throws.
  }
}

/** The wallets that have announced themselves. */
export class WalletList {
  /** @type {Map<string, Wallet>} */
  #announced = new Map();

  /** @param {unknown} detail of an announcement @returns {boolean} whether the list has grown */
  add(detail) {
    const wallet = checkedWallet(detail);
    if (!wallet || this.#announced.has(wallet.uuid) || this.#announced.size >= mostWallets) return false;
    for (const known of this.#announced.values()) if (known.provider === wallet.provider) return false;
    this.#announced.set(wallet.uuid, wallet);
    return true;
  }

  /**
   * The wallets to choose from. `window.ethereum` of older wallets counts only if no wallet has announced itself,
   * because any wallet can overwrite it.
   *
   * @param {unknown} legacy the value of `window.ethereum`
   * @returns {Wallet[]}
   */
  choices(legacy) {
    if (this.#announced.size > 0) return [...this.#announced.values()];
    if (!isProvider(legacy)) return [];
    return [Object.freeze({ uuid: legacyID, name: text("legacyName"), icon: null, rdns: "", provider: legacy })];
  }
}

const list = new WalletList();

/** Sends `change` when the list has changed, also for wallets that announce themselves late. */
export const discovery = new EventTarget();

/** @param {Event} event */
function receive(event) {
  if (list.add(/** @type {CustomEvent} */ (event).detail)) discovery.dispatchEvent(new Event("change"));
}

/** Asks every wallet to announce itself, and listens from now on. */
export function requestWallets() {
  window.addEventListener("eip6963:announceProvider", receive);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

/** @returns {Wallet[]} */
export const knownWallets = () => list.choices(/** @type {any} */ (window).ethereum);
