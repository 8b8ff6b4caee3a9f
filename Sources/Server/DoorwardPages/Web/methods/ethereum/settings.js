/**
 * The method's member of the page's configuration.
 *
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
