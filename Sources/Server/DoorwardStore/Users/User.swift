package import DoorwardWire
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

/// The user's profile. The user may change or omit each text.
package struct Profile: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private var texts: [ProfileText: String] = [:]

  package init() {}

  package init(dictionaryLiteral texts: (ProfileText, String?)...) {
    for (text, value) in texts { self[text] = value }
  }

  /// A text; nil if the user has none.
  package subscript(text: ProfileText) -> String? {
    get { texts[text] }
    set { texts[text] = newValue }
  }

  /// The names of the user.
  package var names: [String] { ProfileText.allCases.filter(\.isName).compactMap { texts[$0] } }
}
