package import DoorwardIdentifiers
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sends mail through an SMTP server.
package struct MailSender: MessageSender, HiddenContent {
  private let client: SMTPClient
  private let from: @Sendable (_ applicationID: String) -> Mailbox
  private let replyTo: Mailbox?
  private let redaction: Redaction

  /// Makes a sender.
  ///
  /// `replyTo` is the mailbox for replies; nil for the sender's. `from` is the mailbox that sends an application's
  /// mail.
  package init(
    _ server: SMTPServer, replyTo: Mailbox? = nil,
    from: @escaping @Sendable (_ applicationID: String) -> Mailbox
  ) {
    client = SMTPClient(server)
    redaction = server.credentials.map { Redaction(user: $0.user, password: $0.password) } ?? Redaction([])
    self.replyTo = replyTo
    self.from = from
  }

  package var longestTime: Duration { client.longestTime }

  package func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    guard case .email(let address) = message.recipient, case .mail(let mail) = content else {
      return .refused(DeliveryNote(code: "wrong_channel", detail: "the message is not a mail"))
    }
    return await send(
      mail, id: message.id, date: message.createdAt, application: message.applicationID, to: address)
  }

  /// Sends a mail that is not in the outbox, for example a test of the settings.
  ///
  /// `id` identifies the mail in its `Message-ID`. `date` is the time of the mail. `application` is the id of the
  /// application that sends the mail.
  ///
  /// - Returns: the answer of the server.
  package func send(
    _ mail: MailContent, id: QueuedMessage.ID, date: Date, application: String, to address: EmailAddress
  ) async -> SendingOutcome {
    let sender = from(application)
    let mime = MIMEMessage(id: id, date: date, from: sender, replyTo: replyTo, to: address, mail)
    return outcome(await client.send(mime.bytes, from: sender.address.address, to: address.address))
  }

  /// Connects to the server, with TLS and authentication as for a mail, and sends nothing.
  ///
  /// - Returns: `accepted` if the server would now take a mail.
  package func check() async -> SendingOutcome { outcome(await client.check()) }

  private func outcome(_ outcome: SMTPOutcome) -> SendingOutcome {
    switch outcome {
    case .accepted(let reply):
      return .accepted(DeliveryNote(code: "accepted", detail: redaction.redacted(reply)))
    case .refused(let failure): return .refused(note(failure))
    case .postponed(let failure):
      return failure.code.isMisconfiguration ? .misconfigured(note(failure)) : .postponed(note(failure))
    }
  }

  private func note(_ failure: SMTPFailure) -> DeliveryNote {
    DeliveryNote(code: failure.code.rawValue, detail: redaction.redacted(failure.detail))
  }
}
