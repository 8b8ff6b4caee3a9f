/// An error of the Secret Service. Two errors are equal if their codes are equal.
public struct SecretServiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keyring is locked.
    public static let locked = Code(rawValue: "locked")
    /// The service does not exist or does not work correctly.
    public static let unavailable = Code(rawValue: "unavailable")
  }

  /// The kind of error.
  public var code: Code
  /// The reason and the next step, as a sentence for the user.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
