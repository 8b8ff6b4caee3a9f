import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An address to which the server sends events.
package struct Webhook: Sendable, Equatable {
  package typealias ID = Identifier<Webhook>

  package let id: ID
  package var url: String
  /// Names of types, and beginnings of names with their dot; empty for all types.
  package var types: [String]
  /// Only events about this application; nil for all events.
  package var application: String?
  /// The operator's note.
  package var note: String
  /// Whether the events have the device and the network of the client.
  package var includesClient: Bool
  package var isEnabled: Bool
  /// The sealed secret.
  package var secret: [UInt8]
  package var previousSecret: PreviousSecret?
  /// The one who has added the webhook, as in ``Administrator/addedBy``.
  package let createdBy: String
  package let createdAt: Date
  /// The first failure since the last success.
  package var failingSince: Date?

  /// A replaced secret, with which events are signed too until its end.
  package struct PreviousSecret: Sendable, Equatable {
    /// The sealed secret.
    package let secret: [UInt8]
    package let endsAt: Date

    package init(_ secret: [UInt8], endsAt: Date) {
      self.secret = secret
      self.endsAt = endsAt
    }
  }

  package init(
    id: ID, url: String, types: [String], application: String?, note: String, includesClient: Bool,
    isEnabled: Bool = true, secret: [UInt8], previousSecret: PreviousSecret? = nil, createdBy: String,
    createdAt: Date, failingSince: Date? = nil
  ) {
    self.id = id
    self.url = url
    self.types = types
    self.application = application
    self.note = note
    self.includesClient = includesClient
    self.isEnabled = isEnabled
    self.secret = secret
    self.previousSecret = previousSecret
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.failingSince = failingSince
  }

  /// Whether an event is sent to the webhook. The event of a test goes to its webhook alone, enabled or not.
  package func admits(_ event: RecordedEvent) -> Bool {
    if event.type == EventType.webhookTested.rawValue {
      return event.content?["webhook_id"]?.string == id.text
    }
    return isEnabled && (types.isEmpty || types.contains { EventType.matches(event.type, $0) })
      && (application == nil || application == event.subjects.application)
  }
}

/// An event that is sent to a webhook.
package struct WebhookDelivery: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// The next attempt is due at ``WebhookDelivery/nextAttemptAt``, or after an older event of the same user.
    case waiting
    /// The receiver has accepted the event.
    case delivered
    /// No attempt follows. The operator can send the event again.
    case failed
  }

  package let webhook: Webhook.ID
  package let event: Event.ID
  /// The place of the event in the chain.
  package let number: Int64
  package let type: String
  package let user: User.ID?
  package let state: State
  /// The number of attempts that were begun.
  package let attempts: Int64
  package let createdAt: Date
  /// The time of the next attempt. While a process sends the event, the end of that process's lease.
  package let nextAttemptAt: Date
  /// The outcome of the last attempt.
  package let outcome: WebhookOutcome?
  package let endedAt: Date?

  package init(
    webhook: Webhook.ID, event: Event.ID, number: Int64, type: String, user: User.ID?,
    state: State = .waiting,
    attempts: Int64 = 0, createdAt: Date, nextAttemptAt: Date, outcome: WebhookOutcome? = nil,
    endedAt: Date? = nil
  ) {
    self.webhook = webhook
    self.event = event
    self.number = number
    self.type = type
    self.user = user
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.nextAttemptAt = nextAttemptAt
    self.outcome = outcome
    self.endedAt = endedAt
  }
}

/// The outcome of an attempt, for the operator.
package struct WebhookOutcome: Sendable, Equatable {
  /// The status of the answer; nil if there was none.
  package let status: Int?
  /// A stable name, and the start of the answer or a sentence.
  package let note: DeliveryNote

  package init(status: Int? = nil, _ note: DeliveryNote) {
    self.status = status
    self.note = note
  }
}

/// The change of a delivery after an attempt.
package enum WebhookResult: Sendable, Equatable {
  case delivered
  case postponed(until: Date)
  case failed
}
