/// Reads the message with which libpq reports that no connection could be made.
///
/// libpq gives the SQLSTATE of such an error only in its verbose message:
/// `connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed…`.
enum ConnectionFailure {
  static func error(_ message: String, password: String?) -> PostgreSQLError {
    var text = message
    // A server that is not the real one can send the password back.
    if let password, !password.isEmpty { text = text.replacing(password, with: "***") }
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
    let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    let position = words.lastIndex { isState($0) }
    let state = position.map { String(words[$0].dropLast()) }
    let reason = words.enumerated().filter { $0.offset != position }.map(\.element).joined(separator: " ")
    return PostgreSQLError(code(state, reason), reason, sqlState: state)
  }

  private static func code(_ state: String?, _ reason: String) -> PostgreSQLError.Code {
    if let state {
      let code = SQLState.code(state)
      return code == .connectionLostAfterSending ? .unreachable : code
    }
    // Failures of TLS have no code. Both words are in libpq's own messages, which this process does not translate.
    if reason.contains("SSL") || reason.contains("certificate") { return .tls }
    // libpq's own message if the server is a standby.
    if reason.contains("read-only") || reason.contains("hot standby") { return .readOnly }
    return .unreachable
  }

  /// `28P01:`, a state with a colon.
  private static func isState(_ word: Substring) -> Bool {
    word.utf8.count == 6 && word.hasSuffix(":")
      && word.dropLast().utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
      && word.utf8.first.map {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "X")
      }
        ?? false
  }
}
