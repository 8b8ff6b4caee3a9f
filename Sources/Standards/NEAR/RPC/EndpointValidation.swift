internal import Encodings

// Validates that an endpoint serves the expected chain and recent blocks.

extension RPCEndpoint {
  /// The distance from the head within which a block counts as recent without a check of its time. Finality and
  /// the nodes behind one address lag by a few blocks of about a second each.
  private static let nearHead: UInt64 = 16

  /// Validates the endpoint's status against the client's settings. A valid status is stored for a short time.
  @discardableResult
  func validate() async throws(RPCProblem) -> NEARRPCStatus {
    let now = client.clock.elapsed()
    if let known = await client.history.status(of: index, notBefore: now - NEARRPCClient.statusLifetime),
      problem(in: known) == nil
    {
      return known
    }
    let status = try await send(.status) { try NEARRPCStatus(reading: $0) }
    if let problem = problem(in: status) { throw problem }
    await client.history.store(status, of: index, readAt: now)
    return status
  }

  private func problem(in status: NEARRPCStatus) -> RPCProblem? {
    if let chainID = client.chainID, status.chainID != chainID {
      return failure(.wrongChain, "It does not serve the network \(chainID).")
    }
    if let genesisHash = client.genesisHash, status.genesisHash != genesisHash {
      return failure(.wrongGenesis, "It serves a chain with another genesis block.")
    }
    if status.isSyncing { return failure(.syncing, "Its node is still synchronizing.") }
    return staleness(status.latestBlockTime)
  }

  /// Refuses a block that is older than the client accepts.
  ///
  /// The status contains the head of the chain. Several nodes can serve one address, and one of them may have
  /// stopped synchronizing, so the time of a block far below the head is queried.
  func checkAge(of block: NEARBlockReference, head: NEARRPCStatus) async throws(RPCProblem) {
    let (nearest, overflow) = block.height.addingReportingOverflow(Self.nearHead)
    if client.maximumBlockAge == nil || overflow || nearest >= head.latestBlock.height { return }
    let made: NEARBlockView
    do throws(RPCProblem) {
      made = try await send(.block(.hash(block.hash))) { try NEARBlockView(reading: $0) }
    } catch {
      guard case .endpoint(let cause) = error, cause.code == .unknownBlock else { throw error }
      throw failure(.staleBlock, "It does not have the block from which it answered.")
    }
    guard made.block == block else {
      throw failure(.malformedAnswer, "It returned another block than the one from which it answered.")
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
      return failure(.staleBlock, "Its latest block is in the future. Check the clock of this machine.")
    }
    return nil
  }
}

extension Timestamp {
  /// The duration since an earlier time. Years have four digits, so this cannot overflow.
  fileprivate func time(since earlier: Timestamp) -> Duration {
    .seconds(seconds - earlier.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
  }
}
