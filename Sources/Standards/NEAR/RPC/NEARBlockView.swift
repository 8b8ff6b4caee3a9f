internal import BinaryEncodings
public import Encodings

/// Selects a block.
public enum NEARBlockSelector: Sendable, Hashable {
  /// The latest final block.
  case final
  /// The block at a height of the canonical chain.
  case height(UInt64)
  /// The block with this hash, 32 bytes in base58.
  case hash(String)

  var parameters: JSONObject {
    switch self {
    case .final: ["finality": "final"]
    case .height(let height): ["block_id": .integer(height)]
    case .hash(let hash): ["block_id": .string(hash)]
    }
  }
}

/// The header of a block (NEAR RPC §block).
public struct NEARBlockView: Sendable, Hashable {
  /// The height and the hash.
  public let block: NEARBlockReference
  /// The hash of the previous block.
  public let previousHash: String
  /// The time of the block.
  public let timestamp: Timestamp
  /// The epoch of the block, 32 bytes in base58.
  public let epochID: String

  init(reading result: JSONObjectReader) throws {
    let header = try result.requiredObject("header")
    block = try header.block(height: "height", hash: "hash")
    previousHash = try header.hash("prev_hash")
    epochID = try header.hash("epoch_id")
    // Nanoseconds since 1970, which exceed the exact range of JSON numbers in some parsers.
    guard let nanoseconds = UInt64(try header.requiredString("timestamp_nanosec")) else {
      throw JSONError(
        code: .wrongType, reason: "\(header.path(of: "timestamp_nanosec")) must be a whole number in a string"
      )
    }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    timestamp = Timestamp(seconds: Int64(seconds), nanoseconds: Int32(rest))
  }
}

extension RPCRequest {
  static func block(_ selector: NEARBlockSelector) -> RPCRequest {
    RPCRequest(method: "block", parameters: .object(selector.parameters))
  }
}

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
