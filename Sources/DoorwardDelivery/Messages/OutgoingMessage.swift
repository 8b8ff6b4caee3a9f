package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A message to one address, before a template gives it its words.
package struct OutgoingMessage: Sendable, Equatable {
  /// Identifies the message in the queue, in its `Message-ID` and in the webhook.
  package let id: QueuedMessage.ID
  package let recipient: Recipient
  package let kind: MessageKind
  /// The application whose templates are used.
  package let applicationID: String
  /// The language that the user prefers: `en`, `pt-BR`. It is empty if the user's choice is not a language tag.
  package let language: String
  package let values: MessageValues
  package let createdAt: Date
  /// The time after which the message is useless, for example because its code has expired. It is not sent then.
  package let expiresAt: Date

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - kind: the kind of message.
  ///   - recipient: the address.
  ///   - applicationID: the application whose templates are used.
  ///   - language: the language that the user prefers.
  ///   - parameters: a value for each required parameter of the kind, and for some of the optional ones.
  ///   - createdAt: the current time.
  ///   - expiresAt: the time after which the message is not sent.
  /// - Throws: ``MessageError``.
  package init(
    id: QueuedMessage.ID, _ kind: MessageKind, to recipient: Recipient, applicationID: String,
    language: String, parameters: [MessageParameter: String], createdAt: Date, expiresAt: Date
  ) throws(MessageError) {
    let values = try MessageValues(parameters, for: kind)
    if recipient.channel == .sms { try values.checkForSMS() }
    self.init(
      id: id, kind: kind, recipient: recipient, applicationID: applicationID,
      language: LanguageTag.normalized(language), values: values,
      createdAt: createdAt, expiresAt: expiresAt)
  }

  init(
    id: QueuedMessage.ID, kind: MessageKind, recipient: Recipient, applicationID: String, language: String,
    values: MessageValues, createdAt: Date, expiresAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.recipient = recipient
    self.applicationID = applicationID
    self.language = language
    self.values = values
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

extension OutgoingMessage: CustomStringConvertible, CustomReflectable {
  /// Hides the address and the values.
  package var description: String { "\(kind.rawValue) to \(recipient.masked)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
