/**
 * Checks the account that a wallet has signed with. The page cannot choose the account; the wallet does.
 *
 * @param {{purpose: "sign_in" | "link", account: import("../method.js").WantedAccount, network: string,
 *   identities: import("../../server/types.js").Identity[], moving?: string}} wish `moving`: the account that moves here
 * @param {string} signer
 * @returns {"notLinked" | "sameAccount" | "alreadyLinked" | "notMoved" | undefined} undefined if the account is right
 */
export function problemOfSigner({ purpose, account, network, identities, moving }, signer) {
  const isLinked = identities.some((identity) =>
    identity.type === "near" && identity.identifier === signer && (identity.network ?? network) === network);
  if (account === "linked" && !isLinked) return "notLinked";
  if (account === "other" && isLinked) return "sameAccount";
  if (purpose === "link" && isLinked) return "alreadyLinked";
  if (moving && signer !== moving) return "notMoved";
  return undefined;
}
