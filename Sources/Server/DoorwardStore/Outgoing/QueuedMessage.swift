#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A message to a user as the store keeps it.
///
/// The content has a one-time code, so it is sealed, and it is erased when the message is no longer waiting.
package struct QueuedMessage: Sendable, Equatable {
  package typealias ID = Identifier<QueuedMessage>

  /// The state of a message. A message leaves ``waiting`` once.
  package enum State: String, Sendable, CaseIterable {
    /// The message is due at ``QueuedMessage/nextAttemptAt``.
    case waiting
    /// A mail server, an SMS provider or the console has accepted the message.
    case delivered
    /// The message was refused, and another attempt would be refused too.
    case failed
    /// No attempt succeeded before the message became useless.
    case expired
    /// The challenge of the message was used or replaced before the message was sent.
    case cancelled
  }

  package let id: ID
  package let applicationID: String
  /// The user that the message is about; nil if there is no user yet, as before a sign-up. The message is removed with the
  /// user.
  package let userID: User.ID?
  /// The challenge whose code the message has; nil for a notice.
  package let challengeID: ChallengeID?
  package let channel: DeliveryChannel
  /// The address: an email address or a phone number.
  package let recipient: String
  /// The name of the template.
  package let kind: String
  package let createdAt: Date
  package let expiresAt: Date
  /// The values of the message, sealed. Nil if the message is no longer waiting.
  package let sealedContent: [UInt8]?
  package let state: State
  /// The number of attempts that were begun.
  package let attempts: Int64
  /// The time of the next attempt. While a process delivers the message, the end of that process's lease.
  package let nextAttemptAt: Date
  /// The result of the last attempt, for the operator.
  package let outcome: DeliveryNote?
  /// The time when the message left ``State/waiting``.
  package let endedAt: Date?

  package init(
    id: ID, applicationID: String, userID: User.ID? = nil, challengeID: ChallengeID? = nil,
    channel: DeliveryChannel, recipient: String, kind: String, createdAt: Date, expiresAt: Date,
    sealedContent: [UInt8]?, state: State = .waiting, attempts: Int64 = 0,
    nextAttemptAt: Date, outcome: DeliveryNote? = nil, endedAt: Date? = nil
  ) {
    self.id = id
    self.applicationID = applicationID
    self.userID = userID
    self.challengeID = challengeID
    self.channel = channel
    self.recipient = recipient
    self.kind = kind
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.sealedContent = sealedContent
    self.state = state
    self.attempts = attempts
    self.nextAttemptAt = nextAttemptAt
    self.outcome = outcome
    self.endedAt = endedAt
  }

  package var position: ListPosition<QueuedMessage> { ListPosition(moment: createdAt, id: id) }
}

extension QueuedMessage: CustomStringConvertible, CustomReflectable {
  /// Hides the address and the content.
  package var description: String { "message \(id.text) (\(kind), \(state.rawValue))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of an attempt to deliver a message, for the operator.
package struct DeliveryNote: Sendable, Equatable {
  /// A stable name, such as `accepted` or `authentication_refused`.
  package let code: String
  /// The answer of the other server, or a sentence. It contains no secret of the message.
  package let detail: String

  package init(code: String, detail: String) {
    self.code = code
    self.detail = detail
  }
}

extension DeliveryNote: CustomStringConvertible, CustomReflectable {
  /// Hides the answer of the other server, which may have the address.
  package var description: String { code }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The ways in which a message reaches a user.
package enum DeliveryChannel: String, Sendable, CaseIterable {
  case email, sms
}

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

  /// The note of a message that its user does not get; nil for another result.
  package var failure: DeliveryNote? {
    switch self {
    case .failed(let note), .expired(let note): note
    case .delivered, .postponed, .withheld: nil
    }
  }
}
