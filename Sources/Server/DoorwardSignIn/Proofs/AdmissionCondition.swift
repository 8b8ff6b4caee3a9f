package import DoorwardStore

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
  /// - Parameters:
  ///   - user: the user of the proven identity; nil if no user has it.
  ///   - snapshot: the transaction.
  /// - Throws: `Problem` if the proof is not valid anymore; ``StoreError``.
  func check(_ user: User?, in snapshot: any StoreReading) throws

  /// Called after the user was found or made, and before the session opens. It is not called while the sign-in waits for
  /// a second factor.
  ///
  /// - Parameters:
  ///   - user: the user.
  ///   - now: the time.
  ///   - transaction: the transaction.
  /// - Returns: whether it has changed what an application can read of the user.
  /// - Throws: ``StoreError``.
  func admit(_ user: User, at now: Date, in transaction: any StoreWriting) throws -> Bool

  /// The change that ``admit(_:at:in:)`` makes. A sign-in that waits for a second factor keeps it; nil for none.
  var pending: PendingChange? { get }
}

extension AdmissionCondition {
  package func check(_ user: User?, in snapshot: any StoreReading) throws {}

  package var pending: PendingChange? { nil }
}
