import DoorwardCurl
import DoorwardSystem

/// Sends messages to a mail server (RFC 5321), through libcurl.
///
/// Each message has a connection and a separate thread. libcurl waits for the answer to QUIT without returning to its
/// event loop, so mail does not share the thread of outgoing HTTP requests: a slow mail server would delay them.
package struct SMTPClient: Sendable {
  private let server: SMTPServer

  /// Makes a client.
  package init(_ server: SMTPServer) { self.server = server }

  /// The longest time that ``send(_:from:to:)`` takes. libcurl may wait a second time, for the answer to QUIT.
  package var longestTime: Duration { server.timeout * 2 }

  /// Sends a message to one recipient and waits for the server's answer. A cancelled task gets its answer within about a
  /// second.
  ///
  /// - Parameters:
  ///   - message: the message with CRLF line ends.
  ///   - sender: the address for reports of failed delivery.
  ///   - recipient: the address of the recipient. Neither address may contain white space, control characters or angle
  ///     brackets.
  /// - Returns: the result. It shows whether another attempt may succeed.
  package func send(_ message: [UInt8], from sender: String, to recipient: String) async -> SMTPOutcome {
    guard CurlLibrary.isReady else { return Self.unusable }
    guard Self.isPlain(sender) else {
      return .postponed(SMTPFailure(.notSent, "the sender's address cannot be sent: correct the settings"))
    }
    guard Self.isPlain(recipient) else {
      return .refused(SMTPFailure(.invalidRecipient, "the recipient's address cannot be sent"))
    }
    return await Self.run(SMTPExchange(server, message: message, from: sender, to: recipient))
  }

  /// Connects to the server, with TLS and authentication as for a message, and sends no message.
  ///
  /// - Returns: `accepted` if the server would now take a message.
  package func check() async -> SMTPOutcome {
    guard CurlLibrary.isReady else { return Self.unusable }
    return await Self.run(SMTPExchange(checking: server))
  }

  private static func run(_ exchange: SMTPExchange) async -> SMTPOutcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = BackgroundThread.start { continuation.resume(returning: exchange.run()) }
        if !isStarted {
          continuation.resume(
            returning: .postponed(SMTPFailure(.notSent, "the system cannot start a thread")))
        }
      }
    } onCancel: {
      exchange.cancel()
    }
  }

  private static var unusable: SMTPOutcome {
    .postponed(SMTPFailure(.notSent, "libcurl cannot be used: check its installation"))
  }

  /// Whether an address can be a command's argument. libcurl writes it without a check.
  private static func isPlain(_ address: String) -> Bool {
    (1...254).contains(address.utf8.count)
      && address.utf8.allSatisfy {
        (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
      }
  }
}
