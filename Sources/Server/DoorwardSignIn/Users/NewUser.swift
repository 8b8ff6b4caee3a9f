package import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A user whom a backend or the operator creates. The creator states the identities: the user does not prove them.
package struct NewUser: Sendable {
  package let identities: [ProvenIdentity]
  package var profile = Profile()
  package var metadata = JSONObject()
  package var appMetadata = JSONObject()
  /// The hash of the password; nil for a user without one.
  package var passwordHash: String?
  package var lastSignInAt: Date?
  package var ban: UserBan?
  /// Whether the identities are only vouched for, until the user proves one. Those that the operator gives count as proven:
  /// see ``StoreWriting/claim(_:keeping:for:at:)``.
  package private(set) var isVouched = false

  package init(identities: [ProvenIdentity]) { self.identities = identities }

  /// The user as a backend creates it.
  package var vouched: NewUser {
    var vouched = self
    vouched.isVouched = true
    return vouched
  }

  /// The address that gets messages: the email address, or the phone number of a user without one.
  package var recipient: Recipient? {
    let keys = identities.map(\.key)
    let key = keys.first { $0.kind == .email } ?? keys.first { $0.kind == .phone }
    return key.flatMap { try? Recipient($0.kind == .email ? .email : .sms, $0.identifier) }
  }

  /// The identifiers and names, which the password must not contain.
  package var knownTexts: (identifiers: [String], names: [String]) {
    (identities.map(\.shownIdentifier), profile.names)
  }
}

/// The random values of a new user. They are made before the transaction, because its body may run twice.
package struct NewUserIDs: Sendable {
  package let user: User.ID
  let identities: [Identity.ID]

  /// - Parameters:
  ///   - user: the new user.
  ///   - createdAt: the time of creation of the user.
  ///   - now: the current time.
  ///   - random: the source of the values.
  /// - Throws: the errors of the random source.
  package init(
    for user: NewUser, createdAt: Date, at now: Date, _ random: RandomSource
  ) throws {
    self.user = try User.ID(at: createdAt, random: random)
    identities = try user.identities.map { _ in try Identity.ID(at: now, random: random) }
  }

  /// Uses an id that the caller has derived.
  package init(for new: NewUser, user: User.ID, at now: Date, _ random: RandomSource) throws {
    self.user = user
    identities = try new.identities.map { _ in try Identity.ID(at: now, random: random) }
  }
}

extension StoreWriting {
  /// Makes a user who has full access with an application, as after a sign-in by the application's own apps.
  ///
  /// - Parameters:
  ///   - new: the user.
  ///   - ids: its random values.
  ///   - applicationID: the application.
  ///   - createdAt: the time of creation, from which the user's id was made.
  ///   - now: the current time.
  /// - Returns: the user.
  /// - Throws: `Problem` 409 `identity_in_use` or `username_taken` if another user has an identity, 403 `user_banned` if a
  ///   banned user had one; ``StoreError``.
  @discardableResult
  package func create(
    _ new: NewUser, _ ids: NewUserIDs, for applicationID: String, createdAt: Date, at now: Date
  ) throws -> User {
    for identity in new.identities {
      guard try self.identity(identity.key) == nil else {
        throw identity.key.kind == .userName ? Problem.userNameTaken : Problem.addressInUse
      }
      try requireNotBanned(identity.key, at: now)
    }
    let user = User(
      id: ids.user, kind: .registered, createdAt: createdAt, profile: new.profile,
      metadata: new.metadata, lastSignInAt: new.lastSignInAt,
      hasPassword: new.passwordHash != nil)
    try insert(user)
    for (id, identity) in zip(ids.identities, new.identities) {
      try insert(
        Identity(
          id: id, userID: user.id, key: identity.key, attributes: identity.attributes, verifiedAt: now,
          lastUsedAt: nil, isVouched: new.isVouched))
    }
    if let hash = new.passwordHash { try setPasswordHash(hash, of: user.id) }
    try grant(.whole, of: user.id, to: applicationID)
    if !new.appMetadata.isEmpty {
      try update(
        ApplicationGrant(applicationID: applicationID, scopes: .whole, appMetadata: new.appMetadata),
        of: user.id)
    }
    if let ban = new.ban { try setBan(ban, of: user.id) }
    return user
  }
}
