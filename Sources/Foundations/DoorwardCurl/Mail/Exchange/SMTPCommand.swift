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
