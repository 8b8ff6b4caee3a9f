public import Encodings

/// An error in a CBOR encoding.
public struct CBORError: CodedError {
  /// The kinds of errors, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes end within an item.
    public static let truncated = Code(rawValue: "truncated_cbor")
    /// The bytes are not well-formed (RFC 8949 §3 and §5.3).
    public static let malformed = Code(rawValue: "malformed_cbor")
    /// Bytes follow the item.
    public static let trailingBytes = Code(rawValue: "trailing_bytes")
    /// A text string is not UTF-8.
    public static let invalidUTF8 = Code(rawValue: "invalid_utf8")
    /// A map has two entries of the same key.
    public static let duplicateKey = Code(rawValue: "duplicate_key")
    /// The encoding is well-formed and not the canonical one.
    public static let notCanonical = Code(rawValue: "not_canonical")
    /// Items are nested deeper than the limit.
    public static let tooDeep = Code(rawValue: "too_deep")
    /// The encoding is longer than the limit.
    public static let tooLarge = Code(rawValue: "too_large")
  }

  /// The kind of error.
  public var code: Code
  /// The problem, without its position.
  public var problem: String
  /// The position of the error, as the number of bytes before it.
  public var offset: Int

  /// A sentence that says what happened: the problem and its position.
  public var reason: String { "\(problem) (at byte \(offset))" }

  /// Creates an error at a position of an encoding.
  public init(code: Code, problem: String, offset: Int) {
    self.code = code
    self.problem = problem
    self.offset = offset
  }
}
