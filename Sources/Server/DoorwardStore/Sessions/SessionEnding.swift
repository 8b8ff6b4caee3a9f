#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time and the reason of the end of a session before it expired.
package struct SessionEnding: Sendable, Equatable {
  /// The reasons; an open set. The store keeps the name for the operator.
  package struct Reason: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The user signed out.
    package static let signedOut = Reason(rawValue: "signed_out")
    /// The user ended the session from another one.
    package static let endedByUser = Reason(rawValue: "ended_by_user")
    /// A sign-in opened another session in its place.
    package static let replaced = Reason(rawValue: "replaced")
    /// The user had the most sessions allowed and opened another one.
    package static let limitReached = Reason(rawValue: "limit_reached")
    /// A refresh token or an authorization code of the session was used twice.
    package static let reusedCredential = Reason(rawValue: "reused_credential")
    /// An identity of the session was removed from the account, or moved to another account.
    package static let identityRemoved = Reason(rawValue: "identity_removed")
    /// The user changed the password in another session, or reset it.
    package static let passwordChanged = Reason(rawValue: "password_changed")
    /// The user secured the account by the link of a notice.
    package static let secured = Reason(rawValue: "secured")
    /// The second factor of the session was removed from the account.
    package static let secondFactorRemoved = Reason(rawValue: "second_factor_removed")
    /// A backend or the operator ended the session.
    package static let endedByBackend = Reason(rawValue: "ended_by_backend")
    /// The operator ended all sessions, for example after a backup was restored.
    package static let endedByOperator = Reason(rawValue: "ended_by_operator")
    /// The user was banned.
    package static let banned = Reason(rawValue: "banned")
    /// The user asked to delete the account.
    package static let accountDeletion = Reason(rawValue: "account_deletion")
    /// The user withdrew what the application was granted.
    package static let grantWithdrawn = Reason(rawValue: "grant_withdrawn")
    /// The operator removed the application.
    package static let applicationRemoved = Reason(rawValue: "application_removed")
    /// A proof of the session is no longer valid.
    package static let proofLapsed = Reason(rawValue: "proof_lapsed")
  }

  package let at: Date
  package let reason: Reason

  package init(at: Date, reason: Reason) {
    self.at = at
    self.reason = reason
  }
}
