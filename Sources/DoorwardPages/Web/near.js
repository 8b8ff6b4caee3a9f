import { nearChallenge, submitProof } from "./api.js";
import { shortIdentifier } from "./format.js";
import { keepLastWallet, lastWallet } from "./last-wallet.js";
import { signInFrame } from "./frame.js";
import { WalletError } from "./provider.js";

/**
 * Sign-in with a NEAR account (NEP-413): the wallet frame signs, this page hands the proof in.
 *
 * @param {{network: string, state: import("./api.js").State, purpose: import("./api.js").Purpose, ticket?: string,
 *   account: import("./picker.js").Wanted, moving?: import("./api.js").Taken, progress: import("./progress.js").Progress,
 *   signal: AbortSignal}} attempt `moving`: the account that the user has confirmed to move here
 * @returns {Promise<import("./api.js").State>}
 */
export async function proveNear({ network, state, purpose, ticket, account, moving, progress, signal }) {
  const origin = new URL(state.config.near?.wallet_origin ?? "").origin;
  progress.step("connect", "Choose your wallet and approve in it.");
  const { signed, challenge } = await signInFrame({
    origin, network, signal, last: lastWallet().kind === "near" ? lastWallet().name : undefined,
    title: moving ? "Move a NEAR wallet" : purpose === "link" ? "Link a NEAR wallet" : account === "other" ? "Use another NEAR account" : "Sign in with NEAR",
    challenge: () => nearChallenge({ network, purpose: moving ? "move" : purpose, ticket }),
    onChosen: ({ message }) => {
      progress.message(message);
      progress.step("sign", "Read the message in your wallet and sign it.");
    },
  });
  const linked = state.identities.some(({ type, identifier, network: of }) =>
    type === "near" && identifier === signed.account_id && (of ?? network) === network);
  if (account === "linked" && !linked) {
    throw new WalletError("account", `${shortIdentifier(signed.account_id)} is not linked to your account. Use a wallet that is.`);
  }
  // Which account it is, is the wallet's to ask.
  if (account === "other" && linked) {
    throw new WalletError("account", `Your wallet signed with ${shortIdentifier(signed.account_id)} again, which is the account that is signed in. Pick another account in your wallet and try again.`);
  }
  if (purpose === "link" && linked) {
    throw new WalletError("account", `${shortIdentifier(signed.account_id)} is linked already. Switch to another account in your wallet and try again.`);
  }
  if (moving && signed.account_id !== moving.identity.identifier) {
    throw new WalletError("account", `Your wallet signed with ${shortIdentifier(signed.account_id)}. Only ${shortIdentifier(moving.identity.identifier)} is moved: switch to it in your wallet and try again.`);
  }
  progress.step("check", "Checking your signature.");
  const { message, recipient, nonce, callback_url } = challenge;
  const proven = await submitProof("near", moving ? "move" : purpose, {
    account_id: signed.account_id, public_key: signed.public_key, signature: signed.signature,
    message, recipient, nonce, ...(callback_url ? { callback_url } : {}), network,
    metadata: { wallet_client_type: signed.wallet_id || "near_connect", connector_type: "near_connect" },
  }, moving);
  if (purpose === "sign_in") keepLastWallet({ kind: "near", name: signed.wallet_id, network });
  return proven;
}
