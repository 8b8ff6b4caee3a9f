internal import CDoorwardPQ

/// The texts of libpq and of the server, without values and passwords.
enum ServerMessage {
  /// A message of several lines as one line.
  static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The message of a failed statement. It contains no value: the server writes values into the details, which are
  /// ignored, and into the messages of some kinds of errors, which are replaced.
  static func text(of result: OpaquePointer, state: String) -> String {
    let field = { (code: Int) in PQresultErrorField(result, Int32(code)).map { String(cString: $0) } }
    var text = "the server refused a value"
    if !SQLState.mayQuoteValues(state) {
      text = field(DOORWARD_PQ_MESSAGE).map(oneLine) ?? "no reason was given"
    }
    for (name, code) in [
      ("table", DOORWARD_PQ_TABLE), ("column", DOORWARD_PQ_COLUMN), ("constraint", DOORWARD_PQ_CONSTRAINT),
    ] {
      if let value = field(code), !text.contains(value) { text += ", \(name) \(value)" }
    }
    return text
  }
}

extension PostgreSQLError {
  /// The error of a failed statement; nil if the result is not an error.
  init?(failing result: OpaquePointer) {
    guard PQresultStatus(result) == PGRES_FATAL_ERROR else { return nil }
    guard let field = PQresultErrorField(result, Int32(DOORWARD_PQ_SQLSTATE)) else {
      // libpq itself made the error: the connection failed.
      let message = PQresultErrorMessage(result).map { ServerMessage.oneLine(String(cString: $0)) }
      self.init(.connectionLostAfterSending, message ?? "the connection failed")
      return
    }
    let state = String(cString: field)
    let text = ServerMessage.text(of: result, state: state)
    // A prepared statement whose columns have changed with the schema. Other features that do not exist have this
    // state too, and fail again when the transaction is repeated.
    let code = state == "0A000" ? .stalePlan : SQLState.code(state)
    self.init(code, text, sqlState: state)
  }
}
