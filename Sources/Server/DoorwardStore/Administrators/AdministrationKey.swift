#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A group of administration calls that a key opens. An administrator with ``role`` can make the calls without a key.
package enum AdministrationScope: String, Sendable, CaseIterable {
  case readUsers = "admin.users.read"
  case writeUsers = "admin.users.write"
  case readApplications = "admin.applications.read"
  case writeApplications = "admin.applications.write"
  case readMessages = "admin.messages.read"
  case readKeys = "admin.keys.read"
  case writeKeys = "admin.keys.write"
  case readAdministrators = "admin.administrators.read"
  case writeAdministrators = "admin.administrators.write"
  case readServer = "admin.server.read"
  case readEvents = "admin.events.read"
  case readWebhooks = "admin.webhooks.read"
  case writeWebhooks = "admin.webhooks.write"
  case readSettings = "admin.settings.read"
  case writeSettings = "admin.settings.write"

  /// The lowest role that may do this.
  package var role: AdministratorRole {
    switch self {
    case .readUsers, .readApplications, .readMessages, .readKeys, .readAdministrators, .readServer,
      .readEvents, .readWebhooks, .readSettings:
      .viewer
    case .writeUsers: .support
    case .writeApplications, .writeKeys, .writeAdministrators, .writeWebhooks, .writeSettings: .owner
    }
  }
}

/// The key of a program that administers the server, as the store keeps it. The key itself is shown once and is never stored.
package struct AdministrationKey: Sendable, Equatable {
  package typealias ID = Identifier<AdministrationKey>

  package let id: ID
  package let name: String
  /// SHA-256 of the key's text.
  package let hash: [UInt8]
  package let scopes: Set<AdministrationScope>
  /// The administrator who has made the key; nil for the command line. The key can do no more than this administrator can now.
  package let creator: User.ID?
  package let createdAt: Date
  /// nil for a key that does not expire.
  package let expiresAt: Date?
  package var revokedAt: Date?

  /// The names of the scopes, always in the same order.
  package var scopeNames: [String] { AdministrationScope.allCases.filter(scopes.contains).map(\.rawValue) }

  package init(
    id: ID, name: String, hash: [UInt8], scopes: Set<AdministrationScope>, creator: User.ID?, createdAt: Date,
    expiresAt: Date?, revokedAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.hash = hash
    self.scopes = scopes
    self.creator = creator
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }

  /// Whether the key is neither revoked nor expired.
  package func isValid(at instant: Date) -> Bool {
    revokedAt == nil && expiresAt.map { instant < $0 } ?? true
  }
}

/// Queries about keys of administration.
package protocol AdministrationKeyReading {
  /// The key whose text has this hash; revoked and expired keys are included.
  func administrationKey(hash: [UInt8]) throws -> AdministrationKey?
  /// Every key, oldest first; revoked and expired keys are included.
  func administrationKeys() throws -> [AdministrationKey]
}

/// Changes of keys of administration. The keys of an administrator are removed with the user.
package protocol AdministrationKeyWriting: AdministrationKeyReading {
  /// Adds a key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id or the hash is taken, ``StoreError/Code/missing`` if there is no such user.
  func insert(_ key: AdministrationKey) throws
  /// Revokes a key.
  ///
  /// - Returns: false if no key with this id is valid.
  /// - Throws: ``StoreError``.
  func revokeAdministrationKey(_ id: AdministrationKey.ID, at instant: Date) throws -> Bool
}
