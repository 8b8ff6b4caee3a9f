/// Why the Secret Service did not do what it was asked; two errors are equal when their codes are.
public struct SecretServiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keyring is locked.
    public static let locked = Code(rawValue: "locked")
    /// There is no service, or it does not answer as it should.
    public static let unavailable = Code(rawValue: "unavailable")
  }

  /// What went wrong.
  public var code: Code
  /// A sentence a person can act on.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
