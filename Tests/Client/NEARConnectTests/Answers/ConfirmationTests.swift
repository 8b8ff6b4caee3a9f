import DoorwardHTTP
import DoorwardSystem
import Encodings
import NEARConnect
import Testing

/// `isChecked` is true only if the chain, not the wallet, confirmed the outcome.
@MainActor struct ConfirmationTests {
  private nonisolated static let hash = "7AfonAhbK4ZbdBU9VPcQdrTZVZBXE25HmZAMEABs9To1"

  /// A wallet that answers with a complete outcome: the requested transfer, reported as successful.
  private func send(
    configure: (inout NEARConnectConfiguration) -> Void = { _ in },
    chain: @escaping @Sendable (String) -> String
  ) async throws -> (TestScene, TransactionResult) {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let scene = try TestScene(accounts: [.mainnet: account], configure: configure, rpc: chain)
    let outcome = try JSONParser.parse(TestNode.transaction(Self.hash))
    scene.host.reply = { call, _ in .value(call == "signAndSendTransactions" ? [outcome] : .null) }
    return (scene, try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5"))
  }

  @Test func outcomeFromWalletOnlyIsNotChecked() async throws {
    let (_, result) = try await send { _ in "{}" }
    #expect(!result.isChecked)
    #expect(result.transactionHashes == [Self.hash])
  }

  @Test func hashUnknownToChainIsAnError() async throws {
    let error = await #expect(throws: NEARError.self) { try await send(chain: TestNode.unknownTransaction) }
    #expect(error?.code == .unknownTransaction)
    #expect(error?.reason.contains(Self.hash) == true)
  }

  @Test(arguments: ["NONE", "INCLUDED", "EXECUTED_OPTIMISTIC", "INCLUDED_FINAL", "EXECUTED"])
  func nonFinalOutcomeIsNotChecked(_ stage: String) async throws {
    let (_, result) = try await send {
      TestNode.answer($0, result: TestNode.transaction(Self.hash, stage: stage))
    }
    #expect(!result.isChecked)
  }

  @Test func finalOutcomeIsChecked() async throws {
    let (_, result) = try await send {
      TestNode.answer($0, result: TestNode.transaction(Self.hash, stage: "FINAL"))
    }
    #expect(result.isChecked)
  }

  @Test func failureOnChainIsAnErrorDespiteWalletAnswer() async throws {
    await #expect(throws: NEARError(code: .transactionFailed, reason: "")) {
      try await send {
        TestNode.answer(
          $0, result: TestNode.transaction(Self.hash, status: ["Failure": ["ActionError": [:]]]))
      }
    }
  }

  @Test func differentTransactionOnChainIsAnErrorDespiteWalletAnswer() async throws {
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await send {
        TestNode.answer($0, result: TestNode.transaction(Self.hash, receiver: "mallory.near"))
      }
    }
  }

  @Test(arguments: [.null, [["Transfer": [:]]]] as [JSONValue])
  func transactionWithMissingDetailsOnChainIsNotChecked(_ actions: JSONValue) async throws {
    let (_, result) = try await send {
      TestNode.answer($0, result: TestNode.transaction(Self.hash, actions: actions))
    }
    #expect(!result.isChecked)
  }

  /// A node knows a transaction and its outcome a moment later than the wallet.
  @Test func chainIsQueriedUntilOutcomeIsFinal() async throws {
    let queries = Monitor(0)
    let (_, result) = try await send {
      $0.confirmationTimeLimit = .seconds(60)
    } chain: { request in
      guard request.contains(#""tx""#) else { return TestNode.answer(request, result: "null") }
      return
        switch queries.withLock({
          $0 += 1; return $0
        })
      {
      case 1: TestNode.unknownTransaction(request)
      case 2: TestNode.answer(request, result: TestNode.transaction(Self.hash, stage: "INCLUDED"))
      default: TestNode.answer(request, result: TestNode.transaction(Self.hash))
      }
    }
    #expect(result.isChecked)
    #expect(queries.withLock { $0 } == 3)
  }

  /// The user closes the wallet window during the queries. The transaction has already been sent.
  @Test func closingWindowDuringQueriesKeepsResult() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let gate = AsyncStream<Void>.makeStream()
    let scene = try TestScene(accounts: [.mainnet: account]) {
      $0.rpc = { _ in
        NEARRPCClient(
          endpoints: ["http://127.0.0.1:1"],
          transport: NEARRPCTransport { _, body, _ in
            for await _ in gate.stream {}
            let request = String(decoding: body, as: UTF8.self)
            return (200, Array(TestNode.answer(request, result: TestNode.transaction(Self.hash)).utf8))
          }, timeout: .seconds(60), deadline: .seconds(60), maximumBlockAge: nil)
      }
    }
    scene.host.reply = { call, _ in .value(call == "signAndSendTransactions" ? [.string(Self.hash)] : .null) }
    let sending = Task { try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5") }
    try await scene.settle { scene.host.waiting("signAndSendTransactions") != nil && !scene.manager.isBusy }
    #expect(!scene.manager.showWalletUI)
    scene.manager.cancel()
    gate.continuation.finish()
    #expect(try await sending.value.isChecked)
  }
}
