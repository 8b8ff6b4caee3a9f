#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The rights of an administrator. Each role has the rights of those below it.
package enum AdministratorRole: String, Sendable, CaseIterable, Comparable {
  /// Reads everything except secrets.
  case viewer
  /// Also changes users and their messages.
  case support
  /// Also changes applications, keys, settings and administrators.
  case owner

  package static func < (left: AdministratorRole, right: AdministratorRole) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .viewer: 0
    case .support: 1
    case .owner: 2
    }
  }
}

/// A user who administers this server.
package struct Administrator: Sendable, Equatable {
  package let user: User.ID
  package let role: AdministratorRole
  /// The one who added the administrator or changed the role last: `operator NAME` for the command line, `administrator ID`,
  /// `key ID`, or `claim`.
  package let addedBy: String
  /// The time of the addition. A change of the role does not change it.
  package let addedAt: Date

  package init(user: User.ID, role: AdministratorRole, addedBy: String, addedAt: Date) {
    self.user = user
    self.role = role
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}

/// Queries about administrators.
package protocol AdministratorReading {
  /// The administrator; nil if the user is none.
  func administrator(_ user: User.ID) throws -> Administrator?
  /// Every administrator, in the order of their addition.
  func administrators() throws -> [Administrator]
  /// Whether a secret to become an owner is valid. `hash` is SHA-256 of the secret.
  func hasOwnerClaim(_ hash: [UInt8], at instant: Date) throws -> Bool
}

/// Changes of administrators.
///
/// A server always keeps an owner who can sign in. So an act on the last owner fails: the removal, another role, a ban, and the
/// deletion, also one that is due later. An owner counts unless the owner is banned without an end, or will be deleted.
package protocol AdministratorWriting: AdministratorReading {
  /// Adds an administrator, or changes the role of one.
  ///
  /// A new owner makes the secret of ``setOwnerClaim(_:until:)`` invalid.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user, ``StoreError/Code/lastOwner``.
  func setAdministrator(_ administrator: Administrator) throws
  /// Removes an administrator with the administrator's keys. The administrator stays a user.
  ///
  /// - Returns: whether the user was one.
  /// - Throws: ``StoreError/Code/lastOwner``.
  func removeAdministrator(_ user: User.ID) throws -> Bool
  /// Stores the hash of a secret by which one user can become an owner. It replaces the one before.
  func setOwnerClaim(_ hash: [UInt8], until expiry: Date) throws
  /// Spends the secret to become an owner.
  ///
  /// - Returns: false if the secret is not valid. Then nothing changes.
  /// - Throws: ``StoreError``.
  func takeOwnerClaim(_ hash: [UInt8], at instant: Date) throws -> Bool
}
