/** The English texts that all wallets share. */
export const texts = /** @type {const} */ ({
  "lead": "Sign a message with a wallet you already have. It is free and moves no funds.",
  "leadShort": "Signing is free and moves no funds. ",
  "step.connect": "Connect",
  "step.sign": "Sign",
  "step.check": "Done",
  "message.caption": "What you will sign",
  "message.waiting": "The message appears here before you sign it.",
  "checkSite": "Sign only if your wallet shows {domain} as the site.",
});
