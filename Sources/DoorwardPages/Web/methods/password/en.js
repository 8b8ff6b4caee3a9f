/** The English texts of passwords on the account page and in lists. */
export const texts = /** @type {const} */ ({
  "session": "Password",
  "identity": "User name",
  "title": "Password",
  "present": "You have a password.",
  "absent": "You have no password. With one, you can sign in with your email address, phone number or user name.",
  "addressFirst": "To use a password, add an email address or a phone number first.",
  "change": "Change password",
  "set": "Set a password",
  "current": "Current password",
  "new": "New password",
  "currentMissing": "Type your current password.",
  "currentWrong": "The current password is wrong.",
  "others": "Every other browser and app is signed out.",
  "save": "Save password",
  "saved": "Password saved. Every other browser and app is signed out.",
});
