import { catalog } from "../../../messages/catalog.js";
import { PageError } from "../../../messages/page-error.js";
import { memoryStore } from "./storage.js";

const { text } = catalog("nearWallets");

/**
 * Loads near-connect, the library that drives NEAR wallets. Only the pinned file runs.
 *
 * @typedef {{url: string, integrity: string, nonce: string}} PinnedScript
 */

/**
 * In near-connect, any frame that posts `near-wallet-injected` can replace a listed wallet. This page does not need
 * that message, so it stops it. Call this before the library runs.
 */
export function refuseInjectedWallets() {
  window.addEventListener("message", (event) => {
    if (event.data?.type === "near-wallet-injected") event.stopImmediatePropagation();
  }, true);
}

/**
 * @param {PinnedScript} script
 * @returns {Promise<any>} the library
 */
export function loadLibrary({ url, integrity, nonce }) {
  return new Promise((resolve, reject) => {
    if (!url || !/^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity)) {
      return reject(new PageError("failed", text("notSetUp")));
    }
    const script = document.createElement("script");
    script.src = url;
    script.integrity = integrity;
    script.crossOrigin = "anonymous";
    script.referrerPolicy = "no-referrer";
    script.nonce = nonce;
    script.addEventListener("load", () => {
      const library = /** @type {any} */ (window).HOTConnect;
      if (library?.NearConnector) resolve(library);
      else reject(new PageError("failed", text("wrongLibrary")));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new PageError("failed", text(navigator.onLine ? "libraryNotLoaded" : "offline")));
    });
    document.head.append(script);
  });
}

/**
 * @param {any} library @param {"mainnet" | "testnet"} network @param {object} manifest @param {string} nonce
 */
export async function makeConnector(library, network, manifest, nonce) {
  const connector = new library.NearConnector({
    network, manifest, storage: memoryStore(), autoConnect: false, cspNonce: nonce, footerBranding: null,
  });
  connector.db = memoryStore();
  await connector.whenManifestLoaded;
  return connector;
}
