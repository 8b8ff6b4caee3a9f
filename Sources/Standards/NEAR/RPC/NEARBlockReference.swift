internal import BinaryEncodings

/// A block from which an answer was read.
public struct NEARBlockReference: Sendable, Hashable, CustomStringConvertible {
  /// The height.
  public let height: UInt64
  /// The hash, 32 bytes in base58.
  public let hash: String

  /// Creates a reference; nil unless the hash is 32 bytes in base58.
  public init?(height: UInt64, hash: String) {
    guard Self.isHash(hash) else { return nil }
    self.height = height
    self.hash = hash
  }

  public var description: String { "#\(height) \(hash)" }

  /// Whether a text is a hash in the format of the RPC. 32 bytes take 32 to 44 characters.
  static func isHash(_ text: String) -> Bool {
    (32...44).contains(text.utf8.count) && (try? Base58.decode(text, limit: 44))?.count == 32
  }
}
