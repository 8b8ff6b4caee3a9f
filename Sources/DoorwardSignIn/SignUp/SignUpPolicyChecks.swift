package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SignUpPolicy {
  /// Refuses a new user whom no invitation can admit. The answer does not depend on any user or invitation.
  ///
  /// - Parameter identity: the identity by which the user signs up.
  /// - Throws: `Problem` 403 `sign_up_closed`, `email_domain_not_allowed`, or `invitation_required` if the identity is no
  ///   address.
  package func requirePossibleSignUp(by identity: IdentityKey) throws(Problem) {
    guard mode != .closed else {
      throw Problem(
        status: 403, code: WireCode.signUpClosed,
        detail: "This application accepts no new users. Sign in with an account that you already have.")
    }
    try requireAllowedDomain(of: identity)
    guard mode == .open || IdentityKey.Kind.invited.contains(identity.kind) else {
      throw Problem.invitationRequired
    }
  }

  /// Refuses a new user. The user has proven the identity.
  ///
  /// - Parameters:
  ///   - identity: the identity by which the user signs up.
  ///   - now: the time.
  ///   - snapshot: the transaction that makes the user.
  /// - Throws: `Problem` 403 as ``requirePossibleSignUp(by:)``, and `invitation_required` for an address without an
  ///   invitation; ``StoreError``.
  package func requireSignUp(
    by identity: IdentityKey, at now: Date, in snapshot: any StoreReading
  ) throws {
    try requirePossibleSignUp(by: identity)
    for application in invitingApplications {
      guard let invitation = try snapshot.invitation(of: identity, to: application),
        invitation.isLive(at: now)
      else { throw Problem.invitationRequired }
    }
  }

  /// Whether a user with this identity may sign up.
  package func acceptsSignUp(
    by identity: IdentityKey, at now: Date, in snapshot: any StoreReading
  ) throws -> Bool {
    do {
      try requireSignUp(by: identity, at: now, in: snapshot)
      return true
    } catch is Problem {
      return false
    }
  }

  /// Records the acceptance of the invitations that have admitted a new user.
  ///
  /// - Throws: ``StoreError``.
  package func acceptInvitations(
    of identity: IdentityKey, at now: Date, in transaction: any StoreWriting
  ) throws {
    for application in invitingApplications {
      guard let invitation = try transaction.invitation(of: identity, to: application) else { continue }
      try transaction.accept(invitation.id, at: now)
    }
  }

  /// Refuses an email address of a domain that the application does not list, and other ways to sign in if it lists any.
  ///
  /// - Throws: `Problem` 403 `email_domain_not_allowed`.
  package func requireAllowedDomain(of identity: IdentityKey) throws(Problem) {
    guard let emailDomains else { return }
    let domain =
      identity.kind == .email ? identity.identifier.split(separator: "@").last.map(String.init) : nil
    guard let domain, emailDomains.contains(domain) else {
      throw Problem(
        status: 403, code: WireCode.emailDomainNotAllowed,
        detail: "This application accepts new users only with an email address of certain domains.")
    }
  }
}

extension IdentityKey.Kind {
  /// The kinds of addresses to which invitations are sent.
  static let invited: Set<IdentityKey.Kind> = [.email, .phone]
}

extension Problem {
  fileprivate static var invitationRequired: Problem {
    Problem(
      status: 403, code: WireCode.invitationRequired,
      detail:
        "This application accepts new users by invitation only. Sign up with the address that was invited.")
  }
}
