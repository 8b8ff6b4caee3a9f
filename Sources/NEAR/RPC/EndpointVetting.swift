internal import Encodings

// Whether an endpoint is to be believed: the right chain, from its first block on, and not long ago.

extension RPCEndpoint {
  /// How far behind the head a block is taken for recent without asking when it was made: finality and
  /// the nodes behind one address lag by a few blocks of about a second each.
  private static let nearHead: UInt64 = 16

  /// Holds the endpoint against what the client expects; a status is kept for a short while.
  @discardableResult
  func vet() async throws(RPCProblem) -> NEARRPCStatus {
    let now = client.clock.elapsed()
    if let known = await client.book.status(of: index, notBefore: now - NEARRPCClient.statusLifetime),
      flaw(in: known) == nil
    {
      return known
    }
    let status = try await ask(.status) { try NEARRPCStatus(reading: $0) }
    if let flaw = flaw(in: status) { throw flaw }
    await client.book.keep(status, of: index, readAt: now)
    return status
  }

  private func flaw(in status: NEARRPCStatus) -> RPCProblem? {
    if let chainID = client.chainID, status.chainID != chainID {
      return failure(.wrongChain, "It serves another network than \(chainID).")
    }
    if let genesisHash = client.genesisHash, status.genesisHash != genesisHash {
      return failure(.wrongGenesis, "It serves a chain that begins with another block.")
    }
    if status.isSyncing { return failure(.syncing, "Its node is still catching up.") }
    return staleness(status.latestBlockTime)
  }

  /// Refuses a block that is older than the client accepts.
  ///
  /// The status tells where the head is. Several nodes can stand behind one address, one of them stuck;
  /// so a block far behind the head is looked up for the time it was made.
  func checkAge(of block: NEARBlockReference, head: NEARRPCStatus) async throws(RPCProblem) {
    let (nearest, overflow) = block.height.addingReportingOverflow(Self.nearHead)
    if client.maximumBlockAge == nil || overflow || nearest >= head.latestBlock.height { return }
    let made: NEARBlockView
    do throws(RPCProblem) {
      made = try await ask(.block(.hash(block.hash))) { try NEARBlockView(reading: $0) }
    } catch {
      guard case .endpoint(let cause) = error, cause.code == .unknownBlock else { throw error }
      throw failure(.staleBlock, "It does not have the block it read from.")
    }
    guard made.block == block else {
      throw failure(.malformedAnswer, "It answered another block than the one it read from.")
    }
    if let stale = staleness(made.timestamp) { throw stale }
  }

  func staleness(_ time: Timestamp) -> RPCProblem? {
    guard let maximum = client.maximumBlockAge else { return nil }
    let age = client.clock.now().time(since: time)
    if age > maximum {
      return failure(.staleBlock, "Its latest block is \(age.components.seconds) seconds old.")
    }
    guard age >= .zero - maximum else {
      return failure(.staleBlock, "Its latest block lies in the future; one of the two clocks is wrong.")
    }
    return nil
  }
}

extension Timestamp {
  /// How much later this is. Years have four digits, so nothing overflows.
  fileprivate func time(since earlier: Timestamp) -> Duration {
    .seconds(seconds - earlier.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
  }
}
