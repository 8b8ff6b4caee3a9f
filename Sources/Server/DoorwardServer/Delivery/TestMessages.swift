package import DoorwardAdministration
package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends test messages at once, without the outbox and without another attempt.
package struct TestMessages: Sendable {
  /// The time after which a test is useless, in seconds.
  private static let lifetime: TimeInterval = 300

  private let templates: MessageTemplates
  private let senders: [DeliveryChannel: any MessageSender]
  private let clock: WallClock
  private let random: RandomSource

  /// - Parameters:
  ///   - templates: the templates of all messages.
  ///   - senders: the senders of the configured channels.
  ///   - clock: the clock.
  ///   - random: the source of ids.
  package init(
    _ templates: MessageTemplates, senders: [DeliveryChannel: any MessageSender], clock: WallClock,
    random: RandomSource
  ) {
    self.templates = templates
    self.senders = senders
    self.clock = clock
    self.random = random
  }

  /// Sends a test, and waits for the answer of the mail server or the SMS service.
  ///
  /// - Parameters:
  ///   - recipient: the address.
  ///   - application: the application that sends it.
  ///   - language: the language of the message.
  /// - Returns: the answer.
  /// - Throws: ``MessageError``; the errors of the random source.
  package func send(
    to recipient: Recipient, from application: Application, language: String
  ) async throws -> MessageTestAnswer {
    guard let sender = senders[recipient.channel] else {
      return MessageTestAnswer(
        isAccepted: false, code: "no_channel", detail: recipient.channel.missingService,
        remedy: recipient.channel.serviceKeys)
    }
    let now = clock.now
    let message = try OutgoingMessage(
      id: QueuedMessage.ID(at: now, random: random), .test, to: recipient, applicationID: application.id,
      language: application.messageLanguage(language), parameters: [.application: application.name],
      createdAt: now, expiresAt: now.addingTimeInterval(Self.lifetime))
    guard let content = templates.rendered(message) else {
      return MessageTestAnswer(isAccepted: false, code: "no_template", detail: "there is no template")
    }
    switch await sender.send(message, content) {
    case .accepted(let note):
      return MessageTestAnswer(isAccepted: true, code: note.code, detail: note.detail)
    case .refused(let note), .postponed(let note), .misconfigured(let note):
      return MessageTestAnswer(
        isAccepted: false, code: note.code, detail: note.detail,
        remedy: DeliveryRemedy.text(recipient.channel, note.code))
    }
  }
}

extension DeliveryChannel {
  fileprivate var missingService: String {
    switch self {
    case .email: "no mail server is configured"
    case .sms: "no SMS service is configured"
    }
  }

  fileprivate var serviceKeys: String {
    switch self {
    case .email: "set mail.host and mail.from"
    case .sms: "set sms.provider, sms.countries and sms.daily_limit"
    }
  }
}
