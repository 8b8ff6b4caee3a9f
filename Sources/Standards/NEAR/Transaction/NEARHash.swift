internal import BinaryEncodings
internal import Encodings

/// A SHA-256 digest with which NEAR identifies blocks, transactions and contract code: 32 bytes, in base58 as
/// text.
public struct NEARHash: Sendable, Hashable, CustomStringConvertible {
  /// The length of a hash in bytes.
  public static let length = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Creates a hash from its bytes.
  ///
  /// - Throws: `malformed_hash` unless there are 32 bytes.
  public init(bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == Self.length else {
      throw NEARError(code: .malformedHash, reason: "A hash has \(Self.length) bytes, not \(bytes.count).")
    }
    self.bytes = bytes
  }

  /// Parses a hash in base58.
  ///
  /// - Throws: `malformed_hash`.
  public init(parsing text: String) throws(NEARError) {
    guard let bytes = try? Base58.decode(text, limit: 64) else {
      throw NEARError(code: .malformedHash, reason: "The hash is not \(Self.length) bytes in base58.")
    }
    try self.init(bytes: bytes)
  }

  /// Computes the SHA-256 of the bytes.
  public init(of bytes: [UInt8]) { self.bytes = SHA256.hash(bytes) }

  /// The hash in base58.
  public var description: String { Base58.encode(bytes) }
}
