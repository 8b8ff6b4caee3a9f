internal import Encodings

/// A part of the chain's state, and the final block from which it was read.
protocol NEARStateView: Sendable {
  init(reading result: JSONObjectReader) throws
  var block: NEARBlockReference { get }
}

/// An account at a block (NEAR RPC §view_account).
public struct NEARAccountView: Sendable, Hashable, NEARStateView {
  /// The amount that the account can spend.
  public let amount: NEARAmount
  /// The staked amount.
  public let locked: NEARAmount
  /// The hash of the contract's code, 32 bytes in base58; only ones if there is no contract.
  public let codeHash: String
  /// The storage that the account pays for, in bytes.
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

/// The result of a view function (NEAR RPC §call_function).
public struct NEARFunctionView: Sendable, Hashable, NEARStateView {
  /// The returned bytes, usually JSON.
  public let bytes: [UInt8]
  /// The logs.
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
