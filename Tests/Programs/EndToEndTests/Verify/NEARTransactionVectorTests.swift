import BinaryEncodings
import Encodings
import Testing

@Suite("doorward verify: NEAR transactions and delegate actions, by the vectors")
struct NEARTransactionVectorTests {
  /// Bytes and a signature, both in hexadecimal, as base64 with the tag of Ed25519 between them.
  static func signed(_ hex: JSONValue?, _ signature: JSONValue?) throws -> JSONValue {
    let bytes = try Hex.decode(#require(hex?.string))
    guard let signature = signature?.string else { return .string(Base64.encode(bytes)) }
    return .string(Base64.encode(bytes + [0] + (try Hex.decode(signature))))
  }

  @Test func `delegate actions verify and have their members`() async throws {
    let cases = try vectorList("near/nep366_delegate_actions.json")
    let primitives = try vectorList("near/near_primitives.json", "delegates")
    #expect(cases.count == 2)
    #expect(primitives.count == 2)
    let lines =
      try cases.map { vector in
        vector.present("signedDelegateActionBorshHex") != nil
          ? try Self.signed(vector["signedDelegateActionBorshHex"], nil)
          : try Self.signed(vector["delegateActionBorshHex"], vector["signatureHex"])
      } + primitives.map { try Self.signed($0["delegateActionBorshHex"], $0["signatureHex"]) }
    let answers = try await verify("nep366", lines.map { ["signed_delegate_action": $0] })
    #expect(answers.map(verdict) == ["valid", "valid", "valid", "valid"])
    for (vector, answer) in zip(cases, answers) {
      let fields = vector.present("fields") ?? vector["delegateAction"]
      let action = answer["delegate_action"]
      #expect(action?["sender_id"] == fields?["senderId"])
      #expect(action?["receiver_id"] == fields?["receiverId"])
      #expect(action?["nonce"] == fields?["nonce"])
      #expect(action?["max_block_height"] == fields?["maxBlockHeight"])
      #expect(action?["actions"]?.array?.count == fields?["actions"]?.array?.count)
    }
  }

  @Test func `transactions with every kind of action verify and have their hash`() async throws {
    let signed = try vectorList("near/transactions.json").compactMap { vector -> JSONValue? in
      if vector.present("signedTransactionBorshHex") != nil {
        return try Self.signed(vector["signedTransactionBorshHex"], nil)
      }
      if vector["name"] == "roundtrip signed_transaction1" { return try Self.signed(vector["borshHex"], nil) }
      guard vector.present("signatureHex") != nil else { return nil }
      return try Self.signed(vector["transactionBorshHex"], vector["signatureHex"])
    }
    #expect(signed.count == 3)
    let primitives = try vectorList("near/near_primitives.json", "transactions")
    #expect(primitives.count == 17)
    let lines = try signed + primitives.map { try Self.signed($0["transactionBorshHex"], $0["signatureHex"]) }
    let answers = try await verify("near-transaction", lines.map { ["signed_transaction": $0] })
    #expect(Set(answers.map(verdict)) == ["valid"])
    for (vector, answer) in zip(primitives, answers.dropFirst(signed.count)) {
      let hash = try Hex.decode(#require(vector["sha256Hex"]?.string))
      #expect(answer["transaction"]?["hash"]?.string == Base58.encode(hash), "\(vector["name"] ?? .null)")
    }
  }

  @Test func `changed bytes, added bytes and other text are refused`() async throws {
    let vector = try #require(try vectorList("near/nep366_delegate_actions.json").last)
    let bytes = try Hex.decode(#require(vector["signedDelegateActionBorshHex"]?.string))
    var altered = bytes
    altered[altered.count - 1] ^= 1
    let answers = try await verify(
      "nep366",
      [altered, bytes + [0], Array(bytes.dropLast()), []].map {
        ["signed_delegate_action": .string(Base64.encode($0))]
      } + [["signed_delegate_action": "?"], ["signed_delegate_action": 1], [:]])
    #expect(
      answers.map(verdict) == [
        "wrong_signature", "malformed_borsh", "malformed_borsh", "malformed_borsh", "malformed_base64",
        "wrong_type", "missing_member",
      ])
  }
}
