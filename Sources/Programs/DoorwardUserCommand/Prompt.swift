import Doorward
import Encodings
import Foundation

/// Questions on standard error, and the answers from standard input.
enum Prompt {
  /// Whether a user types the answers. Otherwise each line of standard input is an answer.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks for a line.
  ///
  /// - Throws: ``Doorward/DoorwardError`` `cancelled` at the end of the input.
  static func line(_ question: String) throws(DoorwardError) -> String {
    Console.ask("\(question): ")
    guard let line = readLine() else {
      throw DoorwardError(code: .cancelled, reason: "\(question): standard input has ended.")
    }
    return line
  }

  /// Asks a question that the user answers with yes or no.
  ///
  /// - Throws: as ``line(_:)``.
  static func yes(_ question: String) throws(DoorwardError) -> Bool {
    try ["y", "yes"].contains(line("\(question) [yes/no]").lowercased())
  }

  /// Asks for a text that the terminal does not show.
  ///
  /// - Throws: as ``line(_:)``.
  static func secret(_ question: String) throws(DoorwardError) -> String {
    guard isTerminal else { return try line(question) }
    let echo = HiddenInput()
    defer {
      echo.end()
      Console.ask("\n")
    }
    return try line(question)
  }

  /// Asks for a new password, twice on a terminal.
  ///
  /// - Throws: as ``line(_:)``.
  static func newPassword() throws(DoorwardError) -> String {
    while true {
      let password = try secret("New password")
      guard isTerminal, try secret("New password again") != password else { return password }
      Console.say("The two passwords differ. Type them again.")
    }
  }
}

/// A time in which the terminal does not show what the user types.
private struct HiddenInput {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  init() {
    tcgetattr(STDIN_FILENO, &settingsWithEcho)
    // A program that a signal ends must not leave the terminal without echo.
    for number in Self.signals { signal(number, showInputAgain) }
    var hidden = settingsWithEcho
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
  }

  func end() {
    tcsetattr(STDIN_FILENO, TCSANOW, &settingsWithEcho)
    for number in Self.signals { signal(number, SIG_DFL) }
  }
}

// Sound: only the main actor writes it, before it installs the handler.
nonisolated(unsafe) private var settingsWithEcho = termios()

/// Calls only functions that a signal handler may call.
private func showInputAgain(_ number: Int32) {
  tcsetattr(STDIN_FILENO, TCSANOW, &settingsWithEcho)
  signal(number, SIG_DFL)
  raise(number)
}
