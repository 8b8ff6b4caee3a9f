import { explained, opened, signedOf } from "./signature.js";

/**
 * One signature from a chosen wallet: in one approval if the wallet can connect and sign at once, in two otherwise.
 *
 * @typedef {import("./request.js").Request} Request
 * @typedef {import("./channel.js").Signed} Signed
 */

/** @param {any} wallet @returns {boolean} true also for a wallet that does not list its features */
export function canSign(wallet) {
  const features = wallet?.manifest?.features;
  return !features || features.signMessage === true || features.signInAndSignMessage === true;
}

/** @param {any} connector @param {any} wallet @param {object} parameters */
async function connectAndSign(connector, wallet, parameters) {
  /** @type {any} */
  let accounts;
  const take = (/** @type {any} */ event) => { accounts = event?.accounts; };
  connector.on("wallet:signInAndSignMessage", take);
  try {
    await connector.connect({ walletId: wallet.manifest.id, signMessageParams: parameters });
  } finally {
    connector.off?.("wallet:signInAndSignMessage", take);
  }
  return opened(accounts)?.[0];
}

/**
 * @param {any} connector @param {any} wallet
 * @param {import("./channel.js").Network} network @param {Request} request
 * @returns {Promise<Signed>}
 */
export async function signWith(connector, wallet, network, request) {
  const { message, recipient, nonce, callbackUrl } = request;
  const { id, name } = wallet.manifest;
  const parameters = { message, recipient, nonce, ...(callbackUrl ? { callbackUrl } : {}) };
  try {
    if (wallet.manifest.features?.signInAndSignMessage === true) {
      const account = await connectAndSign(connector, wallet, parameters);
      if (account?.signedMessage) return signedOf(account.signedMessage, account, { id, name });
    } else {
      await connector.connect({ walletId: id });
    }
    return signedOf(await wallet.signMessage({ ...parameters, network }), null, { id, name });
  } catch (error) {
    throw explained(error, name);
  }
}
