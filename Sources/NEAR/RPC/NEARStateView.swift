internal import Encodings

/// Something of the state of the chain, and the final block it was read from.
protocol NEARStateView: Sendable {
  init(reading result: JSONObjectReader) throws
  var block: NEARBlockReference { get }
}

/// An account as it is at a block (NEAR RPC §view_account).
public struct NEARAccountView: Sendable, Hashable, NEARStateView {
  /// What the account can spend.
  public let amount: NEARAmount
  /// What it has staked.
  public let locked: NEARAmount
  /// The hash of its contract, 32 bytes in base58; all ones where there is none.
  public let codeHash: String
  /// The bytes of state it pays for.
  public let storageUsage: UInt64
  /// The block.
  public let block: NEARBlockReference

  init(reading result: JSONObjectReader) throws {
    amount = try result.amount("amount")
    locked = try result.amount("locked")
    codeHash = try result.hash("code_hash")
    storageUsage = try result.requiredUInt64("storage_usage")
    block = try result.block()
  }
}

/// What a function of a contract answered without changing anything (NEAR RPC §call_function).
public struct NEARFunctionView: Sendable, Hashable, NEARStateView {
  /// What it returned; mostly JSON.
  public let bytes: [UInt8]
  /// What it logged.
  public let logs: [String]
  /// The block.
  public let block: NEARBlockReference

  init(reading result: JSONObjectReader) throws {
    bytes = try result.requiredArray("result").map { element in
      guard let byte = element.uint64.flatMap({ UInt8(exactly: $0) }) else {
        throw JSONError(code: .wrongType, reason: "\(result.path(of: "result")) must be an array of bytes")
      }
      return byte
    }
    logs = try result.optionalStrings("logs") ?? []
    block = try result.block()
  }
}
