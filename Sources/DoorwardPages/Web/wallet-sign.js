import { bytesOfBase64 } from "./wallet-channel.js";

/**
 * One signature from a chosen wallet: in one approval where the wallet connects and signs at once,
 * in two where it does one after the other.
 *
 * @typedef {import("./wallet-channel.js").Request} Request
 * @typedef {import("./wallet-channel.js").Signed} Signed
 */

/** A reason for the person; `declined` when it was their own choice. */
export class SigningError extends Error {
  /** @param {string} message @param {boolean} [declined] */
  constructor(message, declined = false) {
    super(message);
    this.declined = declined;
  }
}

/** @param {any} wallet @returns {boolean} a wallet that lists no features is asked and may answer */
export function canSign(wallet) {
  const features = wallet?.manifest?.features;
  return !features || features.signMessage === true || features.signInAndSignMessage === true;
}

/**
 * Wallets answer with an object or with its JSON.
 *
 * @param {any} answer @returns {any}
 */
function opened(answer) {
  if (typeof answer !== "string") return answer;
  try {
    return answer.length < 16_384 ? JSON.parse(answer) : null;
  } catch {
    return null;
  }
}

/** @param {any} value base64 of either alphabet, bytes, or bytes as JSON @returns {string} */
function signatureText(value) {
  const bytes = typeof value === "string"
    ? bytesOfBase64(value.replaceAll("-", "+").replaceAll("_", "/"))
    : Uint8Array.from(Array.isArray(value?.data) ? value.data : value ?? []);
  if (!bytes || (bytes.length !== 64 && bytes.length !== 65)) return "";
  return btoa(String.fromCharCode(...bytes));
}

/**
 * @param {any} answer @param {any} account that was connected @param {string} name @param {string} walletID
 * @returns {Signed}
 */
function signedOf(answer, account, name, walletID) {
  const said = opened(answer);
  const signature = signatureText(said?.signature);
  const accountID = said?.accountId || account?.accountId;
  const key = said?.publicKey || account?.publicKey;
  if (!signature || typeof accountID !== "string") {
    throw new SigningError(`${name} answered without a signature that can be read. Try again or choose another wallet.`);
  }
  if (!key) {
    throw new SigningError(`${name} signed but did not say with which key, so the signature cannot be checked. Choose another wallet.`);
  }
  return { account_id: accountID, public_key: String(key), signature, wallet_id: walletID };
}

/** @param {any} error @param {string} name @returns {SigningError} */
function explained(error, name) {
  if (error instanceof SigningError) return error;
  const said = typeof error === "string" ? error : String(error?.message ?? "");
  if (/method not found|not supported|not implemented/i.test(said)) return cannotSign(name);
  // The library passes on whatever a wallet throws; there is no code for a person's "no".
  if (/reject|cancel|user denied|declin|closed|abort/i.test(said)) {
    return new SigningError(`You stopped in ${name}. Nothing was signed. Choose a wallet to try again.`, true);
  }
  const quoted = said.replace(/[\p{Cc}\p{Cf}]/gu, " ").trim().slice(0, 160);
  return new SigningError(quoted ? `${name} could not sign. It said: “${quoted}”` : `${name} could not sign and gave no reason.`);
}

/** @param {string} name */
export const cannotSign = (name) =>
  new SigningError(`${name} cannot sign messages, so it cannot sign you in. Choose another wallet.`);

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
 * @param {import("./wallet-channel.js").Network} network @param {Request} request
 * @returns {Promise<Signed>}
 */
export async function signWith(connector, wallet, network, request) {
  const { message, recipient, nonce, callbackUrl } = request;
  const { id, name } = wallet.manifest;
  const parameters = { message, recipient, nonce, ...(callbackUrl ? { callbackUrl } : {}) };
  try {
    if (wallet.manifest.features?.signInAndSignMessage === true) {
      const account = await connectAndSign(connector, wallet, parameters);
      if (account?.signedMessage) return signedOf(account.signedMessage, account, name, id);
    } else {
      await connector.connect({ walletId: id });
    }
    return signedOf(await wallet.signMessage({ ...parameters, network }), null, name, id);
  } catch (error) {
    throw explained(error, name);
  }
}
