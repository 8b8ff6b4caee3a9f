/// The result of an attempt to send a message through a mail server.
package enum SMTPOutcome: Sendable, Equatable {
  /// The server has taken the responsibility for the message (RFC 5321 §6.1). The text is its last answer.
  case accepted(reply: String)
  /// The server refused the recipient or the message with a 5yz reply. Another attempt would be refused too.
  case refused(SMTPFailure)
  /// The message was not accepted. A later attempt may succeed.
  case postponed(SMTPFailure)
}

/// The reason why a mail server did not accept a message.
package struct SMTPFailure: Sendable, Equatable {
  /// The kinds of failures.
  package enum Code: String, Sendable {
    /// The server refused the recipient or the message.
    case refused
    /// The recipient cannot be written into an SMTP command.
    case invalidRecipient = "invalid_recipient"
    /// The server refused the sender permanently.
    case senderRefused = "sender_refused"
    /// The server asks for a later attempt with a 4yz reply.
    case busy
    /// The server did not accept the user name and the password.
    case authenticationRefused = "authentication_refused"
    /// The server refused the connection or the greeting of this machine.
    case serverRefused = "server_refused"
    /// The server offers no TLS, has no valid certificate, or TLS failed in another way.
    case tlsFailure = "tls_failure"
    /// The server has no address, or did not accept a connection.
    case unreachable
    /// A server without TLS is not on this machine.
    case notLoopback = "not_loopback"
    /// The server has an address that is not on the public internet, and its settings do not allow one.
    case privateAddress = "private_address"
    /// The time limit passed.
    case timedOut = "timed_out"
    /// The connection broke. The server may have accepted the message.
    case connectionLost = "connection_lost"
    /// The calling task was cancelled.
    case cancelled
    /// libcurl is not ready or does not know mail, the sender cannot be written into an SMTP command, or the system has no
    /// memory or thread left.
    case notSent = "not_sent"

    /// Whether the operator must correct the settings of this server or of the mail server. Every message fails until then.
    package var isMisconfiguration: Bool {
      switch self {
      case .senderRefused, .authenticationRefused, .serverRefused, .tlsFailure, .notLoopback, .privateAddress,
        .notSent:
        true
      case .refused, .invalidRecipient, .busy, .unreachable, .timedOut, .connectionLost, .cancelled: false
      }
    }
  }

  package let code: Code
  /// The status code of the server's last answer; nil if there was none.
  package let status: Int?
  /// The server's last answer, or a sentence. It may quote the message, the address or the credentials, so logs must not show
  /// it, and the caller redacts it before it cuts it.
  package let detail: String

  package init(_ code: Code, status: Int? = nil, _ detail: String) {
    self.code = code
    self.status = status
    self.detail = detail
  }
}

extension SMTPFailure: CustomStringConvertible, CustomReflectable {
  /// Hides the server's answer.
  package var description: String { code.rawValue + (status.map { " \($0)" } ?? "") }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SMTPOutcome: CustomStringConvertible, CustomReflectable {
  /// Hides the server's answer.
  package var description: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let failure): "refused: \(failure)"
    case .postponed(let failure): "postponed: \(failure)"
    }
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
