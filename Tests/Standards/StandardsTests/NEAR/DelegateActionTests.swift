import Encodings
import NEAR
import NEARSignatures
import Testing

/// NEP-366 delegate actions, tested with vectors of near-api-js and a delegate action from the chain.
@Suite("NEP-366 delegate actions")
struct DelegateActionTests {
  struct Plain: Decodable, Sendable {
    var senderId: String
    var receiverId: String
    var nonce: String
    var maxBlockHeight: String
    var publicKey: String?
  }

  struct Case: Decodable, Sendable {
    var secretKey: String?
    var publicKey: String?
    var delegateAction: Plain?
    var delegateActionBorshHex: String?
    var signedDelegateActionBorshHex: String?
    var fields: Plain?
    var sha256Hex: String
    var signatureHex: String
  }

  struct File: Decodable { var vectors: [Case] }

  static let cases = (try? vectors("near/nep366_delegate_actions.json", as: File.self).vectors) ?? []

  @Test func `the file has the expected number of vectors`() {
    #expect(Self.cases.count == 2)
  }

  @Test func `an empty delegate action has the bytes, hash and signature of near-api-js`() throws {
    let vector = try #require(Self.cases.first)
    let plain = try #require(vector.delegateAction)
    let action = try DelegateAction(
      senderID: NEARAccountID(parsing: plain.senderId), receiverID: NEARAccountID(parsing: plain.receiverId),
      actions: [], nonce: #require(UInt64(plain.nonce)),
      maxBlockHeight: #require(UInt64(plain.maxBlockHeight)),
      publicKey: NEARPublicKey(parsing: #require(vector.publicKey)))
    #expect(Hex.encode(action.borsh) == vector.delegateActionBorshHex)
    #expect(try DelegateAction(borsh: action.borsh) == action)
    #expect(Hex.encode(action.hash.bytes) == vector.sha256Hex)
    let signed = try NEARSecretKey(parsing: #require(vector.secretKey)).sign(action)
    #expect(Hex.encode(signed.signature.bytes) == vector.signatureHex)
    try NEARSignatureVerifier().verify(signed)
    #expect(try SignedDelegateAction(base64: signed.base64) == signed)
  }

  @Test func `a delegate action from the chain with its tag is parsed and verified`() throws {
    let vector = try #require(Self.cases.last)
    let fields = try #require(vector.fields)
    let bytes = try Hex.decode(#require(vector.signedDelegateActionBorshHex))
    let signed = try SignedDelegateAction(borsh: bytes)
    try NEARSignatureVerifier().verify(signed)
    let action = signed.delegateAction
    #expect(Hex.encode(action.hash.bytes) == vector.sha256Hex)
    #expect(Hex.encode(signed.signature.bytes) == vector.signatureHex)
    #expect(action.senderID.description == fields.senderId)
    #expect(action.receiverID.description == fields.receiverId)
    #expect(String(action.nonce) == fields.nonce)
    #expect(String(action.maxBlockHeight) == fields.maxBlockHeight)
    #expect(action.publicKey.description == fields.publicKey)
    #expect(
      action.actions == [
        .functionCall(
          .init(
            methodName: "set_greeting", arguments: Array("{\"greeting\":\"Hello\"}".utf8),
            gas: 30_000_000_000_000, deposit: .zero))
      ])
    // Without the tag it is equal, and inside a transaction it has the tag.
    #expect(signed.borsh == Array(bytes.dropFirst()))
    #expect(try SignedDelegateAction(borsh: signed.borsh) == signed)
    let frame = try NEARActionSamples.transactions([])[0].borsh.dropLast(4)
    #expect(try NEARActionSamples.transactions([.delegate(signed)])[0].borsh == frame + [1, 0, 0, 0] + bytes)
  }

  @Test func `every changed byte of a delegate action is refused`() throws {
    let bytes = try Hex.decode(#require(Self.cases.last?.signedDelegateActionBorshHex))
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 0x10
      #expect(throws: NEARError.self) {
        try NEARSignatureVerifier().verify(SignedDelegateAction(borsh: altered))
      }
    }
  }

  @Test
  func `both layouts contain every other action, round-trip in all four forms and have different signatures`()
    throws
  {
    let secret = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 6, count: 32))
    let frame = try NEARActionSamples.transactions([])[0].borsh.count
    for actions in [[], try NEARActionSamples.plain().map(\.action)] {
      let unsigned = try NEARActionSamples.delegateActions(actions)
      #expect(Set(unsigned.map(\.hash)).count == 3)
      #expect(unsigned.map(\.tag) == [1_073_742_190, 1_073_742_435, 1_073_742_435])
      for action in unsigned {
        #expect(try DelegateAction(borsh: action.borsh) == action)
        let signed = try secret.sign(action)
        #expect(try SignedDelegateAction(borsh: signed.borsh) == signed)
        let onChain = try NEARActionSamples.transactions([.delegate(signed)])[0].borsh.dropFirst(frame)
        #expect(onChain.first == (action.format == .nep366 ? 8 : 14))
        #expect(try SignedDelegateAction(borsh: Array(onChain)) == signed)
      }
    }
  }

  @Test func `version 2 has the layout of nearcore`() throws {
    let actions = try NEARActionSamples.delegateActions([])
    let ids = "08000000" + Hex.encode("eightsnd".utf8) + "0e000000" + Hex.encode("fourteen-chars".utf8)
    let rest = "0b00000000000000" + "00" + String(repeating: "aa", count: 32)
    #expect(Hex.encode(actions[0].borsh) == ids + "00000000" + "0a00000000000000" + rest)
    #expect(Hex.encode(actions[1].borsh) == "00" + ids + "00000000" + "00" + "0a00000000000000" + rest)
    #expect(
      Hex.encode(actions[2].borsh) == "00" + ids + "00000000" + "01" + "0a00000000000000" + "0504" + rest)
  }

  /// An account id of 8 or 14 characters begins like the tag of an action, but must not be parsed as a tag.
  @Test(arguments: [2, 7, 8, 9, 13, 14, 15, 64], [2, 8, 14, 64])
  func `the form is recognized by its first bytes for all lengths`(sender: Int, receiver: Int) throws {
    let secret = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 6, count: 32))
    for format in [DelegateAction.Format.nep366, .v2(nonceIndex: nil)] {
      let signed = try secret.sign(
        DelegateAction(
          senderID: NEARAccountID(parsing: String(repeating: "s", count: sender)),
          receiverID: NEARAccountID(parsing: String(repeating: "r", count: receiver)), actions: [], nonce: 1,
          maxBlockHeight: 2, publicKey: secret.publicKey(), format: format))
      let tag: UInt8 = format == .nep366 ? 8 : 14
      #expect(try SignedDelegateAction(borsh: signed.borsh) == signed)
      #expect(try SignedDelegateAction(borsh: [tag] + signed.borsh) == signed)
    }
  }

  @Test func `a nested delegate action is refused when built and when parsed`() throws {
    let inner = SignedDelegateAction(
      delegateAction: try NEARActionSamples.delegateActions([])[0],
      signature: try NEARSignature(curve: .ed25519, bytes: [UInt8](repeating: 0, count: 64)))
    #expect(throws: NEARError(code: .nestedDelegateAction, reason: "")) {
      try NEARActionSamples.delegateActions([.createAccount, .delegate(inner)])
    }
    let frame = try NEARActionSamples.delegateActions([])[0].borsh.prefix(30)
    for tag in [8, 14] as [UInt8] {
      #expect(throws: NEARError(code: .nestedDelegateAction, reason: "")) {
        try SignedDelegateAction(borsh: frame + [1, 0, 0, 0, tag] + inner.borsh)
      }
    }
    var deep: [UInt8] = []
    for _ in 0..<20_000 { deep += frame + [1, 0, 0, 0, 8] }
    #expect(throws: NEARError(code: .nestedDelegateAction, reason: "")) {
      try SignedDelegateAction(borsh: deep)
    }
  }

  @Test func `the JSON has the names of JSON-RPC`() throws {
    let bytes = try Hex.decode(#require(Self.cases.last?.signedDelegateActionBorshHex))
    let json = try SignedDelegateAction(borsh: bytes).json
    #expect(json["signature"]?.string?.hasPrefix("ed25519:") == true)
    #expect(
      json["delegate_action"] == [
        "sender_id": "the-user.testnet", "receiver_id": "hello.near-examples.testnet",
        "actions": [
          [
            "type": "FunctionCall",
            "params": [
              "method_name": "set_greeting",
              "args": .string(Base64.encode(Array("{\"greeting\":\"Hello\"}".utf8))),
              "gas": "30000000000000", "deposit": "0",
            ],
          ]
        ],
        "nonce": "158895108000003", "max_block_height": "159096381",
        "public_key": "ed25519:BQY2mvDAmt5fRHNw6ZBJshBDftaTiFbGeYD1YJ4ywvAG",
      ])
  }
}
