import DoorwardDelivery
import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The change of an account that the link of a notice undoes.
package enum ReversibleChange: Sendable, Equatable {
  /// The notice is about no change, or about one that the link does not undo.
  case none
  /// An email address, a phone number or a user name was replaced or removed; the factor is the one that was removed with
  /// an address.
  case replacedIdentity(Identity, by: Identity.ID?, factor: SecondFactorRecord? = nil)
  /// An identity was added.
  case addedIdentity(Identity.ID)
  /// A second factor was added.
  case addedSecondFactor(SecondFactorRecord.ID)
  /// The recovery codes were replaced. The marks identify the new codes.
  case replacedRecoveryCodes([RecoveryCodeMark])
  /// The user's deletion was scheduled.
  case scheduledDeletion(PendingDeletion)

  /// The name of the undoing in the HTTP contract; nil if there is nothing to undo.
  package var undoName: String? {
    switch self {
    case .none: nil
    case .replacedIdentity(let old, _, _):
      "restore_\(old.key.kind == .phone ? "phone_number" : old.key.kind.rawValue)"
    case .addedIdentity: "remove_identity"
    case .addedSecondFactor: "remove_second_factor"
    case .replacedRecoveryCodes: "void_recovery_codes"
    case .scheduledDeletion: "cancel_deletion"
    }
  }
}

/// The first bytes of the hash of a recovery code. They are enough to recognize one of a user's codes.
package struct RecoveryCodeMark: Hashable, Sendable {
  private static let length = 8

  fileprivate let bytes: [UInt8]

  /// - Parameter hash: the hash of the code.
  package init(_ hash: [UInt8]) { bytes = Array(hash.prefix(Self.length)) }
}

extension ReversibleChange {
  /// The members of the sealed link.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range.
  var json: JSONObject {
    get throws {
      switch self {
      case .none: JSONObject()
      case .addedIdentity(let id): ["added_identity": .string(id.text)]
      case .addedSecondFactor(let id): ["added_factor": .string(id.text)]
      case .replacedRecoveryCodes(let marks):
        ["recovery_codes": .strings(marks.map { Base64URL.encode($0.bytes) })]
      case .scheduledDeletion(let deletion):
        [
          "deletion_requested_at": .integer(try StoredTime.milliseconds(deletion.requestedAt)),
          "deletion_due_at": .integer(try StoredTime.milliseconds(deletion.dueAt)),
        ]
      case .replacedIdentity(let old, let new, let factor):
        [
          "old": [
            "id": .string(old.id.text), "kind": .string(old.key.kind.rawValue),
            "identifier": .string(old.key.identifier), "attributes": .object(old.attributes),
            "verified_at": .integer(try StoredTime.milliseconds(old.verifiedAt)),
          ], "new": .text(new?.text),
          "factor": try factor.map { JSONValue.object(try $0.linkJSON) } ?? .null,
        ]
      }
    }
  }

  /// - Parameters:
  ///   - members: the members of the sealed link.
  ///   - user: the user of the link.
  init(_ members: JSONValue, of user: User.ID) {
    if let id = members["added_identity"]?.string.flatMap({ Identity.ID($0) }) {
      self = .addedIdentity(id)
    } else if let id = members["added_factor"]?.string.flatMap({ SecondFactorRecord.ID($0) }) {
      self = .addedSecondFactor(id)
    } else if let marks = members["recovery_codes"]?.array {
      self = .replacedRecoveryCodes(
        marks.compactMap { $0.string.flatMap { try? Base64URL.decode($0) } }.map(RecoveryCodeMark.init))
    } else if let requestedAt = members["deletion_requested_at"]?.int64,
      let dueAt = members["deletion_due_at"]?.int64
    {
      self = .scheduledDeletion(
        PendingDeletion(
          requestedAt: StoredTime.moment(requestedAt), dueAt: StoredTime.moment(dueAt)))
    } else if let old = members["old"].flatMap({ Identity($0, of: user) }) {
      self = .replacedIdentity(
        old, by: members["new"]?.string.flatMap { Identity.ID($0) },
        factor: members["factor"].flatMap { SecondFactorRecord($0, of: old) })
    } else {
      self = .none
    }
  }
}

extension Identity {
  /// An identity without evidence, as a link keeps it.
  fileprivate init?(_ members: JSONValue, of user: User.ID) {
    guard let id = members["id"]?.string.flatMap({ Identity.ID($0) }), let kind = members["kind"]?.string,
      let identifier = members["identifier"]?.string, let attributes = members["attributes"]?.object,
      let verifiedAt = members["verified_at"]?.int64
    else { return nil }
    self.init(
      id: id, userID: user, key: IdentityKey(kind: IdentityKey.Kind(rawValue: kind), identifier: identifier),
      attributes: attributes, verifiedAt: StoredTime.moment(verifiedAt), lastUsedAt: nil)
  }
}

extension SecondFactorRecord {
  /// Codes to an address, as a link keeps them with the address.
  fileprivate var linkJSON: JSONObject {
    get throws {
      ["id": .string(id.text), "created_at": .integer(try StoredTime.milliseconds(createdAt))]
    }
  }

  fileprivate init?(_ members: JSONValue, of address: Identity) {
    guard let id = members["id"]?.string.flatMap({ SecondFactorRecord.ID($0) }),
      let createdAt = members["created_at"]?.int64, let channel = address.recipient?.channel
    else { return nil }
    self.init(
      id: id, userID: address.userID, kind: .identity(address.id, by: channel.proofName),
      createdAt: StoredTime.moment(createdAt))
  }
}
