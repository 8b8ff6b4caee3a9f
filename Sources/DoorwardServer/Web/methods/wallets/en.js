/** The English texts that all wallets share. */
export const texts = /** @type {const} */ ({
  "lead": "Sign a short message with a wallet you already have. It is free, and it moves nothing.",
  "leadShort": "Signing is free and moves nothing. ",
  "checkSite": "Sign only if your wallet shows {domain} as the site.",
});
