import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Removes messages that ended long ago. One of the processes that share a store does this for all of them.
package struct MessageSweep: Sendable {
  private let outbox: Outbox
  private let settings: DeliverySettings
  private let lease: Lease

  /// - Throws: the errors of the random source.
  package init(_ outbox: Outbox, _ settings: DeliverySettings = DeliverySettings()) throws {
    self.outbox = outbox
    self.settings = settings
    // Another process takes over after two sweeps.
    lease = Lease(
      of: .messageRemoval, for: try LeaseHolder.ID(at: outbox.clock.now, random: outbox.random),
      lifetime: 2 * (settings.sweepInterval / .seconds(1)))
  }

  /// Removes all old messages, unless another process does it.
  ///
  /// - Parameter reportFailure: called if the store fails. The next sweep tries again.
  package func run(reportFailure: () -> Void) async {
    let now = outbox.clock.now
    let delivered = now.addingTimeInterval(-settings.keepsDelivered)
    let undelivered = now.addingTimeInterval(-settings.keepsUndelivered)
    do {
      _ = try await lease.remove(from: outbox.store, outbox.clock) {
        try $0.purgeMessages(deliveredBefore: delivered, undeliveredBefore: undelivered, limit: $1)
      }
    } catch {
      reportFailure()
    }
  }
}
