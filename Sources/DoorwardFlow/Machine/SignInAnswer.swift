package import Foundation

/// The result of a request.
package enum SignInAnswer: Hashable, Sendable {
  case offer(SignInChoices)
  /// The user is signed in. There are recovery codes if the sign-in has added the first second factor.
  case signedIn(recoveryCodes: [String])
  case codeSent(SentCode)
  case secondFactorRequired(WaitingSignIn)
  case authenticator(NewAuthenticator)
  case deletionPending(KeepAccountStep)
  /// The user has closed the sheet, the wallet or the browser.
  case cancelled
  case refused(SignInProblem)
}

/// A sign-in that waits for a second factor.
package struct WaitingSignIn: Hashable, Sendable {
  package let ticket: Ticket
  package let factors: [SecondFactorKind]
  package let newFactors: [SecondFactorKind]
  package let expiresAt: Date

  package init(
    ticket: Ticket, factors: [SecondFactorKind], newFactors: [SecondFactorKind], expiresAt: Date
  ) {
    self.ticket = ticket
    self.factors = factors
    self.newFactors = newFactors
    self.expiresAt = expiresAt
  }

  /// The view for it; nil if this version knows none of the factors.
  var screen: SignInScreen? {
    if let first = factors.first {
      return .secondFactor(
        SecondFactorStep(factors: factors, chosen: first, ticket: ticket, expiresAt: expiresAt))
    }
    guard !newFactors.isEmpty else { return nil }
    return .newFactor(NewFactorStep(factors: newFactors, ticket: ticket, expiresAt: expiresAt))
  }
}
