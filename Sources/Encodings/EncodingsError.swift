/// What a decoder of this module found wrong with its input.
///
/// Two errors are equal when their codes are equal; the reason is for people.
public struct EncodingsError: CodedError, Equatable, CustomStringConvertible {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A character outside the alphabet of the encoding.
    public static let invalidCharacter = Code(rawValue: "invalid_character")
    /// A length that no encoder produces.
    public static let invalidLength = Code(rawValue: "invalid_length")
    /// Padding where none may stand, or none where it must.
    public static let invalidPadding = Code(rawValue: "invalid_padding")
    /// Text that decodes but is not what an encoder would have written.
    public static let notCanonical = Code(rawValue: "not_canonical")
    /// More input than the stated limit.
    public static let tooLong = Code(rawValue: "too_long")
    /// A checksum that does not match its payload.
    public static let invalidChecksum = Code(rawValue: "invalid_checksum")
    /// Text that is not an RFC 3339 date-time, or names a day or second that does not exist.
    public static let invalidTimestamp = Code(rawValue: "invalid_timestamp")
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

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
