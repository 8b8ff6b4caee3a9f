package import DoorwardIdentifiers
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A service that sends SMS.
package protocol SMSProvider: Sendable {
  /// The longest time that ``send(_:)`` takes.
  var longestTime: Duration { get }

  /// Sends one SMS and waits for the answer of the service.
  func send(_ sms: SMS) async -> SMSOutcome
}

/// A text for one phone.
package struct SMS: Sendable, HiddenContent {
  /// The same for each attempt to send the message.
  package let id: QueuedMessage.ID
  package let recipient: PhoneNumber
  package let text: String
  package let kind: MessageKind
  package let applicationID: String
  /// The time after which the text is useless.
  package let expiresAt: Date

  package init(
    id: QueuedMessage.ID, to recipient: PhoneNumber, text: String, kind: MessageKind, applicationID: String,
    expiresAt: Date
  ) {
    self.id = id
    self.recipient = recipient
    self.text = text
    self.kind = kind
    self.applicationID = applicationID
    self.expiresAt = expiresAt
  }
}

/// The answer of an SMS service.
package struct SMSOutcome: Sendable {
  package let outcome: SendingOutcome
  /// Whether the service may have sent the SMS, so that it may cost money. False only if the service has refused it, or
  /// was not reached.
  package let mayHaveSent: Bool

  package init(_ outcome: SendingOutcome, mayHaveSent: Bool) {
    self.outcome = outcome
    self.mayHaveSent = mayHaveSent
  }
}
