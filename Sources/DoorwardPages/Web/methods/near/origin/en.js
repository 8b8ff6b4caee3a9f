/** The English texts of the wallet origin. */
export const texts = /** @type {const} */ ({
  "title": "NEAR wallets",
  "loading": "Loading the NEAR wallets.",
  "choose": "Choose your wallet.",
  "continueIn": "Continue in {wallet}. If it opened no window, allow popups for this site.",
  "chooseAnother": "Choose another wallet",
  "signed": "Signed. Checking your signature.",
  "lastUsed": "Last used",
  "tryAgain": "Try again",
  "partOfSignIn": "This page is a part of signing in. It has no other use.",

  // Problems
  "cannotSignDetail": "Cannot sign messages, so it cannot sign you in",
  "cannotSign": "{wallet} cannot sign messages, so it cannot sign you in. Choose another wallet.",
  "unreadable": "{wallet} answered without a signature that can be read. Try again or choose another wallet.",
  "noKey": "{wallet} signed but did not say with which key, so the signature cannot be checked. Choose another wallet.",
  "declined": "You stopped in {wallet}. Nothing was signed. Choose a wallet to try again.",
  "failedSaying": "{wallet} could not sign. It said: “{said}”",
  "failed": "{wallet} could not sign and gave no reason.",
  "notSetUp": "This site is not set up for NEAR wallets. Tell its operator.",
  "wrongLibrary": "The program that talks to NEAR wallets is not the expected one. Tell the operator of this site.",
  "libraryNotLoaded": "The program that talks to NEAR wallets did not load. A content blocker may have stopped it, or the file is not the expected one and was refused. Allow it, then try again.",
  "offline": "You are offline. Connect to the network, then try again.",
  "listNotLoaded": "The list of NEAR wallets did not load. Check that you are online and that no content blocker stops it, then try again.",
  "unknown": "Something went wrong. Try again.",
});
