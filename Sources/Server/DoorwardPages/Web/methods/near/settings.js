/**
 * The method's member of the page's configuration.
 *
 * @typedef {"mainnet" | "testnet"} Network
 */

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
