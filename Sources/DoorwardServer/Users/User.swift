public import Encodings

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person or an anonymous visitor, as the server keeps them.
public struct User: Sendable, Equatable {
  public typealias ID = Identifier<User>

  /// Whether the account can be signed in to again, or lives with its session alone.
  public enum Kind: String, Sendable {
    case registered, anonymous
  }

  public let id: ID
  public var kind: Kind
  public let createdAt: Date
  public var profile: Profile
  /// What the user's own apps keep beside the profile; the user may write it.
  public var metadata: JSONObject
  public var lastSignInAt: Date?

  public init(
    id: ID, kind: Kind, createdAt: Date, profile: Profile = Profile(),
    metadata: JSONObject = JSONObject(), lastSignInAt: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.profile = profile
    self.metadata = metadata
    self.lastSignInAt = lastSignInAt
  }
}
