package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Makes the tokens of links in notices, and reads them back. The server stores nothing. A command of the operator makes links
/// that the running server opens.
package struct NoticeLinks: Sendable {
  private static let purpose = [UInt8]("notice-link".utf8)

  private let key: DerivedKey
  private let random: RandomSource
  /// The time after which an address is settled, in seconds.
  private let settlingTime: TimeInterval

  /// - Parameters:
  ///   - key: seals the tokens.
  ///   - random: the source of the ids of links.
  ///   - limits: the time for which a new identity cannot remove an older one.
  package init(key: DerivedKey, random: RandomSource, limits: AccountLimits) {
    self.key = key
    self.random = random
    settlingTime = max(TimeInterval(limits.newIdentityHold), NoticeLink.lifetime)
  }

  /// The link of a notice to an address.
  ///
  /// An attacker who has replaced the address gets a notice at the new address if the owner replaces that address. So
  /// only a settled address is restored: the address that the account began with, or one that has belonged to it for
  /// longer than the link of its predecessor works.
  ///
  /// - Parameters:
  ///   - kind: the notice.
  ///   - recipient: the address.
  ///   - user: the user.
  ///   - subject: the way to sign in or the device that the notice is about.
  ///   - change: the change.
  ///   - now: the time of the change.
  /// - Returns: nil if the holder of the address has no right to the account after the change.
  /// - Throws: the errors of the random source.
  package func link(
    for kind: MessageKind, to recipient: Recipient, about user: User, subject: String?,
    _ change: ReversibleChange, at now: Date
  ) throws -> NoticeLink? {
    var change = change
    let address = recipient.identity.key
    if case .replacedIdentity(let old, let new, _) = change,
      old.isVouched || old.key.kind != .userName && !isSettled(old, of: user, at: now)
    {
      guard old.key != address else { return nil }
      change = new.map { .addedIdentity($0) } ?? .none
    }
    return NoticeLink(
      id: try ChallengeID(at: now, random: random), user: user.id, kind: kind, address: address,
      subject: subject, change: change)
  }

  private func isSettled(_ identity: Identity, of user: User, at now: Date) -> Bool {
    identity.verifiedAt <= user.createdAt || now.timeIntervalSince(identity.verifiedAt) >= settlingTime
  }

  /// The token of a link.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func token(of link: NoticeLink) throws -> String {
    var members: JSONObject = [
      "id": .string(Base64URL.encode(link.id.bytes)), "user": .string(link.user.text),
      "kind": .string(link.kind.rawValue), "address": .string(link.address.identifier),
      "address_kind": .string(link.address.kind.rawValue), "change": .object(try link.change.json),
    ]
    members["subject"] = link.subject.map(JSONValue.string)
    return try key.sealedText(JSONValue.object(members).serialized(), purpose: Self.purpose)
  }

  /// The link of a token that this server made; nil for any other text.
  package func link(_ token: String) -> NoticeLink? {
    guard let bytes = key.opened(token, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let user = members["user"]?.string.flatMap({ User.ID($0) }),
      let kind = members["kind"]?.string.flatMap(MessageKind.init(rawValue:)),
      let addressKind = members["address_kind"]?.string, let address = members["address"]?.string,
      let change = members["change"]
    else { return nil }
    return NoticeLink(
      id: ChallengeID(bytes: id), user: user, kind: kind,
      address: IdentityKey(kind: IdentityKey.Kind(rawValue: addressKind), identifier: address),
      subject: members["subject"]?.string, change: ReversibleChange(change, of: user))
  }
}
