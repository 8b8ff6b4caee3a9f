/** The English texts of the sign-in with NEAR. */
export const texts = /** @type {const} */ ({
  "title": "NEAR",
  "wallet": "NEAR wallet",
  "walletOn": "NEAR wallet on {network}",
  "pickYours": "Pick yours from the list",
  "identity": "NEAR",
  "identityOnNetwork": "NEAR {network}",
  "session": "NEAR wallet",

  // A running flow
  "connect": "Choose your wallet and approve in it.",
  "sign": "Read the message in your wallet and sign it.",
  "check": "Checking your signature.",
  "frameTitle": "NEAR wallets",
  "opening": "Opening the NEAR wallets.",
  "dialogSignIn": "Sign in with NEAR",
  "dialogOther": "Use another NEAR account",
  "dialogLink": "Add a NEAR wallet",
  "dialogMove": "Move a NEAR wallet",

  // Problems
  "notLinked": "{account} is not linked to your account. Use a linked wallet.",
  "sameAccount": "Your wallet signed with {account} again, which is the account that is signed in. Pick another account in your wallet and try again.",
  "alreadyLinked": "{account} is linked already. Switch to another account in your wallet and try again.",
  "notMoved": "Your wallet signed with {account}. Only {wanted} can be moved: switch to it in your wallet and try again.",
  "unreadable": "The NEAR wallet answered without an account, a key or a signature. Try another wallet.",
  "tooMany": "Too many wallets were tried at once. Start again.",
  "notOpened": "The page of the NEAR wallets ({origin}) did not open. A content blocker may have stopped it. Allow it and try again.",
});

/**
 * A sentence for each error code of the method's own routes.
 *
 * @type {Record<string, string>}
 */
export const errors = {
  wrong_signature: "The wallet's signature does not match the message. Try again or use another wallet.",
  malformed_signature: "The wallet's signature is damaged. Try again or use another wallet.",
  wrong_network: "This site does not accept this NEAR network. Choose another one.",
  wrong_callback_url: "This site does not accept the address of this page for NEAR. Tell its operator.",
  rpc_unavailable: "This site cannot reach the NEAR network at the moment. Nothing was changed. Try again in a moment.",
  unknown_account: "This NEAR account does not exist on this network. Check the account and the network in your wallet.",
  unknown_access_key: "The key that signed does not belong to this NEAR account. Sign with a key of the account.",
  function_call_key: "The key that signed can only call contracts. Sign with a full-access key of the account.",
  not_full_access_key: "The key that signed does not have full access. Sign with a full-access key of the account.",
  unsupported_curve: "This site does not support the wallet's kind of key. Use an Ed25519 or secp256k1 key.",
  malformed_account_id: "The wallet answered with something that is not a NEAR account. Use another wallet.",
  malformed_public_key: "The wallet answered with something that is not a NEAR key. Use another wallet.",
  malformed_nonce: "The signed message is not from this site. Start again.",
  invalid_metadata: "The wallet has a name that this site cannot store. Use another wallet.",
  identity_quarantined: "All keys that this NEAR account has used here have been replaced, so it may have a new owner. Sign in another way and add the account again, or sign with an earlier key.",
  identity_changed: "Another key of this NEAR account signed in at the same moment. Sign in again.",
  identity_in_use: "This wallet belongs to another account.",
};
