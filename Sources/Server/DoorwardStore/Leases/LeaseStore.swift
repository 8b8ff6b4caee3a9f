#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One process among those that share a store. The identifier is made at the start of the process.
package enum LeaseHolder {
  package typealias ID = Identifier<LeaseHolder>
}

/// A task that one process at a time performs for all processes of the store.
package enum SharedTask: String, Sendable {
  /// The removal of obsolete rows.
  case housekeeping
  /// The removal of messages that ended long ago.
  case messageRemoval
}

/// Changes of leases.
package protocol LeaseWriting {
  /// Takes the lease of a task, or renews the lease of its holder.
  ///
  /// `holder` is the process that wants to perform the task. `expiry` is the end of the lease. Other processes can take
  /// it then, because the holder may have been killed.
  ///
  /// - Returns: false if another process has the lease.
  /// - Throws: ``StoreError``.
  func takeLease(of task: SharedTask, for holder: LeaseHolder.ID, until expiry: Date, at instant: Date) throws
    -> Bool
}
