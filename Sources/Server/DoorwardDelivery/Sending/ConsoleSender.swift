import DoorwardStore
import Encodings

/// Prints messages with their codes, for development. It sends nothing.
package struct ConsoleSender: MessageSender {
  private let print: @Sendable (String) -> Void

  /// Makes a sender.
  ///
  /// - Parameters:
  ///   - listensOnLoopbackOnly: whether only this machine can reach the server. Otherwise any user of the internet could
  ///     ask for codes that the operator's terminal and its logs show.
  ///   - print: prints lines, for example on standard error.
  /// - Throws: ``ConsoleRefused``.
  package init(
    listensOnLoopbackOnly: Bool, print: @escaping @Sendable (String) -> Void
  ) throws(ConsoleRefused) {
    guard listensOnLoopbackOnly else { throw ConsoleRefused() }
    self.print = print
  }

  package var longestTime: Duration { .zero }

  package func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    let title =
      switch content {
      case .mail(let mail): mail.subject
      case .sms: "SMS"
      }
    let code: EscapedText = message.kind.hasCode ? ": \(message.values[.code])" : ""
    let link: EscapedText = message.values[.link].isEmpty ? "" : "\n  \(message.values[.link])"
    let line: EscapedText = "\(message.recipient.text): \(title)\(code)\(link)"
    print(line.description)
    return .accepted(DeliveryNote(code: "printed", detail: ""))
  }
}

/// The console would show codes of users that are not the developer.
package struct ConsoleRefused: Error, CustomStringConvertible {
  package let description =
    "delivery to the console is for a server that listens on loopback only: configure a mail server"
}
