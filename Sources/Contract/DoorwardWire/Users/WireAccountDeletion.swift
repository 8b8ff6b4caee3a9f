package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The pending deletion of the account of a refused sign-in: the member `account_deletion` of the refusal.
///
/// The user keeps the account by the same sign-in with ``WireAccountDeletion/keepAccount``. The refusal spends neither
/// the challenge nor the code, so the client repeats the request with the same proof.
package struct WireAccountDeletion: Sendable {
  /// The member of a sign-in that keeps the account: `true`.
  package static var keepAccount: String { "keep_account" }

  /// The time at which the account is deleted permanently.
  package let deleteAt: Date

  package init(deleteAt: Date) { self.deleteAt = deleteAt }

  /// Reads the member; nil if the time is missing.
  package init?(_ value: JSONValue) {
    guard let deleteAt = value[Members.deleteAt]?.time else { return nil }
    self.deleteAt = deleteAt
  }

  package var json: JSONObject { [Members.deleteAt: .time(deleteAt)] }

  package enum Members {
    package static var deleteAt: String { "delete_at" }
  }
}
