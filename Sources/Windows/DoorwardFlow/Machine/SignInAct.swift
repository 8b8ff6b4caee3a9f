/// An act of the user. Typing is not one: the view keeps its texts until the user submits them.
public enum SignInAct: Hashable, Sendable {
  /// The identifier of the first field. It leads to a code or to the password, see ``SignInChoices/codeComesFirst``.
  case continueWith(String)
  /// The identifier of the first field, for its password, also if a code comes first.
  case continueWithPassword(String)
  /// Another method, with the identifier that was typed.
  case choose(SignInMethod, typed: String)
  /// Shows the wallets, if there are several. The identifier that was typed is kept.
  case chooseWallet(typed: String)
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
  /// Sends the code of the second factor to another kind of address, one of ``SentCode/channels``. In the first view of a
  /// sign-in that confirms a user, sends a code to an address of the kind.
  case sendCodeTo(IdentifierKind)
  /// Makes a new user with a password.
  case signUp(SignUpForm)
  /// Makes a new user with a passkey. The passkey needs no part of the form; the name may be empty.
  case signUpWithPasskey(SignUpForm)
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
  /// Leaves a view that only tells something, or declines the name or the passkey.
  case goOn
  /// The name of a new user.
  case submitName(String)
  /// Adds a passkey after the sign-in.
  case addPasskey
  /// Repeats the step that the server could not answer.
  case retry
  /// Cancels the request and returns to the view before, if there is one.
  case back
  /// Returns to the first view.
  case startAgain
  /// Closes the view.
  ///
  /// This, ``back`` and ``startAgain`` are not allowed during a request whose answer can have recovery codes.
  case cancel
}

extension SignInAct: CustomStringConvertible, CustomReflectable {
  /// The name of the act. The texts may be secret.
  public var description: String {
    switch self {
    case .continueWith: "continueWith"
    case .continueWithPassword: "continueWithPassword"
    case .choose(let method, _): "choose(\(method))"
    case .chooseWallet: "chooseWallet"
    case .createAccount: "createAccount"
    case .submitPassword: "submitPassword"
    case .usePassword: "usePassword"
    case .resetPassword: "resetPassword"
    case .sendCode: "sendCode"
    case .sendCodeTo(let kind): "sendCodeTo(\(kind))"
    case .signUp: "signUp"
    case .signUpWithPasskey: "signUpWithPasskey"
    case .submitCode: "submitCode"
    case .submitReset: "submitReset"
    case .chooseFactor(let factor): "chooseFactor(\(factor))"
    case .submitFactor: "submitFactor"
    case .usePasskey: "usePasskey"
    case .keepAccount: "keepAccount"
    case .savedCodes: "savedCodes"
    case .goOn: "goOn"
    case .submitName: "submitName"
    case .addPasskey: "addPasskey"
    case .retry: "retry"
    case .back: "back"
    case .startAgain: "startAgain"
    case .cancel: "cancel"
    }
  }
  // A dump must not show the texts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
