package import Foundation

/// A call of the SDK for an account window.
package enum AccountRequest: Hashable, Sendable {
  /// Reads the user and the offer.
  case read
  case change(AccountChange, FieldTexts)
  case resend(Ticket)
  case verifyCode(Ticket, SecretText)
  case confirmAuthenticator(Ticket, SecretText)
  case setPhoto

  /// The number of a request.
  package typealias ID = Int

  /// Whether the answer can have recovery codes, which the server shows only once.
  var givesRecoveryCodes: Bool {
    switch self {
    case .confirmAuthenticator, .change(.newRecoveryCodes, _), .change(.addFactorCode, _): true
    default: false
    }
  }
}

/// The result of a request.
package enum AccountAnswer: Hashable, Sendable {
  case read(AccountUser, AccountOffer)
  /// The change is made. The user is nil if the change is not one of the user's data.
  case changed(AccountUser?)
  case codeSent(SentCode)
  case authenticator(NewAuthenticator)
  /// A second factor was added, or the recovery codes were replaced.
  case recoveryCodes([String])
  /// The data of the user.
  case file(TextFile)
  /// The change needs a new sign-in.
  case signInAgain(ConfirmationReason)
  /// The session has ended, by this change or elsewhere.
  case signedOut
  case deleted
  /// The user has closed the sheet or the wallet.
  case cancelled
  case refused(SignInProblem)
}

/// An effect of a step, which the driver performs.
package enum AccountEffect: Hashable, Sendable {
  case request(AccountRequest, AccountRequest.ID)
  case cancel(AccountRequest.ID)
  case read(AccountList, AccountRequest.ID)
  /// Shows the sign-in that confirms the user.
  case signInAgain(ConfirmationReason)
  /// Closes it.
  case endSignIn
  case start(SignInTimer, until: Date)
  case stop(SignInTimer)
  case finish(AccountEnd)
}

/// The end of an account window.
public enum AccountEnd: Hashable, Sendable {
  /// The user has closed the window.
  case closed
  /// The user is signed out, or another user has signed in.
  case signedOut
  /// The user has deleted the account, and is signed out. The user may keep the account by a sign-in for some time.
  case deleted
}
