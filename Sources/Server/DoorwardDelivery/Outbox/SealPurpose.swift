import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Binds a sealed content to its row: to every member that does not change.
///
/// So an attacker who can write to the database can neither move a code to another address or application, nor extend its
/// validity.
struct SealPurpose {
  let bytes: [UInt8]

  /// The purpose of a message that is sealed.
  init(_ message: OutgoingMessage) throws {
    try self.init(
      [message.id.text, message.applicationID, message.recipient.channel.rawValue, message.recipient.text],
      kind: message.kind.rawValue, user: message.userID, challenge: message.challengeID,
      createdAt: message.createdAt, expiresAt: message.expiresAt)
  }

  /// The purpose of a row that is opened.
  init(_ row: QueuedMessage) throws {
    try self.init(
      [row.id.text, row.applicationID, row.channel.rawValue, row.recipient], kind: row.kind, user: row.userID,
      challenge: row.challengeID, createdAt: row.createdAt, expiresAt: row.expiresAt)
  }

  private init(
    _ texts: [String], kind: String, user: User.ID?, challenge: ChallengeID?, createdAt: Date,
    expiresAt: Date
  ) throws {
    // The store keeps milliseconds.
    let times = [try StoredTime.milliseconds(createdAt), try StoredTime.milliseconds(expiresAt)]
    let members =
      ["message", kind] + texts + times.map { "\($0)" }
      + [user.map(\.text) ?? "", challenge.map { Hex.encode($0.bytes) } ?? ""]
    bytes = JSONValue.array(members.map { .string($0) }).serialized()
  }
}
