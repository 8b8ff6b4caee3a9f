public import Encodings

extension EncodingsError.Code {
  /// The bytes end inside a value.
  public static let truncated = EncodingsError.Code(rawValue: "truncated")
  /// Bytes follow the value.
  public static let trailingBytes = EncodingsError.Code(rawValue: "trailing_bytes")
  /// Text is not UTF-8.
  public static let invalidUTF8 = EncodingsError.Code(rawValue: "invalid_utf8")
  /// A tag byte has an undefined value.
  public static let invalidTag = EncodingsError.Code(rawValue: "invalid_tag")
}

extension EncodingsError {
  static var borshTruncated: EncodingsError {
    EncodingsError(code: .truncated, reason: "The Borsh bytes end before the value they began.")
  }

  static func borshTag(_ tag: UInt8, of type: String) -> EncodingsError {
    EncodingsError(code: .invalidTag, reason: "\(tag) is not the first byte of a Borsh \(type).")
  }
}
