import { shortIdentifier } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";
import { askChallenge, submitProof } from "../../server/proof.js";
import { lastUsed } from "../last-used.js";
import { problemOfSigner } from "./account.js";
import { signInFrame } from "./frame.js";

const { text } = catalog("near");

/** @typedef {"mainnet" | "testnet"} Network */

/** @param {import("../../server/types.js").Config} config */
const settings = ({ near }) => /** @type {{networks: string[], wallet_origin: string} | null | undefined} */ (near);

/** @param {import("../../server/types.js").Config} config */
export const isOffered = (config) => Boolean(settings(config)?.wallet_origin);

/**
 * The origin that runs the code of wallets.
 *
 * @param {import("../../server/types.js").Config} config
 */
export const walletOrigin = (config) => new URL(settings(config)?.wallet_origin ?? "").origin;

/**
 * The networks to choose from. Wallets support only these two; a private network has no wallets.
 *
 * @param {import("../../server/types.js").Config} config
 * @returns {Network[]}
 */
export const networks = (config) => (settings(config)?.networks ?? []).flatMap((network) =>
  (network === "mainnet" || network === "testnet" ? [network] : []));

/**
 * The flow of the sign-in with NEAR (NEP-413): a wallet in the frame signs, and this page sends the proof.
 *
 * @param {Network} network
 * @param {import("../method.js").Offer} offer
 * @param {import("../method.js").Attempt} attempt
 * @returns {Promise<import("../../server/types.js").State>} the state after the sign-in
 */
export async function proveNear(network, { state, purpose, account, request }, { progress, signal, moving, choose }) {
  const proofPurpose = moving ? "move" : purpose;
  const origin = walletOrigin(state.config);
  progress.step("connect", text("connect"));
  const { signed, challenge } = await signInFrame({
    origin, network, application: state.config.application_id, signal, last: lastUsed("near")?.wallet,
    title: text(moving ? "dialogMove" : purpose === "link" ? "dialogLink" : account === "other" ? "dialogOther" : "dialogSignIn"),
    challenge: () => askChallenge("/session/near/challenge", { network, purpose: proofPurpose, ticket: request?.ticket }),
    onChosen: ({ message }) => {
      progress.message(message);
      progress.step("sign", text("sign"));
    },
  });
  const wanted = moving?.identity.identifier;
  const problem = problemOfSigner({ purpose, account, network, identities: state.identities, moving: wanted }, signed.account_id);
  if (problem) {
    const blanks = { account: shortIdentifier(signed.account_id), wanted: shortIdentifier(wanted ?? "") };
    throw new PageError("failed", text(problem, blanks));
  }
  progress.step("check", text("check"));
  const { message, recipient, nonce, callback_url } = challenge;
  choose({ method: "near", wallet: signed.wallet_id, network });
  return submitProof("near", proofPurpose, {
    account_id: signed.account_id, public_key: signed.public_key, signature: signed.signature,
    message, recipient, nonce, ...(callback_url ? { callback_url } : {}), network,
    metadata: { wallet_client_type: signed.wallet_id || "near_connect", connector_type: "near_connect" },
    ticket: request?.ticket,
  }, moving);
}
