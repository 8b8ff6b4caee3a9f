/// The reason why a text does not name a database. The description never contains a part of the text, because that part
/// can be a password.
public struct PostgreSQLSettingsError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String
    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a URL or a connection string of libpq.
    public static let malformed = Code(rawValue: "malformed")
    /// A parameter is unknown, or its value is.
    public static let parameter = Code(rawValue: "parameter")
    /// The service file or the password file cannot be used.
    public static let service = Code(rawValue: "service")
    /// The database is on another host, and the connection to it would not be protected.
    public static let unprotected = Code(rawValue: "unprotected")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that names the mistake and its correction.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { reason }

  /// Two errors are equal if their codes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
