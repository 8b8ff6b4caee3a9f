extension EncodingsError.Code {
  /// Bytes end before the value they began.
  public static let truncated = EncodingsError.Code(rawValue: "truncated")
  /// Bytes follow the value.
  public static let trailingBytes = EncodingsError.Code(rawValue: "trailing_bytes")
  /// Text is not UTF-8.
  public static let invalidUTF8 = EncodingsError.Code(rawValue: "invalid_utf8")
  /// A byte that says what follows has none of the values it may have.
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
