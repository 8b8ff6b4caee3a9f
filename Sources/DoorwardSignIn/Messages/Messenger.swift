package import DoorwardDelivery
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends messages to users: the messages that wait in the store, and the worker that delivers them.
package struct Messenger: Sendable {
  package let outbox: Outbox
  /// The channels that the operator has configured.
  package let channels: Set<DeliveryChannel>
  /// Whether messages are sent to an address.
  package let allows: @Sendable (Recipient) -> Bool
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - outbox: the messages.
  ///   - channels: the channels that have a sender.
  ///   - allows: whether messages are sent to an address.
  ///   - wake: called after a message was stored.
  package init(
    outbox: Outbox, channels: Set<DeliveryChannel>, allows: @escaping @Sendable (Recipient) -> Bool,
    wake: @escaping @Sendable () -> Void
  ) {
    self.outbox = outbox
    self.channels = channels
    self.allows = allows
    self.wake = wake
  }

  /// Stores messages in a transaction, and starts their delivery after it.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - body: the transaction. It inserts the rows that ``Outbox/row(for:)`` makes.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`; ``StoreError``.
  package func sending<Value: Sendable>(
    in store: any Store, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    let value = try await store.write(body)
    wake()
    return value
  }

  /// Starts the delivery of messages that another transaction has stored.
  package func deliver() { wake() }
}
