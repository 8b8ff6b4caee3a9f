/// Base64 with the standard alphabet and padding (RFC 4648 §4).
///
/// Decoding is strict: padding is required, and white space and nonzero pad bits are rejected.
public enum Base64 {
  private static let alphabet = Base64Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", padded: true)

  /// Encodes bytes as padded base64.
  public static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { alphabet.encode($0) }
  }

  /// Decodes padded base64.
  ///
  /// - Throws: `invalid_padding`, `invalid_length`, `invalid_character` or `not_canonical`.
  public static func decode(_ text: String) throws(EncodingsError) -> [UInt8] {
    try alphabet.decode(text)
  }

  /// Decodes padded base64 from UTF-8 bytes, without a temporary `String`.
  ///
  /// - Throws: The errors of ``decode(_:)``.
  public static func decode(utf8 text: UnsafeBufferPointer<UInt8>) throws(EncodingsError) -> [UInt8] {
    try alphabet.decode(text)
  }
}

/// Base64 with the URL-safe alphabet and no padding (RFC 4648 §5, RFC 7515 §2).
///
/// Decoding is strict: padding, white space and nonzero pad bits are rejected, so a value has exactly one text.
public enum Base64URL {
  private static let alphabet = Base64Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", padded: false)

  /// Encodes bytes as unpadded base64url.
  public static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { alphabet.encode($0) }
  }

  /// Encodes the bytes of a buffer as unpadded base64url.
  public static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    alphabet.encode(bytes)
  }

  /// Appends bytes as unpadded base64url to a text in UTF-8.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { alphabet.append($0, to: &text) }
  }

  /// Decodes unpadded base64url.
  ///
  /// - Throws: `invalid_length`, `invalid_character` (padding included) or `not_canonical`.
  public static func decode(_ text: String) throws(EncodingsError) -> [UInt8] {
    try alphabet.decode(text)
  }

  /// Decodes unpadded base64url from UTF-8 bytes, without a temporary `String`.
  ///
  /// - Throws: The errors of ``decode(_:)``.
  public static func decode(utf8 text: UnsafeBufferPointer<UInt8>) throws(EncodingsError) -> [UInt8] {
    try alphabet.decode(text)
  }
}
