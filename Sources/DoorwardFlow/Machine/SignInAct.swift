/// An act of the user. Typing is not one: the view keeps its texts until the user submits them.
public enum SignInAct: Hashable, Sendable {
  /// The identifier of the first field.
  case continueWith(String)
  /// Another method.
  case choose(SignInMethod)
  /// Shows the form of a new user, with the identifier that was typed.
  case createAccount(typed: String)
  /// Signs in with a password.
  case submitPassword(String)
  /// Shows the field of the password instead of the code.
  case usePassword
  /// Sends a code for a new password.
  case resetPassword
  /// Sends a code, or another code.
  case sendCode
  /// Makes a new user with a password.
  case signUp(NewAccount)
  /// Makes a new user with a passkey. The name may be empty.
  case signUpWithPasskey(name: String)
  /// The code that was sent, for a sign-in or sign-up.
  case submitCode(String)
  /// The code that was sent, and the new password.
  case submitReset(code: String, newPassword: String)
  /// Shows another second factor, or begins to add a new one.
  case chooseFactor(SecondFactorKind)
  /// The code of the second factor.
  case submitFactor(code: String)
  /// Asks for the passkey that is the second factor.
  case usePasskey
  /// Keeps the account.
  case keepAccount
  /// The user has saved the recovery codes.
  case savedCodes
  /// Repeats the step that the server could not answer.
  case retry
  /// Cancels the request and returns to the view before, if there is one.
  case back
  /// Returns to the first view.
  case startAgain
  /// Closes the view.
  case cancel
}
