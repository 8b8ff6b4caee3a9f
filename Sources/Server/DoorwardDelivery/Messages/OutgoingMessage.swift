package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A message to one address, before it is rendered.
package struct OutgoingMessage: Sendable, Equatable {
  /// Identifies the message in the outbox, in its `Message-ID` and in the webhook.
  package let id: QueuedMessage.ID
  package let recipient: Recipient
  package let kind: MessageKind
  /// The application whose templates are used.
  package let applicationID: String
  /// The user that the message is about. The message is removed with the user.
  package let userID: User.ID?
  /// The challenge whose code the message has. The message is cancelled with the challenge.
  package let challengeID: ChallengeID?
  /// The language that the user prefers: `en`, `pt-BR`. It is empty if the user's choice is not a language tag.
  package let language: String
  package let values: MessageValues
  package let createdAt: Date
  /// The time after which the message is useless, for example because its code has expired. It is not sent then.
  package let expiresAt: Date
  package let handling: Handling

  /// Whether and from which budget a message is sent.
  package enum Handling: String, Sendable {
    /// The message is sent. A part of the budget for SMS is not available to it.
    case usual
    /// The message is sent, from the whole budget: the user has proven a first factor or the device.
    case reserved
    /// The message is stored and not sent. The request that stores it takes the same time as if it were sent, so that the time
    /// does not show whether a user has the address.
    case withheld
  }

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - kind: the kind of message.
  ///   - recipient: the address.
  ///   - applicationID: the application whose templates are used.
  ///   - userID: the user that the message is about; nil if there is none yet.
  ///   - challengeID: the challenge whose code the message has; nil for a notice.
  ///   - language: the language that the user prefers.
  ///   - parameters: a value for each required parameter of the kind, and for some of the optional ones.
  ///   - createdAt: the current time.
  ///   - expiresAt: the time after which the message is not sent.
  ///   - handling: whether and from which budget the message is sent.
  /// - Throws: ``MessageError``.
  package init(
    id: QueuedMessage.ID, _ kind: MessageKind, to recipient: Recipient, applicationID: String,
    userID: User.ID? = nil, challengeID: ChallengeID? = nil, language: String,
    parameters: [MessageParameter: String], createdAt: Date, expiresAt: Date,
    handling: Handling = .usual
  ) throws(MessageError) {
    values = try MessageValues(parameters, for: kind)
    if recipient.channel == .sms { try values.checkForSMS() }
    self.id = id
    self.recipient = recipient
    self.kind = kind
    self.applicationID = applicationID
    self.userID = userID
    self.challengeID = challengeID
    self.language = LanguageTag.normalized(language)
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.handling = handling
  }
}

extension OutgoingMessage: HiddenContent {
  /// Hides the address and the values.
  package var description: String { "\(kind.rawValue) to \(recipient.masked)" }
}

/// The content of a message.
package enum RenderedMessage: Sendable, Equatable, HiddenContent {
  case mail(MailContent)
  case sms(String)
}

/// The content of a mail.
package struct MailContent: Sendable, Equatable, HiddenContent {
  package let subject: String
  package let text: String
  package let html: String
  /// The language of the texts.
  package let language: String
  /// The image that the HTML shows; nil for none.
  package let logo: MailLogo?

  package init(subject: String, text: String, html: String, language: String, logo: MailLogo? = nil) {
    self.subject = subject
    self.text = text
    self.html = html
    self.language = language
    self.logo = logo
  }
}
