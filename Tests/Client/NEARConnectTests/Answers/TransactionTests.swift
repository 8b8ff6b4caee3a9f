import Encodings
import NEARConnect
import Testing

@MainActor struct TransactionTests {
  private static let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
  private nonisolated static let hash = "7AfonAhbK4ZbdBU9VPcQdrTZVZBXE25HmZAMEABs9To1"

  private func scene(
    rpc: @escaping @Sendable (String) -> String = { _ in "{}" },
    _ answer: @escaping @MainActor () -> JSONValue
  ) throws -> TestScene {
    let scene = try TestScene(accounts: [.mainnet: Self.account], rpc: rpc)
    scene.host.reply = { call, _ in .value(call == "signAndSendTransactions" ? answer() : .null) }
    return scene
  }

  private func outcome(
    signer: String = "alice.near", receiver: String = "bob.near",
    actions: JSONValue = [["Transfer": ["deposit": "5"]]],
    status: JSONValue = ["SuccessValue": ""]
  ) -> JSONValue {
    [
      "status": status,
      "transaction": [
        "hash": .string(Self.hash), "signer_id": .string(signer), "receiver_id": .string(receiver),
        "actions": actions,
      ],
    ]
  }

  @Test func confirmedTransactionIsChecked() async throws {
    let scene = try scene(rpc: { TestNode.answer($0, result: TestNode.transaction(Self.hash)) }) {
      [outcome()]
    }
    let result = try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5")
    #expect(result.transactionHashes == [Self.hash])
    #expect(result.isChecked)
    let arguments = scene.host.calls.last { $0.name == "signAndSendTransactions" }?.arguments
    #expect(arguments?["signerId"]?.string == "alice.near")
    #expect(
      arguments?["transactions"]?[0]?["actions"]?[0]
        == ["action": ["type": "Transfer", "params": ["deposit": "5"]]])
  }

  @Test(arguments: [
    ("another account", "mallory.near", "bob.near", "5"),
    ("another receiver", "alice.near", "mallory.near", "5"),
    ("another amount", "alice.near", "bob.near", "6"),
  ])
  func outcomeOfDifferentTransactionIsAnError(
    _ what: String, _ signer: String, _ receiver: String, _ deposit: String
  )
    async throws
  {
    let scene = try scene {
      [outcome(signer: signer, receiver: receiver, actions: [["Transfer": ["deposit": .string(deposit)]]])]
    }
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5")
    }
  }

  @Test func errorOfFailedTransactionNamesIt() async throws {
    let scene = try scene { [outcome(status: ["Failure": ["ActionError": [:]]])] }
    let error = await #expect(throws: NEARError.self) {
      try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5")
    }
    #expect(error?.code == .transactionFailed)
    #expect(error?.reason.contains(Self.hash) == true)
  }

  @Test func answerWithOnlyHashIsCheckedOnChain() async throws {
    let chain: @Sendable (String, String, String) -> String = { request, receiver, deposit in
      TestNode.answer(
        request,
        result: #"""
          {"final_execution_status":"FINAL","status":{"SuccessValue":""},
          "transaction":{"hash":"\#(Self.hash)","signer_id":"alice.near","receiver_id":"\#(receiver)",
          "actions":[{"Transfer":{"deposit":"\#(deposit)"}}]}}
          """#)
    }
    for answer: JSONValue in [
      [.string(Self.hash)], .string(Self.hash), ["transactionHashes": .string(Self.hash)],
      [["transactionHash": .string(Self.hash)]], ["transactionHashes": [.string(Self.hash)]],
    ] {
      let scene = try scene(rpc: { chain($0, "bob.near", "5") }) { answer }
      let result = try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5")
      #expect(result.transactionHashes == [Self.hash])
      #expect(result.isChecked)
    }
    let other = try scene(rpc: { chain($0, "mallory.near", "5") }) { [.string(Self.hash)] }
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await other.manager.sendNEAR(to: "bob.near", amountYocto: "5")
    }
  }

  @Test func differentAmountOnChainIsAnError() async throws {
    let scene = try scene(rpc: {
      TestNode.answer(
        $0,
        result: #"""
          {"final_execution_status":"FINAL","status":{"SuccessValue":""},
          "transaction":{"hash":"\#(Self.hash)","signer_id":"alice.near","receiver_id":"bob.near",
          "actions":[{"Transfer":{"deposit":"500"}}]}}
          """#)
    }) { [.string(Self.hash)] }
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await scene.manager.sendNEAR(to: "bob.near", amountYocto: "5")
    }
  }

  @Test func callArgumentsArriveUnchanged() async throws {
    let actions: JSONValue = [
      [
        "FunctionCall": [
          "method_name": "set",
          "args": .string(Base64.encode(Array(#"{"text":"a\"b\u2028","n":1}"#.utf8))),
          "gas": 30_000_000_000_000, "deposit": "0",
        ]
      ]
    ]
    let scene = try scene(rpc: {
      TestNode.answer($0, result: TestNode.transaction(Self.hash, receiver: "app.near", actions: actions))
    }) { [outcome(receiver: "app.near", actions: actions)] }
    let result = try await scene.manager.callFunction(
      contractId: "app.near", methodName: "set", args: ["n": 1, "text": "a\"b\u{2028}"])
    #expect(result.isChecked)
    let action = scene.host.calls.last { $0.name == "signAndSendTransactions" }?
      .arguments["transactions"]?[0]?["actions"]?[0]
    #expect(action?["action"]?["params"]?["args"] == ["n": 1, "text": "a\"b\u{2028}"])
  }

  @Test func numbersThatJavaScriptWouldRoundAreSentAsBytes() async throws {
    let scene = try scene { .null }
    _ = try? await scene.manager.callFunction(
      contractId: "app.near", methodName: "set", args: ["n": 9_007_199_254_740_993])
    let action = scene.host.calls.last { $0.name == "signAndSendTransactions" }?
      .arguments["transactions"]?[0]?["actions"]?[0]
    #expect(action?["bytes"] == ["args"])
    #expect(
      action?["action"]?["params"]?["args"]?.string == Base64.encode(Array(#"{"n":9007199254740993}"#.utf8)))
  }

  nonisolated static let malformed: [[String: any Sendable]] = [
    [:], ["type": "Nonsense"], ["type": "Transfer"], ["type": "Transfer", "params": ["deposit": "-1"]],
    ["type": "Transfer", "params": ["deposit": 1.5]],
    ["type": "FunctionCall", "params": ["methodName": "a"]],
    ["type": "FunctionCall", "params": ["methodName": "a", "args": "?", "gas": "1", "deposit": "0"]],
    ["type": "AddKey", "params": ["publicKey": "ed25519:0"]],
    ["type": "DeleteAccount", "params": ["beneficiaryId": "Not An Account"]],
  ]

  @Test(arguments: malformed.indices)
  func malformedActionIsRefusedBeforeWalletIsCalled(_ index: Int) async throws {
    let scene = try scene { .null }
    await #expect(throws: NEARError(code: .invalidTransaction, reason: "")) {
      try await scene.manager.signAndSendTransaction(
        receiverId: "bob.near", actions: [Self.malformed[index] as [String: Any]])
    }
    #expect(scene.host.calls.allSatisfy { $0.name == "start" })
  }

  // MARK: Delegate actions

  private func delegate(
    _ answer: @escaping @MainActor (TestWallet) throws -> JSONValue
  ) async throws -> DelegateActionResult {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { [wallet = scene.wallet] call, _ in
      .value(call == "signDelegateActions" ? (try? answer(wallet)) ?? "bad" : .null)
    }
    return try await scene.manager.signDelegateActions(delegateActions: [
      ["receiverId": "bob.near", "actions": [["type": "Transfer", "params": ["deposit": "5"]]]]
    ])
  }

  private static func five() throws -> [NEARAction] {
    [.transfer(deposit: try NEARAmount(parsingYocto: "5"))]
  }

  @Test func requestedDelegateActionIsReturned() async throws {
    for isWrapped in [true, false] {
      let result = try await delegate { wallet in
        let signed = try wallet.signedDelegate(receiverId: "bob.near", actions: Self.five())
        return isWrapped ? ["signedDelegateActions": [signed]] : [signed]
      }
      #expect(result.decoded.first?.delegateAction.receiverID.description == "bob.near")
      #expect(result.signedDelegateActions.count == 1)
    }
  }

  @Test func differentDelegateActionIsAnError() async throws {
    let six = [NEARAction.transfer(deposit: try NEARAmount(parsingYocto: "6"))]
    let mismatch = NEARError(code: .mismatchedWalletAnswer, reason: "")
    await #expect(throws: mismatch) {
      try await delegate {
        ["signedDelegateActions": [try $0.signedDelegate(receiverId: "bob.near", actions: six)]]
      }
    }
    await #expect(throws: mismatch) {
      try await delegate {
        ["signedDelegateActions": [try $0.signedDelegate(receiverId: "mallory.near", actions: Self.five())]]
      }
    }
    await #expect(throws: mismatch) {
      try await delegate {
        [
          "signedDelegateActions": [
            try $0.signedDelegate(receiverId: "bob.near", actions: Self.five(), sender: "mallory.near")
          ]
        ]
      }
    }
    await #expect(throws: mismatch) { try await delegate { _ in ["signedDelegateActions": []] } }
  }

  @Test func delegateActionWithMaxBlockHeightZeroIsRefused() async throws {
    let error = await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await delegate {
        let signed = try $0.signedDelegate(
          receiverId: "bob.near", actions: Self.five(), maxBlockHeight: 0)
        return ["signedDelegateActions": [signed]]
      }
    }
    #expect(error?.reason.contains("maxBlockHeight") == true)
  }

  @Test func delegateActionWithWrongSignatureIsAnError() async throws {
    await #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try await delegate { wallet in
        let signed = try wallet.signedDelegate(receiverId: "bob.near", actions: Self.five()).string ?? ""
        var bytes = try Base64.decode(signed)
        bytes[bytes.count - 20] ^= 1
        return ["signedDelegateActions": [.string(Base64.encode(bytes))]]
      }
    }
  }
}
