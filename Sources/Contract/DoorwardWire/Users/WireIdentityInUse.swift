package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The loss of the account that has the identity now, if the identity moves: the member `identity_in_use` of the refusal.
package struct WireIdentityInUse: Sendable {
  /// The name of the other account; nil if it has none.
  package let accountName: String?
  package let accountCreatedAt: Date?
  /// The identity without its id, which is the other account's.
  package let identity: JSONObject
  /// Whether the identity is the last way into the other account, which is then deleted.
  package let deletesAccount: Bool

  /// Makes the member. `identity` is the identity as its owner sees it.
  package init(accountName: String?, accountCreatedAt: Date?, identity: JSONObject, deletesAccount: Bool) {
    self.accountName = accountName
    self.accountCreatedAt = accountCreatedAt
    var shown = identity
    shown[WireIdentity.Members.id] = nil
    self.identity = shown
    self.deletesAccount = deletesAccount
  }

  /// Reads the member; nil if a part is missing.
  package init?(_ value: JSONValue) {
    guard let identity = value[Members.identity]?.object,
      let deletesAccount = value[Members.deletesAccount]?.bool
    else { return nil }
    accountName = value[Members.account]?[WireUser.Members.name]?.string
    accountCreatedAt = value[Members.account]?[WireUser.Members.createdAt]?.time
    self.identity = identity
    self.deletesAccount = deletesAccount
  }

  /// The facts of the other account that the user sees.
  package var account: JSONObject {
    [
      WireUser.Members.name: .text(accountName), WireUser.Members.createdAt: .time(accountCreatedAt),
    ]
  }

  package var json: JSONObject {
    [
      Members.account: .object(account), Members.identity: .object(identity),
      Members.deletesAccount: .bool(deletesAccount),
    ]
  }

  package enum Members {
    package static var account: String { "account" }
    package static var identity: String { "identity" }
    package static var deletesAccount: String { "deletes_account" }
  }
}
