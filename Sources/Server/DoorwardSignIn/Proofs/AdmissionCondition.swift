package import DoorwardDelivery
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A fact in the store that a proof depends on. It is checked again in the transaction that admits the proof.
///
/// A password is compared before the transaction, and may have been changed since. The condition then refuses the proof.
package protocol AdmissionCondition: Sendable {
  /// Called before the first write of the transaction.
  ///
  /// `user` is the user of the proven identity; nil if no user has it.
  ///
  /// - Throws: `Problem` if the proof is not valid anymore; ``StoreError``.
  func check(_ user: User?, in snapshot: any StoreReading) throws

  /// Called after the user was found or made, and before the session opens. It is not called while the sign-in waits for
  /// a second factor.
  ///
  /// - Returns: whether it has changed what an application can read of the user.
  /// - Throws: ``StoreError``.
  func admit(_ user: User, by origin: EventOrigin, at now: Date, in transaction: any StoreWriting) throws
    -> Bool

  /// The change that ``admit(_:by:at:in:)`` makes. A sign-in that waits for a second factor keeps it; nil for none.
  var pending: PendingChange? { get }
}

extension AdmissionCondition {
  package func check(_ user: User?, in snapshot: any StoreReading) throws {}

  package var pending: PendingChange? { nil }
}

/// A change of the user that a sign-in makes when it succeeds, such as a new password. A sign-in that waits for a second
/// factor keeps it.
package struct PendingChange: Sendable, Equatable {
  /// The method that makes the change.
  package let method: SignInMethodName
  /// Data that only the method reads.
  package let content: JSONObject
  /// The notice that the user gets; nil for none.
  package let notice: MessageKind?

  /// Whether the change affects how the user signs in. Another hash of the same password does not, and has no notice.
  package var isOfProtection: Bool { notice != nil }

  package init(method: SignInMethodName, content: JSONObject, notice: MessageKind?) {
    self.method = method
    self.content = content
    self.notice = notice
  }

  package init?(_ members: JSONValue) {
    guard let method = members["method"]?.string, let content = members["content"]?.object else { return nil }
    self.init(
      method: SignInMethodName(rawValue: method), content: content,
      notice: members["notice"]?.string.flatMap(MessageKind.init(rawValue:)))
  }

  package var json: JSONValue {
    ["method": .string(method.rawValue), "content": .object(content), "notice": .text(notice?.rawValue)]
  }

  /// Makes the change of a user in the transaction that signs the user in.
  package typealias Action =
    @Sendable (PendingChange, User.ID, EventOrigin, Date, any StoreWriting) throws -> Void
}
