import DoorwardIdentifiers
package import DoorwardSMTP
import DoorwardStore

/// Sends mail through an SMTP server.
package struct MailSender: MessageSender {
  private let client: SMTPClient
  private let from: @Sendable (_ applicationID: String) -> Mailbox
  private let replyTo: Mailbox?

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
    self.replyTo = replyTo
    self.from = from
  }

  package var longestTime: Duration { client.longestTime }

  package func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    guard case .email(let address) = message.recipient, case .mail(let words) = content else {
      return .refused(DeliveryNote(code: "wrong_channel", detail: "the message is not a mail"))
    }
    let sender = from(message.applicationID)
    let mail = MIMEMessage(
      id: message.id, date: message.createdAt, from: sender, replyTo: replyTo, to: address, words)
    switch await client.send(mail.bytes, from: sender.address.address, to: address.address) {
    case .accepted(let reply): return .accepted(DeliveryNote(code: "accepted", detail: reply))
    case .refused(let failure): return .refused(failure.note)
    case .postponed(let failure): return .postponed(failure.note)
    }
  }
}

extension SMTPFailure {
  fileprivate var note: DeliveryNote { DeliveryNote(code: code.rawValue, detail: detail) }
}
