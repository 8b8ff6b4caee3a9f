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
  /// The time when the password or an address changed last, or the user secured the account. Codes that were sent before
  /// it are void, and devices of sign-ins before it are not known.
  package var securedAt: Date?
  /// The user's photo. ``PhotoWriting`` changes it.
  package var photo: PhotoID?
  /// The deletion of the user, if the user can still undo it. ``DeletionWriting`` changes it.
  package var deletion: PendingDeletion?

  package init(
    id: ID, kind: Kind, createdAt: Date, profile: Profile = Profile(),
    metadata: JSONObject = JSONObject(), lastSignInAt: Date? = nil, hasPassword: Bool = false,
    securedAt: Date? = nil, photo: PhotoID? = nil, deletion: PendingDeletion? = nil
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.profile = profile
    self.metadata = metadata
    self.lastSignInAt = lastSignInAt
    self.hasPassword = hasPassword
    self.securedAt = securedAt
    self.photo = photo
    self.deletion = deletion
  }
}

/// The user's profile. The user may change or omit each member.
package struct Profile: Sendable, Equatable {
  package var name: String?
  package var firstName: String?
  package var lastName: String?
  /// A BCP 47 language tag.
  package var locale: String?

  package init(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) {
    self.name = name
    self.firstName = firstName
    self.lastName = lastName
    self.locale = locale
  }
}
