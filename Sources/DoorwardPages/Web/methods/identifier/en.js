/** The English texts of sign-ins that start from an email address, a phone number or a user name. */
export const texts = /** @type {const} */ ({
  // The field
  "email": "Email",
  "phone": "Phone",
  "username": "User name",
  "emailOrPhone": "Email or phone",
  "emailOrUsername": "Email or user name",
  "phoneOrUsername": "Phone or user name",
  "any": "Email, phone or user name",
  "phoneHelp": "With the country code, such as +44.",
  "usernameOptional": "User name (optional)",
  "missing": "Type this first.",
  "continue": "Continue",
  "useAnother": "Change",
  "useAnotherLabel": "Use another address or user name",
  "useAnotherAddress": "Use another address",
  "createAccount": "Create an account",

  // The password
  "passwordTitle": "Enter your password",
  "password": "Password",
  "newPassword": "New password",
  "signIn": "Sign in",
  "forgot": "Forgot password?",
  "codeInstead": "Send a code instead",
  "passwordInstead": "Use a password instead",
  "passwordMissing": "Type your password.",
  "rule": "At least {minimum} characters. Several unrelated words are easy to remember and hard to guess.",
  "moreCharacters": "{count} more characters.",
  "oneMoreCharacter": "One more character.",
  "longEnough": "Long enough.",
  "hardToGuess": "Long enough, and hard to guess.",
  "easyToGuess": "Easy to guess. Add more unrelated words.",
  "tooManyCharacters": "Too long. Use at most {maximum} characters.",
  "repeats": "Easy to guess: it repeats itself.",
  "hasIdentifier": "Easy to guess: it contains your address or user name.",
  "tooShort": "The password is too short. Use at least {minimum} characters.",

  // Sign-up
  "signUpTitle": "Create your account",
  "signUp": "Create account",
  "haveAccount": "Sign in instead",
  "invited": "You are invited. Use the address that the invitation was sent to.",
  "invitedOnly": "You need an invitation. Use the address that it was sent to.",
  "invitedHint": "A code is sent only to an address that has an account or an invitation.",
  "signUpHint": "If you already have an account, the message says so and has no code.",

  // The code
  "codeTitle": "Enter the code",
  "codeSent": "It was sent to {address}.",
  "code": "Code",
  "codeForm": "The code has {length} digits. Compare it with the message.",
  "verify": "Continue",
  "linkOpened": "Answered by the link",
  "notArrived": "No message? Check the address, and the folder for spam.",
  "notArrivedPhone": "No message? Check the number.",
  "validFor": "It has {length} digits and is valid for {duration}.",
  "expired": "The code has expired. Send a new one.",
  "resend": "Send a new code",
  "resendIn": "Send a new code in {duration}",
  "resent": "A new code was sent.",

  // A forgotten password
  "resetTitle": "Choose a new password",
  "resetSent": "If {identifier} belongs to an account, a code was sent to its address.",
  "reset": "Save and sign in",

  // Signing in again
  "again": "Confirm with",
  "withPassword": "Password",
  "withCode": "Code to {address}",
  "withCodeDetail": "Sends a new code",
});

const commonWord = "Easy to guess: it contains a common password, name or word. Add more unrelated words.";
const date = "Easy to guess: it contains a date or a year.";

/**
 * A sentence for each code of the estimate of a password.
 *
 * @type {Record<string, string>}
 */
export const advice = {
  common_word: commonWord,
  contains_common_word: commonWord,
  predictable_substitution: "Easy to guess: attackers try such replaced letters too.",
  contains_own_data: texts.hasIdentifier,
  repetition: texts.repeats,
  sequence: "Easy to guess: it contains a sequence, such as abc or 6543.",
  keyboard_pattern: "Easy to guess: it contains a row of keys.",
  date,
  year: date,
  add_words: texts.easyToGuess,
};

const incompleteNumber = "This is not a complete phone number. Check the digits and the country code.";

/**
 * A sentence for each error code of the routes of passwords and one-time codes.
 *
 * @type {Record<string, string>}
 */
export const errors = {
  invalid_credentials: "The user or the password is wrong. Check both, or choose a new password.",
  invalid_code: "The code is wrong. Check it, or send a new one.",
  code_exhausted: "This code was tried too often. Send a new one.",
  too_many_guesses: "Too many wrong passwords or codes for this account. Wait, or sign in another way.",
  challenge_expired: "The code has expired. Send a new one.",
  challenge_used: "This code was used already, or a newer one replaced it. Send a new one.",
  invalid_challenge: "This code is not for this browser. Send a new one.",
  rate_limited: "Too many tries, or a code was sent a moment ago.",
  identifier_not_offered: "This site does not accept this kind of address or name. Use another one.",
  channel_not_offered: "This site sends no codes to this kind of address. Use another one.",
  identifier_required: "Add an email address or a phone number first. You need one to sign in with a password.",
  address_exists: "This account has an address of this kind already. Reload the page to see it.",
  identity_in_use: "This address belongs to another account. Sign in to that account to use it.",
  missing_address: "Type an address first.",
  ambiguous_address: "Use an email address or a phone number, not both.",
  missing_password: "Type your current password.",
  password_hashing_busy: "The server has too much to do at the moment.",
  password_too_short: "The password is too short. Use a longer one.",
  password_too_long: "The password is too long. Use a shorter one.",
  password_disallowed_character: "The password has a character that cannot be used. Remove control characters and new emoji.",
  password_contains_identifier: "The password contains your own name, address or number. Choose one that others cannot guess.",
  password_listed: "This password is in a list that attackers try first. Choose another one.",
  identifier_empty: "Type this first.",
  identifier_too_long: "This is too long to be an address or a user name.",
  email_incomplete: "This is not a complete email address. It needs a name, an @ and a domain.",
  email_too_long: "This email address is too long.",
  email_local_part_invalid: "The part before the @ is not valid. Check the email address.",
  email_domain_invalid: "The part after the @ is not a domain. Check the email address.",
  phone_number_invalid: "This is not a phone number. Check the digits.",
  phone_number_country_unknown: "The country of this number is not known. Start with + and the country code.",
  phone_number_too_short: incompleteNumber,
  phone_number_too_long: incompleteNumber,
  phone_number_country_refused: "This site sends no messages to this country. Use another address.",
  phone_number_not_for_messages: "This number cannot receive messages. Use another one.",
};
