public import Encodings

/// Base58 with a checksum of four bytes, the format of Bitcoin addresses and keys.
///
/// The checksum is the start of SHA-256(SHA-256(payload)). It detects typing errors and does not prevent forgery.
public enum Base58Check {
  private static let checksumLength = 4

  /// Encodes a payload and its checksum. The payload includes the version byte, if the format has one.
  public static func encode(_ payload: [UInt8]) -> String {
    Base58.encode(payload + checksum(payload))
  }

  /// Decodes a payload and verifies its checksum.
  ///
  /// - Parameters:
  ///   - text: The text to read.
  ///   - limit: The most characters that are accepted.
  /// - Returns: The payload without its checksum.
  /// - Throws: The errors of ``Base58/decode(_:limit:)``, `invalid_length` if the data is shorter than a checksum,
  ///   and `invalid_checksum` if the checksum does not match.
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
