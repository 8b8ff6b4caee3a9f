import CDoorwardCurl
import DoorwardHTTPTypes
import DoorwardSystem

/// The transfer of one message, or a check of the connection: owns libcurl's handle for it.
///
/// Unchecked: `run` is called once and uses everything except `cancellation`, which is locked. libcurl calls its callbacks
/// on the thread of `run`.
final class SMTPExchange: @unchecked Sendable {
  private let cancellation = Monitor(false)
  private let server: SMTPServer
  private let message: [UInt8]
  private let sender: String
  /// Nil if no message is sent.
  private let recipient: String?
  private var sent = 0
  private var reply = ReplyReader()
  private var refusedAddress: SMTPFailure?
  /// The command that libcurl has sent last.
  private var command = SMTPCommand.session
  /// The command of the server's last answer.
  private var answered = SMTPCommand.session

  init(_ server: SMTPServer, message: [UInt8], from sender: String, to recipient: String) {
    self.server = server
    self.message = message
    self.sender = sender
    self.recipient = recipient
  }

  /// A transfer that ends after the authentication.
  init(checking server: SMTPServer) {
    self.server = server
    message = []
    sender = ""
    recipient = nil
  }

  /// Ends the transfer soon. Any thread may call this.
  func cancel() { cancellation.withLock { $0 = true } }

  /// Blocks the thread until the transfer has ended.
  func run() -> SMTPOutcome {
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    defer { errorText.deallocate() }
    guard let easy = curl_easy_init() else { return notSet }
    defer { curl_easy_cleanup(easy) }
    let recipients = recipient.flatMap { curl_slist_append(nil, $0) }
    guard recipient == nil || recipients != nil else { return notSet }
    defer { curl_slist_free_all(recipients) }
    let code = withCString(server.certificateAuthorities) { authorities in
      withCString(server.credentials?.user) { user in
        withCString(server.credentials?.password) { password in
          url.withCString { url in
            sender.withCString { sender in
              var options = doorward_curl_mail_options(
                url: url, requires_tls: server.security != .none, user: user, password: password,
                sender: sender, recipients: recipients, size: curl_off_t(message.count),
                authorities: authorities, connect_milliseconds: milliseconds(server.connectTimeout),
                total_milliseconds: milliseconds(server.timeout), read_message: smtpReadMessage,
                receive_reply: smtpReceiveReply, open_socket: smtpOpenSocket,
                report_progress: smtpReportProgress,
                report_event: smtpReportEvent,
                context: Unmanaged.passUnretained(self).toOpaque(), error_text: errorText)
              let code = doorward_curl_prepare_mail(easy, &options)
              return code == CURLE_OK ? curl_easy_perform(easy) : code
            }
          }
        }
      }
    }
    return SMTPResult(
      code: code, details: String(cString: errorText), status: reply.status, reply: reply.text,
      command: answered, refusedAddress: refusedAddress, security: server.security
    ).outcome
  }

  /// The URL. Its path is the name in EHLO.
  private var url: String {
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    let scheme = server.security == .tls ? "smtps" : "smtp"
    return "\(scheme)://\(host):\(server.port)" + (server.clientName.map { "/\($0)" } ?? "")
  }

  private var notSet: SMTPOutcome {
    .postponed(SMTPFailure(.notSent, "the memory for the transfer is exhausted"))
  }

  // MARK: Callbacks of libcurl

  /// Copies the next bytes of the message.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, message.count - sent)
    buffer.copyBytes(from: message[sent..<(sent + count)])
    sent += count
    return count
  }

  /// Takes one line of the server's answers. The answer to QUIT does not concern the message.
  func receive(_ line: UnsafeRawBufferPointer) {
    guard command != .quit else { return }
    reply.receive(line)
    answered = command
  }

  /// Takes a line that libcurl sends. It may be a password, so only its kind is kept.
  func note(command line: UnsafeRawBufferPointer) {
    if let command = SMTPCommand(line) { self.command = command }
  }

  /// Whether libcurl may connect to this address, the one that it connects to next.
  func mayConnect(to address: IPAddress) -> Bool {
    if !server.allowsPrivateAddresses, !address.isPublic {
      refusedAddress = SMTPFailure(
        .privateAddress, "the mail server is at an address that is not on the public internet")
    } else if server.security == .none, !address.isLoopback {
      refusedAddress = SMTPFailure(
        .notLoopback, "the mail server is not on this machine: use TLS, or a server with a loopback address")
    }
    return refusedAddress == nil
  }

  /// Whether the transfer must end.
  var isCancelled: Bool { cancellation.withLock { $0 } }
}

private func milliseconds(_ duration: Duration) -> Int {
  let (seconds, attoseconds) = duration.components
  return Int(clamping: max(1, min(seconds, 1 << 20) * 1000 + attoseconds / 1_000_000_000_000_000))
}

private func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}

/// The command that a mail server answers.
enum SMTPCommand {
  /// The greeting of the server, or a command before the message: EHLO, STARTTLS, AUTH.
  case session
  /// The sender (MAIL FROM).
  case sender
  /// The recipient (RCPT TO), or the message itself (DATA).
  case message
  /// The end of the session (QUIT). Its answer does not concern the message.
  case quit

  /// The command of a line that libcurl sends; nil for a line that is no command, such as a password.
  init?(_ line: UnsafeRawBufferPointer) {
    if line.starts(with: "MAIL ".utf8) {
      self = .sender
    } else if line.starts(with: "RCPT ".utf8) || line.starts(with: "DATA".utf8) {
      self = .message
    } else if line.starts(with: "QUIT".utf8) {
      self = .quit
    } else {
      return nil
    }
  }
}

/// Collects the answers of a mail server (RFC 5321 §4.2).
///
/// An answer is kept in whole lines, because a cut line could end with a part of a secret, which a redaction does not find.
struct ReplyReader {
  /// The longest line in bytes. RFC 5321 §4.5.3.1.5 allows 512. A longer line is left out.
  private static let longestLine = 1024
  /// The most lines of an answer. More lines are left out.
  private static let mostLines = 8

  /// The status code of the last complete answer.
  private(set) var status: Int?
  private var lines: [String] = []
  private var isComplete = true

  /// Takes one line.
  mutating func receive(_ line: UnsafeRawBufferPointer) {
    if isComplete { lines = [] }
    guard let code = Int(String(decoding: line.prefix(3), as: UTF8.self)), (200...599).contains(code) else {
      return
    }
    let rest = line.dropFirst(3)
    // A hyphen follows the code in all lines of an answer except the last.
    isComplete = rest.first != UInt8(ascii: "-")
    if lines.count < Self.mostLines {
      let isKept = rest.count <= Self.longestLine
      lines.append(isKept ? String(decoding: rest.dropFirst(), as: UTF8.self) : "…")
    }
    if isComplete { status = code }
  }

  /// The last answer in one line: `550 5.1.1 no such user`.
  var text: String {
    let text = lines.joined(separator: " ").unicodeScalars.map { scalar in
      scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        ? " " : Character(scalar)
    }
    return "\(status.map { "\($0) " } ?? "")" + String(text).split(separator: " ").joined(separator: " ")
  }
}
