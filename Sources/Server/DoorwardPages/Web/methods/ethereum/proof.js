import { shortIdentifier } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";
import { Problem } from "../../server/problem.js";
import { askChallenge, submitProof } from "../../server/proof.js";
import { addresses, chooseAccount, isSameAddress } from "./accounts.js";
import { ask, watch } from "./provider.js";

const { text } = catalog("ethereum");

/**
 * The flow of Sign-In with Ethereum: account, chain, message, signature, proof.
 *
 * @typedef {import("../../server/types.js").State} State
 * @typedef {import("./discovery.js").Wallet} Wallet
 * @typedef {import("../method.js").Attempt} Attempt
 * @typedef {import("../method.js").Offer} Offer
 *
 * The method's member of the page's configuration.
 * @typedef {{domain: string, uri: string, chains: {id: number, name: string}[]}} Settings
 */

/** @param {import("../../server/types.js").Config} config @returns {Settings | undefined} */
export const settings = ({ ethereum }) => /** @type {Settings | null | undefined} */ (ethereum) ?? undefined;

/**
 * The chain that the message names. The signature of an ordinary account is the same on every chain, so the wallet
 * stays on its chain even if the site does not list that one.
 *
 * @param {Settings["chains"]} chains of the site
 * @param {unknown} current the answer to `eth_chainId`
 * @returns {number | undefined} undefined if the site accepts no chain
 */
export const chainToName = (chains, current) => (chains.find(({ id }) => id === Number(current)) ?? chains[0])?.id;

/**
 * The names of wallets in `wallet_client_type`, as other systems have them.
 *
 * @type {Record<string, string>}
 */
const clientTypes = {
  "io.metamask": "metamask", "com.coinbase.wallet": "coinbase_wallet", "me.rainbow": "rainbow",
  "app.phantom": "phantom", "io.rabby": "rabby_wallet", "com.trustwallet.app": "trust_wallet",
  "com.brave.wallet": "brave_wallet", "app.uniswap": "uniswap_wallet", "com.okex.wallet": "okx_wallet",
};

const signatureForm = /^0x(?:[0-9a-f]{2}){64,8192}$/i;

/**
 * The parameter of `personal_sign`: the UTF-8 bytes of the message in hex.
 *
 * @param {string} message
 */
export const hexOfText = (message) =>
  `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** @param {unknown} answer of a wallet @returns {answer is string} */
export const isSignature = (answer) => typeof answer === "string" && signatureForm.test(answer);

/**
 * Asks for the signature. It stops if the user switches to another account meanwhile.
 *
 * @param {Wallet} wallet @param {string} message @param {string} address @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
async function sign(wallet, message, address, signal) {
  const ending = new AbortController();
  const cancel = () => ending.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  const stopWatching = watch(wallet, "accountsChanged", (answer) => {
    const offered = addresses(answer);
    if (offered.some((account) => isSameAddress(account, address))) return;
    ending.abort(new PageError("failed", offered[0]
      ? text("switched", { wallet: wallet.name, account: shortIdentifier(offered[0]), signing: shortIdentifier(address) })
      : text("locked", { wallet: wallet.name })));
  });
  try {
    const signature = await ask(wallet, "personal_sign", [hexOfText(message), address], ending.signal);
    if (isSignature(signature)) return signature;
    throw new PageError("failed", text("notASignature", { wallet: wallet.name }));
  } finally {
    stopWatching();
    signal.removeEventListener("abort", cancel);
  }
}

/** @param {Wallet} wallet @param {State} state @param {AbortSignal} signal @returns {Promise<number>} */
async function chooseChain(wallet, state, signal) {
  const current = await ask(wallet, "eth_chainId", [], signal).catch((error) => {
    if (error.kind === "cancelled") throw error;
  });
  const chain = chainToName(settings(state.config)?.chains ?? [], current);
  if (chain === undefined) throw new PageError("failed", text("noNetwork"));
  return chain;
}

/**
 * @param {Wallet} wallet @param {Offer} offer @param {Attempt} attempt
 * @returns {Promise<State>} the state after the sign-in
 */
export async function proveEthereum(wallet, { state, purpose, account, request }, { progress, signal, moving, choose }) {
  const proofPurpose = moving ? "move" : purpose;
  progress.step("connect", text("connect", { wallet: wallet.name }));
  const wish = { purpose, account, identities: state.identities, moving: moving?.identity.identifier };
  const address = await chooseAccount(wallet, wish, progress.say, signal);
  const chain = await chooseChain(wallet, state, signal);
  const { domain = "", uri = "" } = settings(state.config) ?? {};
  const { message } = await askChallenge("/session/ethereum/message", {
    address, chain_id: chain, domain, uri, purpose: proofPurpose, ticket: request?.ticket,
  });
  if (signal.aborted) throw new PageError("cancelled");
  progress.message(message);
  progress.step("sign", text("sign", { wallet: wallet.name }));
  const signature = await sign(wallet, message, address, signal);
  progress.step("check", text("check"));
  const metadata = { wallet_client_type: clientTypes[wallet.rdns] ?? (wallet.rdns || "injected"), connector_type: "injected" };
  choose({ method: "siwe", wallet: wallet.rdns });
  const proof = { message, signature, metadata, ticket: request?.ticket };
  return submitProof("ethereum", proofPurpose, proof, moving).catch((problem) => {
    if (!(problem instanceof Problem && problem.code === "wrong_signer")) throw problem;
    throw new PageError("failed", text("otherSigner", { wallet: wallet.name, account: shortIdentifier(address) }));
  });
}
