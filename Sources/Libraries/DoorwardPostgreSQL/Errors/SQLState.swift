/// The meaning of the server's SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html).
enum SQLState {
  /// The kind of failure of a statement.
  static func code(_ state: String) -> PostgreSQLError.Code {
    switch state {
    case "40000", "40001", "40002": .serialization
    case "40003": .completionUnknown
    case "40P01": .deadlock
    case "26000": .stalePlan
    case "23505": .unique
    case "23503": .foreignKey
    case "57014": .cancelled
    case "55P03": .lockNotAvailable
    case "25006": .readOnly
    case "25P02": .failedTransaction
    case "42P01": .undefinedTable
    case "42501": .insufficientPrivilege
    case "53100": .diskFull
    case "53200": .outOfMemory
    case "53300": .tooManyConnections
    case "57P03": .startingUp
    case "57P01", "57P02", "57P05": .shuttingDown
    case "58030", "XX001", "XX002": .damaged
    case "3D000": .authentication
    // 08P01 also means that the number of values is wrong.
    case "08P01": .misuse
    default: code(ofClass: state.prefix(2))
    }
  }

  private static func code(ofClass letters: Substring) -> PostgreSQLError.Code {
    switch letters {
    case "22": .mismatch
    case "23": .constraint
    case "28": .authentication
    case "08": .connectionLostAfterSending
    default: .other
    }
  }

  /// Whether messages of this state can contain a value. Those of class 22 quote the text that they refuse, and a
  /// function of another person can raise any text.
  static func mayQuoteValues(_ state: String) -> Bool {
    switch state.prefix(2) {
    case "08", "0A", "23", "25", "26", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58", "XX": false
    default: true
    }
  }
}
