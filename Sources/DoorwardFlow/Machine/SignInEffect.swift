package import Foundation

/// An effect of a step, which the driver performs.
package enum SignInEffect: Hashable, Sendable {
  case request(SignInRequest, SignInRequest.ID)
  case cancel(SignInRequest.ID)
  /// Starts a timer. It replaces the running timer of the same kind.
  case start(SignInTimer, until: Date)
  case stop(SignInTimer)
  case finish(SignInDismissal)
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
