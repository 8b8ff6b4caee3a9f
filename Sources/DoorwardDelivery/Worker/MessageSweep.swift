import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Removes messages that ended long ago.
package struct MessageSweep: Sendable {
  /// The most messages that one transaction removes. Requests wait for the writer during a transaction.
  private static let batch = 25

  private let outbox: Outbox
  private let settings: DeliverySettings

  package init(_ outbox: Outbox, _ settings: DeliverySettings = DeliverySettings()) {
    self.outbox = outbox
    self.settings = settings
  }

  /// Removes all old messages.
  ///
  /// - Parameter reportFailure: called if the store fails. The next sweep tries again.
  package func run(reportFailure: () -> Void) async {
    let now = outbox.clock.now
    let delivered = now.addingTimeInterval(-settings.keepsDelivered)
    let undelivered = now.addingTimeInterval(-settings.keepsUndelivered)
    do {
      while !Task.isCancelled {
        let removed = try await outbox.store.write {
          try $0.purgeMessages(
            deliveredBefore: delivered, undeliveredBefore: undelivered, limit: Self.batch)
        }
        guard removed == Self.batch else { return }
      }
    } catch {
      reportFailure()
    }
  }
}
