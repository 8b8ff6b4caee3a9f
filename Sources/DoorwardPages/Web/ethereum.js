import { ethereumMessage, Problem, submitProof } from "./api.js";
import { shortIdentifier } from "./format.js";
import { keepLastWallet } from "./last-wallet.js";
import { ask, watch, WalletError } from "./provider.js";

/**
 * Sign-In with Ethereum: account, chain, message, signature, proof.
 *
 * @typedef {import("./api.js").State} State
 * @typedef {import("./discovery.js").Wallet} Wallet
 * @typedef {{wallet: Wallet, state: State, purpose: import("./api.js").Purpose, ticket?: string,
 *   account: import("./picker.js").Wanted, moving?: import("./api.js").Taken, progress: import("./progress.js").Progress, signal: AbortSignal}} Attempt
 *   `moving`: the account that the user has confirmed to move here
 */

/**
 * Client types other systems use for the same wallets.
 *
 * @type {Record<string, string>}
 */
const clientTypes = {
  "io.metamask": "metamask", "com.coinbase.wallet": "coinbase_wallet", "me.rainbow": "rainbow",
  "app.phantom": "phantom", "io.rabby": "rabby_wallet", "com.trustwallet.app": "trust_wallet",
  "com.brave.wallet": "brave_wallet", "app.uniswap": "uniswap_wallet", "com.okex.wallet": "okx_wallet",
};

const addressForm = /^0x[0-9a-f]{40}$/i;
const signatureForm = /^0x(?:[0-9a-f]{2}){64,8192}$/i;

/** @param {unknown} answer @returns {string[]} */
function addresses(answer) {
  if (!Array.isArray(answer)) return [];
  return answer.filter((address) => typeof address === "string" && addressForm.test(address));
}

/** @param {State} state @param {string} address */
const isLinked = (state, address) => state.identities.some(
  ({ type, identifier }) => type === "ethereum" && identifier.toLowerCase() === address.toLowerCase());

/**
 * Asks a wallet for its accounts.
 *
 * @param {Attempt} attempt
 * @param {boolean} [anew] lets the person choose which accounts this site may see (EIP-2255), where the wallet can
 */
async function accountsOf({ wallet, signal }, anew = false) {
  const isChosen = anew && await ask(wallet, "wallet_requestPermissions", [{ eth_accounts: {} }], signal).then(() => true, (error) => {
    // Wallets that do not know it say so in many ways; what the person said holds.
    if (["rejected", "pending", "cancelled"].includes(error.kind)) throw error;
    return false;
  });
  const accounts = addresses(await ask(wallet, isChosen ? "eth_accounts" : "eth_requestAccounts", [], signal));
  if (accounts.length > 0) return accounts;
  throw new WalletError("account", `${wallet.name} shared no account. Unlock it, pick an account and try again.`);
}

/** @param {Attempt} attempt @returns {Promise<string>} */
async function chooseAddress(attempt) {
  const { wallet, state, purpose, account: wanted, progress } = attempt;
  const isFree = (/** @type {string} */ account) => !isLinked(state, account);
  // What a wallet offers unasked is the account of the last time.
  let accounts = await accountsOf(attempt, wanted === "other");
  if (attempt.moving) {
    const { identifier } = attempt.moving.identity;
    const same = accounts.find((account) => account.toLowerCase() === identifier.toLowerCase());
    if (same) return same;
    throw new WalletError("account", `${wallet.name} offers ${shortIdentifier(accounts[0])}. Only ${shortIdentifier(identifier)} is moved: switch to it in ${wallet.name} and try again.`);
  }
  if (wanted === "other") {
    const other = accounts.find(isFree);
    if (other) return other;
    throw new WalletError("account", `${wallet.name} offers ${shortIdentifier(accounts[0])} again, which is the account that is signed in. Pick another account in ${wallet.name} and try again.`);
  }
  if (wanted === "linked") {
    const known = accounts.find((account) => isLinked(state, account));
    if (known) return known;
    throw new WalletError("account", `${wallet.name} offers ${shortIdentifier(accounts[0])}, which is not linked to your account. Switch to a linked account in ${wallet.name} and try again.`);
  }
  if (purpose === "link" && isLinked(state, accounts[0])) {
    progress.say(`${shortIdentifier(accounts[0])} is linked already. Pick another account in ${wallet.name}.`);
    accounts = await accountsOf(attempt, true);
    const other = accounts.find(isFree);
    if (other) return other;
    throw new WalletError("account", `Every account ${wallet.name} offers is linked already. Switch to another account in ${wallet.name} and try again.`);
  }
  return accounts[0];
}

/**
 * The chain that the message names. The signature of an ordinary account is the same on every chain, so the wallet
 * stays on its chain, even if the site does not list that one.
 *
 * @param {Attempt} attempt @returns {Promise<number>} the id of a chain that the site accepts
 */
async function chooseChain({ wallet, state, signal }) {
  const chains = state.config.ethereum?.chains ?? [];
  if (!chains[0]) throw new WalletError("failed", "This site accepts no Ethereum network. Tell its operator.");
  const current = await ask(wallet, "eth_chainId", [], signal).then(Number, (error) => {
    if (error.kind === "cancelled") throw error;
  });
  return (chains.find(({ id }) => id === current) ?? chains[0]).id;
}

/**
 * What personal_sign takes: the UTF-8 of the message, in hex.
 *
 * @param {string} text
 */
function hexOfText(text) {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * @param {Attempt} attempt @param {string} message @param {string} address
 * @returns {Promise<string>}
 */
async function sign({ wallet, signal }, message, address) {
  const switched = new AbortController();
  const stop = watch(wallet, "accountsChanged", (answer) => {
    const now = addresses(answer);
    if (now.some((account) => account.toLowerCase() === address.toLowerCase())) return;
    switched.abort(new WalletError("account", now[0]
      ? `You switched ${wallet.name} to ${shortIdentifier(now[0])} while ${shortIdentifier(address)} was signing. Try again with the account you want.`
      : `${wallet.name} was locked or disconnected. Unlock it and try again.`));
  });
  try {
    const signature = await ask(wallet, "personal_sign", [hexOfText(message), address], AbortSignal.any([signal, switched.signal]));
    if (typeof signature === "string" && signatureForm.test(signature)) return signature;
    throw new WalletError("failed", `${wallet.name} answered with something that is not a signature. Try again or use another wallet.`);
  } finally {
    stop();
  }
}

/**
 * @param {Attempt} attempt
 * @returns {Promise<State>} the state of the person now signed in
 */
export async function proveEthereum(attempt) {
  const { wallet, ticket, progress, signal } = attempt;
  const purpose = attempt.moving ? "move" : attempt.purpose;
  progress.step("connect", `Open ${wallet.name} and let it connect to this site.`);
  const address = await chooseAddress(attempt);
  const chain = await chooseChain(attempt);
  const { domain = "", uri = "" } = attempt.state.config.ethereum ?? {};
  const { message } = await ethereumMessage({ address, chain_id: chain, domain, uri, purpose, ticket });
  if (signal.aborted) throw new WalletError("cancelled", "Cancelled.");
  progress.message(message);
  progress.step("sign", `Read the message in ${wallet.name} and sign it.`);
  const signature = await sign(attempt, message, address);
  progress.step("check", "Checking your signature.");
  try {
    const metadata = { wallet_client_type: clientTypes[wallet.rdns] ?? (wallet.rdns || "injected"), connector_type: "injected" };
    const proven = await submitProof("ethereum", purpose, { message, signature, metadata }, attempt.moving);
    if (purpose === "sign_in") keepLastWallet({ kind: "ethereum", name: wallet.rdns });
    return proven;
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "wrong_signer") {
      throw new WalletError("account", `${wallet.name} signed with another account than ${shortIdentifier(address)}. Switch to ${shortIdentifier(address)} in ${wallet.name}, or start again with the other one.`);
    }
    throw problem;
  }
}
