internal import DoorwardWire
internal import Encodings
public import Foundation

/// The pending deletion of an account; part of the error ``DoorwardError/Code/accountDeletionPending``.
///
/// The user has signed in with every proof, but the user has asked to delete the account before. Show ``deletesAt``. If the
/// user wants the account, pass this value to ``UserClient/keepAccount(_:)``, which finishes the sign-in.
public struct AccountDeletion: Sendable {
  /// The time at which the server deletes the account.
  public let deletesAt: Date
  /// The refused sign-in. The refusal has spent neither its challenge nor its code.
  let path: String
  let proof: JSONObject

  init?(_ value: JSONValue?, of path: String, _ proof: JSONObject) {
    guard let deletion = value.flatMap(WireAccountDeletion.init) else { return nil }
    deletesAt = deletion.deleteAt
    self.path = path
    self.proof = proof
  }
}

extension AccountDeletion: CustomStringConvertible, CustomReflectable {
  public var description: String { "AccountDeletion(deletesAt: \(deletesAt))" }
  // The proof may be a password.
  public var customMirror: Mirror { Mirror(self, children: ["deletesAt": deletesAt]) }
}
