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

/// Queries about invitations.
package protocol InvitationReading {
  /// The invitation of an address to an application; nil if there is none. It may have expired, or may have been accepted.
  func invitation(of address: IdentityKey, to applicationID: String) throws -> Invitation?
  /// The invitations of an address to all applications.
  func invitations(of address: IdentityKey) throws -> [Invitation]
  /// One part of the invitations of an application, newest first.
  ///
  /// `position` is the end of the part before; nil for the first part. `limit` is the most invitations to return.
  ///
  /// - Returns: the invitations that come next.
  /// - Throws: ``StoreError``.
  func invitations(
    to applicationID: String, after position: ListPosition<Invitation>?, limit: Int
  ) throws -> [Invitation]
}

/// Changes of invitations.
package protocol InvitationWriting: InvitationReading {
  /// Adds an invitation. It replaces an earlier one of the same address to the same application.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func put(_ invitation: Invitation) throws
  /// Records that an invitation was accepted.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such invitation.
  func accept(_ invitation: Invitation.ID, at instant: Date) throws
  /// Removes an invitation.
  ///
  /// - Returns: false if the application has no such invitation.
  /// - Throws: ``StoreError``.
  func deleteInvitation(_ id: Invitation.ID, to applicationID: String) throws -> Bool
}
