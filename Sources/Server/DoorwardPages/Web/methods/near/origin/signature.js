import { catalog } from "../../../messages/catalog.js";
import { PageError } from "../../../messages/page-error.js";
import { bytesOfBase64 } from "./request.js";

const { text } = catalog("nearWallets");

/** The answers of wallets, which have many forms, as one form. */

/**
 * Wallets answer with an object or with its JSON.
 *
 * @param {any} answer @returns {any}
 */
export function opened(answer) {
  if (typeof answer !== "string") return answer;
  try {
    return answer.length < 16_384 ? JSON.parse(answer) : null;
  } catch {
    return null;
  }
}

/**
 * A signature as standard base64.
 *
 * @param {any} value base64 of either alphabet, bytes, or bytes as JSON
 * @returns {string} empty if the value is not a signature
 */
export function signatureText(value) {
  const bytes = typeof value === "string"
    ? bytesOfBase64(value.replaceAll("-", "+").replaceAll("_", "/"))
    : Uint8Array.from(Array.isArray(value?.data) ? value.data : value ?? []);
  if (!bytes || (bytes.length !== 64 && bytes.length !== 65)) return "";
  return btoa(String.fromCharCode(...bytes));
}

/**
 * @param {any} answer of the wallet @param {any} account that was connected @param {{id: string, name: string}} wallet
 * @returns {import("./channel.js").Signed}
 */
export function signedOf(answer, account, wallet) {
  const said = opened(answer);
  const signature = signatureText(said?.signature);
  const accountID = said?.accountId || account?.accountId;
  const key = said?.publicKey || account?.publicKey;
  if (!signature || typeof accountID !== "string") throw new PageError("failed", text("unreadable", { wallet: wallet.name }));
  if (!key) throw new PageError("failed", text("noKey", { wallet: wallet.name }));
  return { account_id: accountID, public_key: String(key), signature, wallet_id: wallet.id };
}

/**
 * The error of a wallet in words. The library passes on any value that a wallet throws, so there are no codes.
 *
 * @param {any} error @param {string} wallet the name of the wallet
 * @returns {PageError}
 */
export function explained(error, wallet) {
  if (error instanceof PageError) return error;
  const message = typeof error === "string" ? error : String(error?.message ?? "");
  if (/method not found|not supported|not implemented/i.test(message)) return cannotSign(wallet);
  if (/reject|cancel|user denied|declin|closed|abort/i.test(message)) return new PageError("declined", text("declined", { wallet }));
  const said = message.replace(/[\p{Cc}\p{Cf}]/gu, " ").trim().slice(0, 160);
  return new PageError("failed", said ? text("failedSaying", { wallet, said }) : text("failed", { wallet }));
}

/** @param {string} wallet the name of the wallet */
export const cannotSign = (wallet) => new PageError("failed", text("cannotSign", { wallet }));
