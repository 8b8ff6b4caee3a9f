import BinaryEncodings
import Encodings
import NEARConnect
import Testing

@MainActor struct SignedMessageTests {
  private static let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")

  /// Signs a message with a wallet whose documented answer is changed by a closure.
  private func sign(
    rpc: @escaping @Sendable (String) -> String = { _ in "{}" },
    _ answer: @escaping @MainActor (JSONObject, JSONValue, TestWallet) throws -> JSONValue
  ) async throws -> MessageSignResult {
    let scene = try TestScene(accounts: [.mainnet: Self.account], rpc: rpc)
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      guard call == "signMessage", let parameters = arguments["messageParams"] else { return .value(.null) }
      do {
        let documented = try wallet.signed(parameters).object ?? [:]
        return .value(try answer(documented, parameters, wallet))
      } catch { return .failure("\(error)") }
    }
    return try await scene.manager.signMessage(message: "hello", recipient: "app.near")
  }

  enum Shape: String, CaseIterable {
    case documented, text, nested, wrapped, listed, bytes, buffer, indexed, base58, base64url, snakeCase
  }

  @Test(arguments: Shape.allCases) func everyAnswerFormatIsParsed(_ shape: Shape) async throws {
    let result = try await sign { documented, _, _ in
      let text = documented["signature"]?.string ?? ""
      let bytes = try Base64.decode(text)
      let numbers = JSONValue.array(bytes.map { .integer($0) })
      var changed = documented
      switch shape {
      case .documented: break
      case .text: return .string(JSONValue.object(documented).serializedString())
      case .nested: return ["signedMessage": .object(documented)]
      case .wrapped: return ["status": "success", "signedRequest": .object(documented)]
      case .listed: return [.object(documented)]
      case .bytes: changed["signature"] = numbers
      case .buffer: changed["signature"] = ["type": "Buffer", "data": numbers]
      case .indexed:
        changed["signature"] = .object(JSONObject(bytes.enumerated().map { (String($0), .integer($1)) }))
      case .base58: changed["signature"] = .string("ed25519:\(Base58.encode(bytes))")
      case .base64url: changed["signature"] = .string(Base64URL.encode(bytes))
      case .snakeCase:
        return [
          "account_id": documented["accountId"] ?? .null, "public_key": documented["publicKey"] ?? .null,
          "signature": .string(text),
        ]
      }
      return .object(changed)
    }
    #expect(result.accountId == "alice.near")
    #expect(result.message == "hello")
  }

  @Test func signatureOfSecp256k1KeyIsVerified() async throws {
    let other = try TestWallet(curve: .secp256k1)
    let result = try await sign { _, parameters, _ in try other.signed(parameters) }
    #expect(try result.publicKey == other.publicKey)
    await #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try await sign { _, parameters, _ in try other.signed(parameters, message: "another") }
    }
  }

  @Test func callbackURLAddedByWalletIsFound() async throws {
    let own = try await sign { _, parameters, wallet in
      try wallet.signed(parameters, callbackURL: "https://near-connect-bridge.local/")
    }
    #expect(own.callbackUrl == "https://near-connect-bridge.local/")
    let reported = try await sign { _, parameters, wallet in
      var answer = try wallet.signed(parameters, callbackURL: "https://wallet.example/back").object ?? [:]
      answer["callbackUrl"] = "https://wallet.example/back"
      return .object(answer)
    }
    #expect(reported.callbackUrl == "https://wallet.example/back")
  }

  @Test func bridgeURLIsSignedInNormalizedForm() async throws {
    for (given, spelled) in [
      ("https://App.Example", "https://app.example/"), ("https://app.example:443/x", "https://app.example/x"),
    ] {
      let scene = try TestScene(accounts: [.mainnet: Self.account]) { $0.bridgeURL = given }
      scene.host.reply = { [wallet = scene.wallet] call, arguments in
        guard call == "signMessage", let parameters = arguments["messageParams"] else { return .value(.null) }
        return (try? .value(wallet.signed(parameters, callbackURL: spelled))) ?? .failure("")
      }
      let signed = try await scene.manager.signMessage(message: "hello", recipient: "app.near")
      #expect(signed.callbackUrl == spelled)
      #expect(scene.host.loads.first?.baseURL == spelled)
    }
  }

  @Test func missingPublicKeyIsFoundAmongAccountKeys() async throws {
    let wallet = try TestWallet()
    let other = try TestWallet(seed: 8)
    let keys = [try other.publicKey, try wallet.publicKey]
    let result = try await sign(rpc: { request in
      let listed = keys.map { #"{"public_key":"\#($0)","access_key":{"nonce":1,"permission":"FullAccess"}}"# }
      return TestNode.answer(
        request, result: #"{"keys":[\#(listed.joined(separator: ","))],\#(TestNode.block)}"#)
    }) { documented, _, _ in
      var changed = documented
      changed["publicKey"] = ""
      return .object(changed)
    }
    #expect(try result.publicKey == wallet.publicKey)
  }

  @Test func signatureOverOtherMessageIsAnError() async throws {
    await #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try await sign { _, parameters, wallet in try wallet.signed(parameters, message: "goodbye") }
    }
  }

  @Test func signatureByAnotherKeyIsAnError() async throws {
    await #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try await sign { documented, _, _ in
        var changed = documented
        changed["publicKey"] = .string(try TestWallet(seed: 9).publicKey)
        return .object(changed)
      }
    }
  }

  @Test func signatureForAnotherAccountIsAnError() async throws {
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await sign { documented, _, _ in
        var changed = documented
        changed["accountId"] = "mallory.near"
        return .object(changed)
      }
    }
  }

  @Test(arguments: [
    "null", "{}", "[]", "7", "\"\"", "{\"signature\":null}", "{\"signature\":{}}", "{\"signature\":\"?\"}",
  ])
  func malformedAnswerIsAnError(_ answer: String) async throws {
    let value = try JSONParser.parse(answer)
    await #expect(throws: NEARError.self) { try await sign { _, _, _ in value } }
  }

  @Test func nonceOfWrongLengthIsRefusedBeforeWalletIsCalled() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    await #expect(throws: NEARError(code: .malformedNonce, reason: "")) {
      try await scene.manager.signMessage(message: "hello", recipient: "app.near", nonce: [1, 2, 3])
    }
    #expect(!scene.manager.showWalletUI)
  }
}
