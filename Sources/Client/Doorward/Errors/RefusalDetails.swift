internal import DoorwardWire
internal import Encodings
public import Foundation

/// A wallet that belongs to another account; part of the error ``DoorwardError/Code/identityInUse``.
///
/// Show the user what the other account loses. If the user confirms, link the wallet again with
/// ``ProofPurpose/move``.
public struct IdentityInUse: Sendable, Hashable {
  /// The name of the other account; nil if it has none.
  public let accountName: String?
  /// The time at which the other account was created.
  public let accountCreatedAt: Date?
  /// The wallet's type, such as `ethereum` or `near`.
  public let type: String
  /// The address or account id.
  public let identifier: String
  /// Whether the user of the other account can sign in only with the wallet. That account is then deleted.
  public let deletesAccount: Bool

  init?(_ value: JSONValue?) {
    guard let offer = value.flatMap(WireIdentityInUse.init),
      let type = offer.identity[WireIdentity.Members.type]?.string,
      let identifier = offer.identity[WireIdentity.Members.identifier]?.string
    else { return nil }
    accountName = offer.accountName
    accountCreatedAt = offer.accountCreatedAt
    self.type = type
    self.identifier = identifier
    deletesAccount = offer.deletesAccount
  }
}
