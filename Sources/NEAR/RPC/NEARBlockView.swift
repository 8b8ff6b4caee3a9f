public import Encodings

/// Which block to ask for.
public enum NEARBlockSelector: Sendable, Hashable {
  /// The latest that is final.
  case final
  /// The one at a height of the canonical chain.
  case height(UInt64)
  /// The one with a hash, 32 bytes in base58.
  case hash(String)

  var parameters: JSONObject {
    switch self {
    case .final: ["finality": "final"]
    case .height(let height): ["block_id": .integer(height)]
    case .hash(let hash): ["block_id": .string(hash)]
    }
  }
}

/// A block, by what its header says (NEAR RPC §block).
public struct NEARBlockView: Sendable, Hashable {
  /// Its height and hash.
  public let block: NEARBlockReference
  /// The hash of the block before.
  public let previousHash: String
  /// When it was made.
  public let timestamp: Timestamp
  /// The epoch it belongs to, 32 bytes in base58.
  public let epochID: String

  init(reading result: JSONObjectReader) throws {
    let header = try result.requiredObject("header")
    block = try header.block(height: "height", hash: "hash")
    previousHash = try header.hash("prev_hash")
    epochID = try header.hash("epoch_id")
    // Nanoseconds since 1970, more than a JSON number holds everywhere.
    guard let nanoseconds = UInt64(try header.requiredString("timestamp_nanosec")) else {
      throw JSONError(
        code: .wrongType, reason: "\(header.path(of: "timestamp_nanosec")) must be a whole number in a string"
      )
    }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    timestamp = Timestamp(seconds: Int64(seconds), nanoseconds: Int32(rest))
  }
}

extension RPCQuestion {
  static func block(_ selector: NEARBlockSelector) -> RPCQuestion {
    RPCQuestion(method: "block", parameters: .object(selector.parameters))
  }
}
