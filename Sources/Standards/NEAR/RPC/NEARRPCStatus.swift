public import Encodings

/// The status of an endpoint (NEAR RPC §status).
public struct NEARRPCStatus: Sendable, Hashable {
  /// The network.
  public let chainID: String
  /// The hash of the genesis block; nil from nodes before nearcore 1.37.
  public let genesisHash: String?
  /// The latest block of the node. It may not be final.
  public let latestBlock: NEARBlockReference
  /// The time of the latest block.
  public let latestBlockTime: Timestamp
  /// Whether the node is synchronizing.
  public let isSyncing: Bool
  /// The version of the protocol.
  public let protocolVersion: UInt64?
  /// The version of the node.
  public let nodeVersion: String?

  init(reading result: JSONObjectReader) throws {
    chainID = try result.requiredString("chain_id")
    genesisHash = try result.optionalString("genesis_hash")
    protocolVersion = try result.optionalUInt64("protocol_version")
    nodeVersion = try result.optionalObject("version")?.optionalString("version")
    let sync = try result.requiredObject("sync_info")
    latestBlock = try sync.block(height: "latest_block_height", hash: "latest_block_hash")
    latestBlockTime = try Timestamp(rfc3339: sync.requiredString("latest_block_time"))
    isSyncing = try sync.requiredBool("syncing")
  }
}
