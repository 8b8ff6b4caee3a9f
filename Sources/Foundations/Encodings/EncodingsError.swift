/// An error that a decoder of this module finds in its input.
public struct EncodingsError: CodedError {
  /// The kinds of errors, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A character outside the alphabet of the encoding.
    public static var invalidCharacter: Code { Code(rawValue: "invalid_character") }
    /// A length that no encoder produces.
    public static var invalidLength: Code { Code(rawValue: "invalid_length") }
    /// Padding is forbidden and present, or required and missing.
    public static var invalidPadding: Code { Code(rawValue: "invalid_padding") }
    /// Text that decodes and differs from the encoder's output for the same value.
    public static var notCanonical: Code { Code(rawValue: "not_canonical") }
    /// More input than the stated limit.
    public static var tooLong: Code { Code(rawValue: "too_long") }
    /// A checksum that does not match its payload.
    public static var invalidChecksum: Code { Code(rawValue: "invalid_checksum") }
    /// Text that is not an RFC 3339 date-time, or contains a day or second that does not exist.
    public static var invalidTimestamp: Code { Code(rawValue: "invalid_timestamp") }
  }

  /// The kind of error.
  public var code: Code
  /// A sentence that says what happened and what to do.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}
