/** The English texts of second factors: at the sign-in, and on the account page. */
export const texts = /** @type {const} */ ({
  // The sign-in
  "codeTitle": "Enter the code of your app",
  "codeLead": "Your account has two-step verification. Your authenticator app shows a new code every 30 seconds.",
  "code": "Code",
  "codeForm": "The code has {length} digits. Compare it with the app.",
  "codeWrong": "The code is not right, or was used already. Wait for the next code of the app.",
  "verify": "Continue",
  "useAuthenticator": "Use the authenticator app instead",
  "useRecoveryCode": "Use a recovery code instead",
  "recoveryTitle": "Enter a recovery code",
  "recoveryLead": "You saved these codes when you turned on two-step verification. Each one works once.",
  "recoveryCode": "Recovery code",
  "recoveryForm": "A recovery code has 10 letters and digits, such as 7K2QD-9MXF4.",
  "recoveryWrong": "This recovery code is not right, or was used already. Use another one.",
  "recoveryUsed": "You used a recovery code",
  "recoveryAdvice": "If you lost your authenticator app, remove it on the page of your account, and add a new one.",
  "otherWay": "Sign in another way",
  "startAgain": "Start again",
  "overTitle": "Sign in again",
  "expired": "This took too long. Start again.",
  "left": "You have {count} recovery codes left.",
  "oneLeft": "You have one recovery code left.",
  "noneLeft": "You have no recovery codes left.",

  // The account
  "title": "Two-step verification",
  "loading": "Loading your second steps.",
  "about": "With a second step, a stolen password is not enough to sign in. After your usual sign-in, you type a code that an app on your phone shows.",
  "tryAgain": "Try again",
  "add": "Add an authenticator app",
  "authenticator": "Authenticator app",
  "added": "Added {date}",
  "remove": "Remove",
  "removeOne": "Remove the authenticator app of {date}",
  "removeTitle": "Remove this authenticator app?",
  "removeLast": "Two-step verification is turned off, and your recovery codes stop working. Other browsers and apps that signed in with a second step are signed out.",
  "removeOther": "Its codes stop working. Other browsers and apps that signed in with it are signed out.",
  "removed": "Authenticator app removed.",
  "codes": "Recovery codes",
  "fewLeft": "{left} Make new ones before you need them.",
  "newCodes": "New codes",
  "newCodesLabel": "Make new recovery codes",
  "newCodesTitle": "Make new recovery codes?",
  "newCodesText": "Your present recovery codes stop working at once. You get ten new ones.",
  "newCodesConfirm": "Make new codes",

  // Adding an authenticator app
  "scan": "Scan this code with an authenticator app on your phone.",
  "picture": "QR code for an authenticator app. The same key is below as text.",
  "sameDevice": "Open an app on this device",
  "cannotScan": "Type a key instead",
  "key": "Key",
  "keyHelp": "Choose a time-based code in the app.",
  "copyKey": "Copy the key",
  "copy": "Copy",
  "firstCode": "Code that the app shows",
  "confirm": "Confirm",
  "addedWrong": "The code is not right. Wait for the next one. If it is refused too, check the clock of your phone.",
  "enrollmentOver": "This took too long, or was used already. Remove the entry from your app, and start again with a new code.",
  "done": "Two-step verification is on.",
  "doneAnother": "Authenticator app added.",

  // The recovery codes, shown once
  "showTitle": "Save your recovery codes",
  "showText": "If you lose your phone, each of these codes lets you in once. Keep them where you keep your important papers, or in a password manager.",
  "showOnce": "The codes are not shown again. Save them first, then choose the button below.",
  "listLabel": "Your recovery codes",
  "copyAll": "Copy",
  "download": "Download",
  "print": "Print",
  "saved": "I have saved the codes",
  "fileName": "{site}-recovery-codes.txt",
  "fileTitle": "Recovery codes for {site}",
  "fileAccount": "Account: {account}",
  "fileDate": "Made on {date}",
  "fileNote": "Each code works once, in place of the authenticator app. New codes make these void.",
});

const over = "This sign-in cannot be finished any more. Start again.";

/**
 * A sentence for each error code of the second step of a sign-in that needs other words there.
 *
 * @type {Record<string, string>}
 */
export const errors = {
  challenge_expired: "This took too long. Start again.",
  challenge_used: over,
  invalid_challenge: over,
  code_exhausted: "Too many wrong codes. Start again.",
  too_many_guesses: "Too many wrong codes.",
};
