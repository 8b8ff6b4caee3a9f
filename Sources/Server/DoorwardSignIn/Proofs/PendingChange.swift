package import DoorwardDelivery
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
  package typealias Action = @Sendable (PendingChange, User.ID, Date, any StoreWriting) throws -> Void
}
