/// Base58 with four bytes of checksum, as Bitcoin writes addresses and keys.
///
/// The checksum is the start of SHA-256(SHA-256(payload)); it finds typing errors, not forgeries.
public enum Base58Check {
  private static let checksumLength = 4

  /// Writes a payload (version byte included, where there is one) and its checksum.
  public static func encode(_ payload: [UInt8]) -> String {
    Base58.encode(payload + checksum(payload))
  }

  /// Reads a payload and checks its checksum.
  ///
  /// - Parameters:
  ///   - text: The text to read.
  ///   - limit: The most characters that are read.
  /// - Returns: The payload without its checksum.
  /// - Throws: what ``Base58/decode(_:limit:)`` throws, `invalid_length` when there is no room for a
  ///   checksum, `invalid_checksum` when it does not match.
  public static func decode(
    _ text: String, limit: Int = Base58.defaultLimit
  ) throws(EncodingsError) -> [UInt8] {
    let bytes = try Base58.decode(text, limit: limit)
    guard bytes.count >= checksumLength else {
      throw EncodingsError(code: .invalidLength, reason: "Base58Check text is too short for a checksum.")
    }
    let payload = Array(bytes.dropLast(checksumLength))
    guard checksum(payload) == Array(bytes.suffix(checksumLength)) else {
      throw EncodingsError(code: .invalidChecksum, reason: "The Base58Check checksum does not match.")
    }
    return payload
  }

  private static func checksum(_ payload: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(SHA256.hash(payload)).prefix(checksumLength))
  }
}
