import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Foundation

/// The refusal of a sign-in to an account that will be deleted.
struct AccountDeletionPending: Error {
  let dueAt: Date
}

extension DoorwardTestServer {
  /// Runs the transaction of a sign-in. ``AccountDeletionPending`` undoes it, so the client can repeat the request with the
  /// same proof to keep the account.
  func admitting<Value>(_ body: () throws -> Value) throws -> Value {
    let before = (accounts, challenges, codes, secondFactors)
    do { return try body() } catch let pending as AccountDeletionPending {
      (accounts, challenges, codes, secondFactors) = before
      throw Problem.accountDeletionPending(WireAccountDeletion(deleteAt: pending.dueAt))
    }
  }
}
