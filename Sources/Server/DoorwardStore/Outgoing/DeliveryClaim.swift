#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One process's right to deliver a message until its lease ends.
///
/// Each claim has its own identifier. If a process reports a result after its lease has ended and another process has
/// claimed the message, the report changes nothing.
package struct DeliveryClaim: Sendable, Hashable {
  package typealias ID = Identifier<DeliveryClaim>

  package let id: ID
  /// The end of the lease.
  package let until: Date

  package init(id: ID, until: Date) {
    self.id = id
    self.until = until
  }
}

/// The change of a message after an attempt.
package enum DeliveryResult: Sendable, Equatable {
  /// The message has been accepted.
  case delivered(DeliveryNote)
  /// The message is tried again.
  case postponed(until: Date, DeliveryNote)
  /// The message is not tried again.
  case failed(DeliveryNote)
  /// The message is not tried again, because it becomes useless before the next attempt.
  case expired(DeliveryNote)
  /// The message was stored for an address that gets none, and is removed.
  case withheld
}
