import { shortIdentifier } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";
import { ask } from "./provider.js";

const { text } = catalog("ethereum");

/**
 * Which of the wallet's accounts signs.
 *
 * @typedef {import("../../server/types.js").Identity} Identity
 * @typedef {import("./discovery.js").Wallet} Wallet
 * @typedef {{purpose: "sign_in" | "link", account: import("../method.js").WantedAccount, identities: Identity[],
 *   moving?: string}} Wish `moving`: the address that moves here
 */

const addressForm = /^0x[0-9a-f]{40}$/i;

/** @param {unknown} answer of a wallet @returns {string[]} */
export const addresses = (answer) => (Array.isArray(answer) ? answer.filter((address) => addressForm.test(address)) : []);

/** @param {string} one @param {string} other */
export const isSameAddress = (one, other) => one.toLowerCase() === other.toLowerCase();

/**
 * @typedef {{address: string} | {problem: "noAccount" | "notMoved" | "sameAccount" | "notLinked" | "allLinked"}} Decision
 *
 * @param {Wish} wish
 * @param {string[]} offered by the wallet
 * @returns {Decision}
 */
export function decideAccount({ purpose, account, identities, moving }, offered) {
  const isLinked = (/** @type {string} */ address) =>
    identities.some(({ type, identifier }) => type === "ethereum" && isSameAddress(identifier, address));
  /** @type {(found: string | undefined, problem: "notMoved" | "sameAccount" | "notLinked" | "allLinked") => Decision} */
  const decide = (found, problem) => (found ? { address: found } : { problem });
  if (!offered[0]) return { problem: "noAccount" };
  if (moving) return decide(offered.find((address) => isSameAddress(address, moving)), "notMoved");
  if (account === "other") return decide(offered.find((address) => !isLinked(address)), "sameAccount");
  if (account === "linked") return decide(offered.find(isLinked), "notLinked");
  if (purpose === "link" && isLinked(offered[0])) return { problem: "allLinked" };
  return { address: offered[0] };
}

/**
 * Asks the wallet for its accounts.
 *
 * @param {Wallet} wallet @param {AbortSignal} signal
 * @param {boolean} isAnew whether the user chooses again which accounts this site may see (EIP-2255), if the wallet
 *   supports that
 */
async function accountsOf(wallet, signal, isAnew) {
  const isChosen = isAnew && await ask(wallet, "wallet_requestPermissions", [{ eth_accounts: {} }], signal).then(() => true, (error) => {
    // Wallets without this request refuse it in many ways. A refusal of the user counts.
    if (error.kind === "cancelled" || error.meaning === "declined" || error.meaning === "pending") throw error;
    return false;
  });
  return addresses(await ask(wallet, isChosen ? "eth_accounts" : "eth_requestAccounts", [], signal));
}

/**
 * @param {Wallet} wallet @param {Wish} wish @param {(text: string) => void} say @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export async function chooseAccount(wallet, wish, say, signal) {
  // Without a new choice, the wallet offers the account of the last time.
  let offered = await accountsOf(wallet, signal, wish.account === "other" && !wish.moving);
  let decision = decideAccount(wish, offered);
  if ("problem" in decision && decision.problem === "allLinked") {
    say(text("pickAnother", { account: shortIdentifier(offered[0]), wallet: wallet.name }));
    offered = await accountsOf(wallet, signal, true);
    const second = decideAccount({ ...wish, account: "other" }, offered);
    decision = "problem" in second && second.problem === "sameAccount" ? { problem: "allLinked" } : second;
  }
  if ("address" in decision) return decision.address;
  const [account, wanted] = [shortIdentifier(offered[0] ?? ""), shortIdentifier(wish.moving ?? "")];
  throw new PageError("failed", text(decision.problem, { wallet: wallet.name, account, wanted }));
}
