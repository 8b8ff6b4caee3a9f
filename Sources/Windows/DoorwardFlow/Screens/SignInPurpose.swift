public import Doorward

/// The purpose of a sign-in.
public enum SignInPurpose: Hashable, Sendable {
  /// A user signs in.
  case signIn
  /// The signed-in user confirms a change of the account. The views show the ways that the account has, and the sign-in counts
  /// for the present session.
  case confirmation(ConfirmationReason)
}

/// The reason why a change of the account needs a new sign-in.
public enum ConfirmationReason: Hashable, Sendable {
  /// The last sign-in was a while ago.
  case oldSignIn
  /// The session has no second factor, although the user has one.
  case missingSecondFactor

  /// The reason in the refusal of the server.
  ///
  /// ```swift
  /// SignInDriver(doorward, for: .confirmation(ConfirmationReason(error.stepUp)))
  /// ```
  ///
  /// - Parameter stepUp: `stepUp` of the error; nil counts as an old sign-in.
  public init(_ stepUp: StepUp?) {
    self = if case .secondFactor = stepUp { .missingSecondFactor } else { .oldSignIn }
  }
}
