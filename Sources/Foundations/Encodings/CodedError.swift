/// An error with a stable, machine-readable code and a sentence for a person.
///
/// Every library of this package throws its own error type. All of them conform to this protocol, so that a server
/// or a command can render each of them without knowing its library. Two errors of a type are equal if their codes are
/// equal.
public protocol CodedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of errors, as an open set of stable names in `snake_case`.
  associatedtype Code: RawRepresentable<String>, Hashable, Sendable

  /// The kind of error.
  var code: Code { get }
  /// A sentence that says what happened and what to do. It never contains a secret.
  var reason: String { get }
}

extension CodedError {
  /// The stable name of the error.
  public var codeName: String { code.rawValue }

  public var description: String { "\(codeName): \(reason)" }

  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
