/// The view that a sign-in shows.
public enum SignInScreen: Hashable, Sendable {
  /// The offer of the application is being read.
  case loading
  /// The offer could not be read. ``SignInAct/retry`` reads it again.
  case unavailable
  /// The app can draw no method that the application offers. ``SignInAct/retry`` reads the offer again.
  case nothingOffered
  /// The field of the identifier, with the text that the user has typed before, and the other methods.
  case start(typed: String)
  /// The wallets, if there are several.
  case wallets
  /// The password of an identifier.
  case password(identifier: String)
  /// The form of a new user, with the texts that the user has typed before.
  case signUp(SignUpForm)
  /// The code that was sent to an address, with the new password if the code is for one.
  case code(CodeStep)
  /// A sheet of the system, a wallet or a browser asks the user. The method has no identifier.
  case proof(SignInMethod)
  /// The second factor.
  case secondFactor(SecondFactorStep)
  /// A new second factor.
  case newFactor(NewFactorStep)
  /// The choice to keep an account.
  case keepAccount(KeepAccountStep)
  /// The new recovery codes. Of the acts, only ``SignInAct/savedCodes`` leaves this view.
  case recoveryCodes(RecoveryCodesStep)
  /// The user has signed in with a recovery code. ``SignInAct/goOn`` leaves the view.
  case recoveryCodeUsed(left: Int?)
  /// A code has made the user, who may say a name. `offersPasskey` is whether the offer of a passkey follows.
  /// ``SignInAct/goOn`` leaves the view.
  case yourName(offersPasskey: Bool)
  /// The user has signed in with a password or a code and may add a passkey. Asked once on a device.
  case passkeyOffer
  /// The sign-in has taken too long, or had too many wrong codes. The user starts again.
  case tooLate
  /// The view is closed.
  case finished(SignInDismissal)

  /// Whether the view is closed.
  package var isFinished: Bool { if case .finished = self { true } else { false } }

  /// Whether the user is signed in, and the view tells or asks something more.
  package var isAfterSignIn: Bool {
    switch self {
    case .recoveryCodes, .recoveryCodeUsed, .yourName, .passkeyOffer: true
    default: false
    }
  }

  /// Whether the view asks for a code that has expired.
  var asksForExpiredCode: Bool {
    switch self {
    case .code(let step): step.sent.isExpired
    case .secondFactor(let step): step.chosen == .sentCode && step.sent?.isExpired == true
    default: false
    }
  }

  /// The stable name of the view, without its content.
  package var name: String {
    switch self {
    case .loading: "loading"
    case .unavailable: "unavailable"
    case .nothingOffered: "nothing_offered"
    case .start: "start"
    case .wallets: "wallets"
    case .password: "password"
    case .signUp: "sign_up"
    case .code(let step): "code.\(step.purpose.rawValue)"
    case .proof(let method): "proof.\(method.rawValue)"
    case .secondFactor: "second_factor"
    case .newFactor: "new_factor"
    case .keepAccount: "keep_account"
    case .recoveryCodes: "recovery_codes"
    case .recoveryCodeUsed: "recovery_code_used"
    case .yourName: "your_name"
    case .passkeyOffer: "passkey_offer"
    case .tooLate: "too_late"
    case .finished(.completed): "finished.completed"
    case .finished(.cancelled): "finished.cancelled"
    case .finished(.failed): "finished.failed"
    }
  }
}

/// The end of a sign-in view.
public enum SignInDismissal: Hashable, Sendable {
  /// The user is signed in.
  case completed
  /// The user has closed the view.
  case cancelled
  /// The user has closed a view that could not offer a sign-in.
  case failed(SignInProblem)
}
