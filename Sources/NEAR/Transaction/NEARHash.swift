internal import Encodings

/// A SHA-256 digest as NEAR names blocks, transactions and contract code: base58 of 32 bytes.
public struct NEARHash: Sendable, Hashable, CustomStringConvertible {
  /// Bytes of a hash.
  public static let length = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Makes a hash of its bytes.
  ///
  /// - Throws: `malformed_hash` unless there are 32.
  public init(bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == Self.length else {
      throw NEARError(code: .malformedHash, reason: "A hash has \(Self.length) bytes, not \(bytes.count).")
    }
    self.bytes = bytes
  }

  /// Reads a hash in base58.
  ///
  /// - Throws: `malformed_hash`.
  public init(parsing text: String) throws(NEARError) {
    guard let bytes = try? Base58.decode(text, limit: 64) else {
      throw NEARError(code: .malformedHash, reason: "The hash is not base58 text of \(Self.length) bytes.")
    }
    try self.init(bytes: bytes)
  }

  /// The SHA-256 of some bytes.
  public init(of bytes: [UInt8]) { self.bytes = SHA256.hash(bytes) }

  /// The hash in base58.
  public var description: String { Base58.encode(bytes) }
}
