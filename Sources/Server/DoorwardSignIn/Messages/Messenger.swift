package import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardStore
import DoorwardWire

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
  private let allows: @Sendable (Recipient) -> Bool
  private let hasBudget: @Sendable (Recipient, OutgoingMessage.Handling) async throws -> Bool
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - outbox: the messages.
  ///   - channels: the channels that have a sender.
  ///   - allows: whether the operator permits messages to an address of a channel with a sender.
  ///   - hasBudget: whether a message that is stored now would be sent.
  ///   - wake: called after a message was stored.
  package init(
    outbox: Outbox, channels: Set<DeliveryChannel>, allows: @escaping @Sendable (Recipient) -> Bool,
    hasBudget: @escaping @Sendable (Recipient, OutgoingMessage.Handling) async throws -> Bool = { _, _ in true
    },
    wake: @escaping @Sendable () -> Void
  ) {
    self.outbox = outbox
    self.channels = channels
    self.allows = allows
    self.hasBudget = hasBudget
    self.wake = wake
  }

  /// Whether the server sends messages to an address.
  package func sends(to recipient: Recipient) -> Bool {
    channels.contains(recipient.channel) && allows(recipient)
  }

  /// Refuses a message that would not be sent.
  ///
  /// - Parameters:
  ///   - recipient: the address.
  ///   - handling: the budget that the message may use.
  /// - Throws: `Problem` 422 `phone_number_country_refused`, 503 `sms_limit_reached`; ``StoreError``.
  package func requireDelivery(
    to recipient: Recipient, _ handling: OutgoingMessage.Handling = .usual
  ) async throws {
    guard allows(recipient) else { throw Problem.phoneCountryRefused }
    guard try await hasBudget(recipient, handling) else { throw Problem.smsLimitReached }
  }

  /// Stores messages in a transaction, and starts their delivery after it.
  ///
  /// `body` is the transaction. It inserts the rows that ``Outbox/row(for:)`` makes.
  ///
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

extension Problem {
  fileprivate static var phoneCountryRefused: Problem {
    Problem(
      status: 422, code: WireCode.phoneCountryRefused,
      detail: "No SMS are sent to phone numbers of this country. Use another way to sign in.")
  }

  /// 503: a day ends at midnight in UTC, and the client may try again sooner, because the operator can raise the limit.
  fileprivate static var smsLimitReached: Problem {
    Problem(
      status: 503, code: WireCode.smsLimitReached,
      detail: "No more SMS can be sent now. Use another way to sign in, or try again later.",
      fields: ["Retry-After": "3600"])
  }
}
