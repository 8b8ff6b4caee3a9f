public import Encodings

/// An error in a DER encoding.
public struct DERError: CodedError {
  /// The kinds of errors, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes end within an element.
    public static let truncated = Code(rawValue: "truncated_der")
    /// The bytes do not follow X.690 §10.
    public static let malformed = Code(rawValue: "malformed_der")
    /// The element is not of the expected kind.
    public static let unexpected = Code(rawValue: "unexpected_der")
    /// Bytes follow the last element.
    public static let trailingBytes = Code(rawValue: "trailing_bytes")
  }

  /// The kind of error.
  public var code: Code
  /// The position of the error, as the number of bytes before it.
  public var offset: Int

  /// A sentence that says what happened.
  public var reason: String {
    switch code {
    case .truncated: "the DER ends within the element at byte \(offset)"
    case .unexpected: "the DER has an unexpected element at byte \(offset)"
    case .trailingBytes: "bytes follow the DER at byte \(offset)"
    default: "the DER is malformed at byte \(offset)"
    }
  }

  /// Creates an error at a position of an encoding.
  public init(code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }
}
