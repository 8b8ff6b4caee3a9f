/** The English texts of Sign-In with Ethereum. */
export const texts = /** @type {const} */ ({
  "title": "Ethereum",
  "identity": "Ethereum",
  "identityOnChain": "Ethereum, chain {chain} only",
  "session": "Ethereum wallet",

  // Wallets of this browser
  "legacyName": "Browser wallet",
  "found": "Found in this browser",
  "none": "No Ethereum wallet in this browser",
  "noneInstall": "On a computer, {link} as an extension and look again.",
  "noneInstallLink": "install a wallet",
  "nonePhone": "On a phone, open this page in your wallet app's own browser.",
  "nonePhoneClient": "On a phone, open {name} in your wallet app's own browser and sign in there.",
  "noneAlternative": "Or choose another way to sign in.",
  "lookAgain": "Look again",
  "copyLink": "Copy the link",

  // A running flow
  "connect": "Open {wallet} and let it connect to this site.",
  "sign": "Read the message in {wallet} and sign it.",
  "check": "Checking your signature.",
  "pickAnother": "{account} is linked already. Pick another account in {wallet}.",

  // Problems
  "noAccount": "{wallet} shared no account. Unlock it, pick an account and try again.",
  "notMoved": "{wallet} offers {account}. Only {wanted} can be moved: switch to it in {wallet} and try again.",
  "sameAccount": "{wallet} offers {account} again, which is the account that is signed in. Pick another account in {wallet} and try again.",
  "notLinked": "{wallet} offers {account}, which is not linked to your account. Switch to a linked account in {wallet} and try again.",
  "allLinked": "Every account that {wallet} offers is linked already. Switch to another account in {wallet} and try again.",
  "noNetwork": "This site accepts no Ethereum network. Tell its operator.",
  "switched": "You switched {wallet} to {account} while {signing} was signing. Try again with the account you want.",
  "locked": "{wallet} was locked or disconnected. Unlock it and try again.",
  "notASignature": "{wallet} answered with something that is not a signature. Try again or use another wallet.",
  "otherSigner": "{wallet} signed with another account than {account}. Switch to {account} in {wallet}, or start again with that account.",
  "declined": "You declined in {wallet}. Nothing was signed.",
  "pending": "{wallet} still waits for an answer to an earlier request. Open {wallet}, answer or close that request, then try again.",
  "unsupported": "{wallet} does not support this request.",
  "notAllowed": "{wallet} has not allowed this site to use the account. Connect it again.",
  "disconnected": "{wallet} is not connected to its network. Check the wallet, then try again.",
  "failedSaying": "{wallet} could not do it. It said: “{said}”",
  "failed": "{wallet} could not do it and gave no reason.",
});

const otherMessage = "The signed message is not from this site. Start again.";
const otherAddress = "This site does not accept the address of this page for Ethereum. Tell its operator.";

/**
 * A sentence for each error code of the method's own routes.
 *
 * @type {Record<string, string>}
 */
export const errors = {
  wrong_signer: "The signature is from another account. Sign with the account in the message.",
  wrong_domain: otherAddress,
  wrong_uri: otherAddress,
  wrong_chain: "This site does not accept this Ethereum network. Choose another one in your wallet and try again.",
  malformed_signature: "The wallet's signature is damaged. Try again or use another wallet.",
  high_s: "The wallet's signature has a form that this site does not accept. Use another wallet.",
  unsupported_contract_signature: "This site does not accept contract wallets yet. Use another wallet.",
  malformed_message: otherMessage,
  invalid_address: "The wallet's account is not an Ethereum address. Use another wallet.",
  invalid_domain: otherMessage,
  invalid_statement: otherMessage,
  invalid_uri: otherMessage,
  invalid_version: otherMessage,
  invalid_chain_id: otherMessage,
  invalid_nonce: otherMessage,
  invalid_time: otherMessage,
  invalid_request_id: otherMessage,
  invalid_resource: otherMessage,
  invalid_metadata: "The wallet has a name that this site cannot store. Use another wallet.",
  identity_in_use: "This wallet belongs to another account.",
};
