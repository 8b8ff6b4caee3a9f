import DoorwardIdentifiers
package import DoorwardSMTP
import DoorwardStore

/// Sends mail through an SMTP server.
package struct MailSender: MessageSender, HiddenContent {
  private let client: SMTPClient
  private let from: @Sendable (_ applicationID: String) -> Mailbox
  private let replyTo: Mailbox?
  private let redaction: Redaction

  /// Makes a sender.
  ///
  /// - Parameters:
  ///   - server: the mail server.
  ///   - replyTo: the mailbox for replies; nil for the sender's.
  ///   - from: the mailbox that an application's mail comes from.
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
    let sender = from(message.applicationID)
    let mime = MIMEMessage(
      id: message.id, date: message.createdAt, from: sender, replyTo: replyTo, to: address, mail)
    switch await client.send(mime.bytes, from: sender.address.address, to: address.address) {
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
