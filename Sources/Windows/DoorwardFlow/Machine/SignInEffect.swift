package import Foundation

/// An effect of a step, which the driver performs.
package enum SignInEffect: Hashable, Sendable {
  case request(SignInRequest, SignInRequest.ID)
  case cancel(SignInRequest.ID)
  /// Starts a timer. It replaces the running timer of the same kind.
  case start(SignInTimer, until: Date)
  case stop(SignInTimer)
  case finish(SignInDismissal)
  /// Keeps a fact on the device for the next sign-in.
  case remember(SignInFact)
}

/// A fact that the device keeps. It is no secret.
package enum SignInFact: Hashable, Sendable {
  /// The way of the last sign-in.
  case way(SignInWay)
  /// The user was asked whether to add a passkey.
  case passkeyOffered
}

/// A timer of the present view.
package enum SignInTimer: Hashable, Sendable, CaseIterable {
  /// The server accepts the refused step again.
  case wait
  /// Another code can be sent.
  case resend
  /// The code expires.
  case codeExpiry
  /// The sign-in expires.
  case expiry
}
