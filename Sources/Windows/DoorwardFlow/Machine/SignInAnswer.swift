package import Foundation

/// The result of a request.
package enum SignInAnswer: Hashable, Sendable {
  case offer(SignInChoices)
  case passkeyAdded
  case nameSaved
  case signedIn(SignedIn)
  case codeSent(SentCode)
  case secondFactorRequired(WaitingSignIn)
  case authenticator(NewAuthenticator)
  case deletionPending(KeepAccountStep)
  /// The user has closed the sheet, the wallet or the browser.
  case cancelled
  case refused(SignInProblem)
}

/// The user is signed in.
package struct SignedIn: Hashable, Sendable {
  /// The new recovery codes, if the sign-in has added the first second factor.
  package let recoveryCodes: [String]
  /// The number of recovery codes that the user has left, if the sign-in has used one and the server has answered.
  package let codesLeft: Int?
  /// Whether the user has no passkey, the device can make one, and the user was not asked before.
  package let mayAddPasskey: Bool
  /// Whether the sign-in has made a user without a name.
  package let needsName: Bool

  package init(
    recoveryCodes: [String] = [], codesLeft: Int? = nil, mayAddPasskey: Bool = false, needsName: Bool = false
  ) {
    self.recoveryCodes = recoveryCodes
    self.codesLeft = codesLeft
    self.mayAddPasskey = mayAddPasskey
    self.needsName = needsName
  }
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

  /// The factors that a user can add during a sign-in, in the order in which views offer them.
  private static let addable: [SecondFactorKind] = [.authenticator, .passkey]

  /// The view for it, whatever the order of the server; nil if this version knows none of the factors.
  var screen: SignInScreen? {
    let known = SecondFactorKind.allCases.filter(factors.contains)
    if let first = known.first {
      return .secondFactor(
        SecondFactorStep(factors: known, chosen: first, ticket: ticket, expiresAt: expiresAt))
    }
    let addable = Self.addable.filter(newFactors.contains)
    guard !addable.isEmpty else { return nil }
    return .newFactor(NewFactorStep(factors: addable, ticket: ticket, expiresAt: expiresAt))
  }
}
