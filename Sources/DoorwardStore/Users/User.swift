package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A user as the store keeps it.
package struct User: Sendable, Equatable {
  package typealias ID = Identifier<User>

  /// Whether the user has a way to sign in again.
  package enum Kind: String, Sendable {
    /// The user has an identity.
    case registered
    /// The user has no identity. The account lives as long as its session.
    case anonymous
  }

  package let id: ID
  package var kind: Kind
  package let createdAt: Date
  package var profile: Profile
  /// Data that the user's own apps keep with the profile. The user may write it.
  package var metadata: JSONObject
  package var lastSignInAt: Date?
  /// Whether the user has a password. ``PasswordWriting`` changes it.
  package var hasPassword: Bool
  /// The time of the last change of the password or of an address. Codes that were sent before it are void.
  package var securedAt: Date?

  package init(
    id: ID, kind: Kind, createdAt: Date, profile: Profile = Profile(),
    metadata: JSONObject = JSONObject(), lastSignInAt: Date? = nil, hasPassword: Bool = false,
    securedAt: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.profile = profile
    self.metadata = metadata
    self.lastSignInAt = lastSignInAt
    self.hasPassword = hasPassword
    self.securedAt = securedAt
  }
}
