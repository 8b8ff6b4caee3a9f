package import DoorwardDelivery
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The link of a notice by mail. Its holder has received mail at the address of the notice.
package struct NoticeLink: Sendable {
  /// The time in which a link works, in seconds.
  package static let lifetime: TimeInterval = 3 * 24 * 3600

  /// The id that is spent when the link is used. It has the time of the change.
  package let id: ChallengeID
  package let user: User.ID
  package let kind: MessageKind
  /// The address of the notice.
  package let address: IdentityKey
  /// The way to sign in or the device that the notice is about; nil for a notice about none.
  package let subject: String?
  package let change: ReversibleChange

  package init(
    id: ChallengeID, user: User.ID, kind: MessageKind, address: IdentityKey, subject: String?,
    change: ReversibleChange
  ) {
    self.id = id
    self.user = user
    self.kind = kind
    self.address = address
    self.subject = subject
    self.change = change
  }

  /// Whether the link restores its own address. The notices of later changes went to another address.
  package var restoresAddress: Bool {
    if case .replacedIdentity(let old, _, _) = change { old.key == address } else { false }
  }

  /// The time of the change.
  package var occurredAt: Date { id.issuedAt }
  package var expiresAt: Date { occurredAt.addingTimeInterval(Self.lifetime) }
}
