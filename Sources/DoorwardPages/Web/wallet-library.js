import { memoryStore } from "./wallet-storage.js";

/**
 * Loads near-connect, the library that drives NEAR wallets: exactly the pinned file or nothing.
 *
 * @typedef {{url: string, integrity: string, nonce: string}} PinnedScript
 */

/**
 * near-connect lets any frame that posts `near-wallet-injected` take the place of a listed wallet.
 * Nothing on this page needs that, so the message never arrives. Call before the library runs.
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
      return reject(new Error("This site has not been set up for NEAR wallets. Tell its operator."));
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
      else reject(new Error("The program that talks to NEAR wallets is not the expected one. Tell the operator of this site."));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(navigator.onLine
        ? "The program that talks to NEAR wallets did not load. A content blocker may have stopped it, or the file is not the expected one and was refused. Allow it, then try again."
        : "You are offline. Connect to the network, then try again."));
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
