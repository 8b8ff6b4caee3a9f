#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An invitation of an address to sign up to an application. It has no secret: the user proves the address.
package struct Invitation: Sendable, Equatable {
  package typealias ID = Identifier<Invitation>

  package let id: ID
  package let applicationID: String
  /// The identity of the invited address.
  package let address: IdentityKey
  /// The name in the message.
  package let inviter: String
  package let createdAt: Date
  package let expiresAt: Date
  /// The time of the sign-up; nil before it.
  package let acceptedAt: Date?

  package init(
    id: ID, applicationID: String, address: IdentityKey, inviter: String, createdAt: Date, expiresAt: Date,
    acceptedAt: Date? = nil
  ) {
    self.id = id
    self.applicationID = applicationID
    self.address = address
    self.inviter = inviter
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
  }

  /// Whether the invitation permits a sign-up at `instant`.
  package func isLive(at instant: Date) -> Bool { acceptedAt == nil && instant < expiresAt }

  /// The position of the invitation in the list of its application.
  package var position: ListPosition<Invitation> { ListPosition(moment: createdAt, id: id) }
}
