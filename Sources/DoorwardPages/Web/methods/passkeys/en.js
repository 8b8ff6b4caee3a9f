/** The English texts of passkeys. */
export const texts = /** @type {const} */ ({
  "session": "Passkey",
  "identity": "Passkey",

  // The sign-in
  "title": "Passkey",
  "flow": "a passkey",
  "signIn": "Sign in with a passkey",
  "detail": "Fingerprint, face or PIN",
  "follow": "Follow your browser. Is the passkey on your phone or another device? Choose “Use another device” in the window, and scan the QR code with it.",
  "check": "Checking your passkey.",

  // The sign-up
  "signUp": "Sign up with a passkey",
  "signUpTitle": "Create an account with a passkey",
  "signUpLead": "A passkey replaces a password. You sign in the way you unlock your device: with your fingerprint, your face or its PIN. The site never learns these.",
  "name": "Name (optional)",
  "nameHelp": "Your device shows it beside the passkey. Apps that you sign in to may see it.",
  "create": "Create passkey",
  "haveAccount": "Sign in instead",

  // The reasons why no passkey was used or created
  "notUsed": "No passkey was used. You closed the window, or no passkey for this site was found. If yours is on your phone or another device, try again: choose “Use another device” in the window, and scan the QR code with it.",
  "noneHere": "No passkey was used. You closed the window, or this device has no passkey for this site. Try again to use one on your phone or another device: choose “Use another device” in the window, and scan the QR code with it.",
  "notMade": "No passkey was created. You closed the window, or your browser did not offer to create one. To hold a passkey, a security key needs a PIN.",
  "timedOut": "This took too long. Try again.",
  "registered": "This device or password manager already has a passkey for your account.",
  "cannotHold": "This device or security key cannot hold a passkey for this site. Use another one.",
  "unusable": "Your browser could not use the passkey. Try again, or use another one.",
  "notAllowedHere": "Your browser does not allow passkeys on this page. Open this site at its own address.",
  "notSupported": "This browser does not support passkeys. Use a newer browser, or another way to sign in.",

  // The account
  "listTitle": "Passkeys",
  "about": "With a passkey, you sign in the way you unlock your device: with your fingerprint, your face or its PIN. To create it on your phone or a security key, choose that in the window of your browser.",
  "add": "Add a passkey",
  "added": "Passkey added. You can sign in with it from now on.",
  "unnamed": "Passkey",
  "synced": "Synced",
  "oneDevice": "Only on one device",
  "used": "Added {added} · last used {used}",
  "rename": "Rename",
  "renameOne": "Rename {name}",
  "renameTitle": "Rename this passkey",
  "newName": "Name",
  "nameMissing": "Type a name first.",
  "save": "Save name",
  "renamed": "Passkey renamed.",
  "remove": "Remove",
  "removeOne": "Remove {name}",
  "removeTitle": "Remove this passkey?",
  "removeText": "{name} will no longer open this account. If your browser or password manager still shows it afterwards, delete it there, too.",
  "removed": "Passkey removed.",

  // The offer after a sign-in with a password
  "offerTitle": "Sign in faster next time",
  "offerText": "Create a passkey, and sign in with your fingerprint, your face or the PIN of your device. Your password stays.",
  "offerAction": "Create a passkey",
  "offerLater": "Not now",
  "saved": "Your password manager has saved a passkey for this account. You can sign in with it next time.",
});

const otherAuthenticator = "This site does not accept passkeys of this kind. Create one with another device or password manager.";
const notCreated = "The passkey was not created as this site had asked. Try again, or use another device.";

/**
 * A sentence for each error code of the routes of passkeys that needs other words there, or occurs only there.
 *
 * @type {Record<string, string>}
 */
export const errors = {
  challenge_expired: texts.timedOut,
  invalid_name: "This name cannot be saved. Use one line, and shorten it.",
  passkey_registered: "This passkey belongs to an account already. Sign in with it.",
  unknown_passkey: "No account has this passkey anymore. It may have been removed. Use another one, or another way to sign in.",
  missing_user_handle: "This security key cannot sign in alone. Use it as a second step, or use another passkey.",
  unsupported_algorithm: otherAuthenticator,
  algorithm_not_offered: otherAuthenticator,
  attestation_not_allowed: otherAuthenticator,
  unknown_attestation_format: otherAuthenticator,
  untrusted_attestation: otherAuthenticator,
  invalid_attestation: otherAuthenticator,
  malformed_attestation_object: notCreated,
  malformed_certificate: notCreated,
  malformed_public_key: notCreated,
  malformed_statement: notCreated,
};
