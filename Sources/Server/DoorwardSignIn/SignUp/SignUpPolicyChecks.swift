package import DoorwardHTTP
import DoorwardServerRules
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
    guard mode != .closed else { throw .signUpClosed }
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
    try requireSignUp(by: identity, in: snapshot) { $0.isLive(at: now) }
  }

  private func requireSignUp(
    by identity: IdentityKey, in snapshot: any StoreReading, admittedBy admits: (Invitation) -> Bool
  ) throws {
    try requirePossibleSignUp(by: identity)
    for application in invitingApplications {
      guard let invitation = try snapshot.invitation(of: identity, to: application), admits(invitation) else {
        throw Problem.invitationRequired
      }
    }
  }

  /// Refuses a user who exists and has granted the application nothing yet: for the application, this is a new user.
  ///
  /// `applicationID` is the application of this policy. `snapshot` is the transaction that makes the grant.
  ///
  /// - Returns: the proven identity that admits the user; nil if the user has a grant, or the policy admits everyone.
  /// - Throws: `Problem` 403 as ``requireSignUp(by:at:in:)`` if none of the user's proven identities may sign up;
  ///   ``StoreError``.
  package func requireFirstGrant(
    of user: User.ID, to applicationID: String, at now: Date, in snapshot: any StoreReading
  ) throws -> IdentityKey? {
    guard mode != .open || emailDomains != nil, try snapshot.grant(of: user, to: applicationID) == nil else {
      return nil
    }
    var refusal = Problem.invitationRequired
    for identity in try snapshot.identities(of: user) where !identity.isVouched {
      do {
        // An accepted invitation belongs to the user, who may have signed up on the page.
        try requireSignUp(by: identity.key, in: snapshot) { $0.acceptedAt != nil || $0.isLive(at: now) }
        return identity.key
      } catch let problem as Problem {
        refusal = problem
      }
    }
    throw refusal
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
    guard let domain, emailDomains.contains(domain) else { throw .emailDomainNotAllowed }
  }
}

extension IdentityKey.Kind {
  /// The kinds of addresses to which invitations are sent.
  static let invited: Set<IdentityKey.Kind> = [.email, .phone]
}

extension Caller {
  /// Refuses an anonymous user, for calls that need an account. Another party may have the tokens of an anonymous user, and
  /// must not get a way into the account that the user registers later.
  ///
  /// - Throws: `Problem` 403 `sign_up_required`.
  package func requireRegistered() throws(Problem) {
    guard user.kind == .registered else { throw .signUpRequired }
  }
}
