import Encodings
import Foundation
import NEAR
import NEARSignatures
import Testing

/// Transactions in Borsh, tested with near-api-js and the layouts of nearcore.
@Suite("NEAR transactions")
struct TransactionTests {
  static let cases = (try? vectorList("near/transactions.json"))?.compactMap { $0["name"] as? String } ?? []

  static func vector(_ name: String) throws -> [String: Any] {
    try #require(vectorList("near/transactions.json").first { $0["name"] as? String == name })
  }

  static func bytes(_ vector: [String: Any], _ member: String) throws -> [UInt8] {
    try Hex.decode(#require(vector[member] as? String))
  }

  @Test func `the file has the expected number of vectors`() {
    #expect(Self.cases.count == 5)
  }

  @Test(arguments: ["transfer 1 yocto", "eight actions", "no actions"])
  func `hash and bytes equal those of near-api-js and round-trip`(name: String) throws {
    let vector = try Self.vector(name)
    let bytes = try Self.bytes(vector, "transactionBorshHex")
    let transaction = try NEARTransaction(borsh: bytes)
    #expect(transaction.borsh == bytes)
    #expect(Hex.encode(transaction.hash.bytes) == vector["sha256Hex"] as? String)
    let fields = try #require(vector["fields"] as? [String: Any])
    #expect(transaction.signerID.description == fields["signerId"] as? String)
    #expect(transaction.receiverID.description == fields["receiverId"] as? String)
    #expect(String(transaction.nonce) == fields["nonce"] as? String)
    #expect(transaction.format == .v0)
    if let key = fields["publicKey"] as? String { #expect(transaction.publicKey.description == key) }
    if let hash = fields["blockHash"] as? String, !hash.contains(" ") {
      #expect(transaction.blockHash == (try NEARHash(parsing: hash)))
      #expect(transaction.blockHash.description == hash)
    }
    #expect(transaction.actions.count == (fields["actions"] as? [Any])?.count)
  }

  @Test(arguments: ["transfer 1 yocto", "no actions"])
  func `signatures of near-api-js verify, and the same key creates them again`(name: String) throws {
    let vector = try Self.vector(name)
    let transaction = try NEARTransaction(borsh: Self.bytes(vector, "transactionBorshHex"))
    let signature = try NEARSignature(curve: .ed25519, bytes: Self.bytes(vector, "signatureHex"))
    let signed = SignedNEARTransaction(transaction: transaction, signature: signature)
    let verifier = NEARSignatureVerifier()
    try verifier.verify(signed)
    let secret = try NEARSecretKey(parsing: #require(vector["secretKey"] as? String))
    #expect(try secret.sign(transaction) == signed)

    var altered = transaction
    altered.nonce += 1
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try verifier.verify(SignedNEARTransaction(transaction: altered, signature: signature))
    }
  }

  @Test(arguments: ["transfer 1 yocto", "roundtrip signed_transaction1"])
  func `signed transactions round-trip and verify`(name: String) throws {
    let vector = try Self.vector(name)
    let member = name.hasPrefix("roundtrip") ? "borshHex" : "signedTransactionBorshHex"
    let bytes = try Self.bytes(vector, member)
    let signed = try SignedNEARTransaction(borsh: bytes)
    #expect(signed.borsh == bytes)
    #expect(try SignedNEARTransaction(base64: Base64.encode(bytes)) == signed)
    try NEARSignatureVerifier().verify(signed)
  }

  /// The vector comes from a round trip of near-api-js, which does not validate account ids. Nodes validate
  /// them during decoding (near-account-id's Borsh), and so does this library, so a transaction without a
  /// signer is refused. With a signer inserted, the same bytes round-trip.
  @Test func `a transaction with an invalid signer is refused and otherwise round-trips`() throws {
    let bytes = try Self.bytes(Self.vector("roundtrip transaction1"), "borshHex")
    #expect(throws: NEARError(code: .malformedAccountID, reason: "")) { try NEARTransaction(borsh: bytes) }
    let corrected: [UInt8] = [3, 0, 0, 0] + Array("bob".utf8) + Array(bytes.dropFirst(4))
    let transaction = try NEARTransaction(borsh: corrected)
    #expect(transaction.borsh == corrected)
    #expect(transaction.receiverID.description == "studio-vwcu9e41m")
    #expect(
      transaction.actions == [
        .functionCall(
          .init(
            methodName: "addMessage", arguments: Array("{\"text\":\"\"}".utf8), gas: 2_000_000,
            deposit: .zero))
      ])
  }

  @Test func `the first eight kinds of action equal those of near-api-js`() throws {
    let transaction = try NEARTransaction(
      borsh: Self.bytes(Self.vector("eight actions"), "transactionBorshHex"))
    let key = transaction.publicKey
    let million = NEARAmount(high: 0, low: 1_000_000)
    let zzz = NEARAction.FunctionCallPermission(allowance: nil, receiverID: "zzz", methodNames: ["www"])
    #expect(
      transaction.actions == [
        .createAccount,
        .deployContract(code: [1, 2, 3]),
        .functionCall(.init(methodName: "qqq", arguments: [1, 2, 3], gas: 1000, deposit: million)),
        .transfer(deposit: NEARAmount(high: 0, low: 123)),
        .stake(amount: million, publicKey: key),
        .addKey(publicKey: key, accessKey: .init(nonce: 0, permission: .functionCall(zzz))),
        .deleteKey(publicKey: key),
        .deleteAccount(beneficiaryID: try NEARAccountID(parsing: "123")),
      ])
  }

  @Test func `every kind of action has the layout of nearcore`() throws {
    let frame = try NEARActionSamples.transactions([])[0].borsh.dropLast(4)
    for (action, hex) in try NEARActionSamples.plain() {
      let bytes = try Array(frame) + [1, 0, 0, 0] + Hex.decode(hex)
      let transaction = try NEARActionSamples.transactions([action])[0]
      #expect(transaction.borsh == bytes, "\(action.kindName)")
      #expect(try NEARTransaction(borsh: bytes) == transaction, "\(action.kindName)")
    }
    let kinds = Set(try NEARActionSamples.all().map(\.kindName))
    #expect(kinds.count == 15)
  }

  @Test func `both layouts of a transaction contain every action and round-trip`() throws {
    let transactions = try NEARActionSamples.transactions(NEARActionSamples.all())
    #expect(Set(transactions.map(\.hash)).count == 3)
    for transaction in transactions {
      #expect(try NEARTransaction(borsh: transaction.borsh) == transaction)
      let secret = try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 5, count: 32))
      var own = transaction
      own.publicKey = try secret.publicKey()
      let signed = try secret.sign(own)
      #expect(try SignedNEARTransaction(borsh: signed.borsh) == signed)
      try NEARSignatureVerifier().verify(signed)
    }
  }

  @Test func `version 1 begins with its number and has an indexed nonce and a nonce mode`() throws {
    let transactions = try NEARActionSamples.transactions([])
    let alice = "0a000000616c6963652e6e656172" + "00" + String(repeating: "aa", count: 32)
    let rest = "03000000626f62" + String(repeating: "cc", count: 32) + "00000000"
    #expect(Hex.encode(transactions[0].borsh) == alice + "0c00000000000000" + rest)
    #expect(Hex.encode(transactions[1].borsh) == "01" + alice + "00" + "0c00000000000000" + rest + "00")
    #expect(
      Hex.encode(transactions[2].borsh) == "01" + alice + "01" + "0c00000000000000" + "0300" + rest + "01")
  }

  @Test func `malformed transactions are refused with the error of their defect`() throws {
    let good = try NEARActionSamples.transactions([])[0].borsh
    func expect(_ code: NEARError.Code, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
      #expect(throws: NEARError(code: code, reason: ""), sourceLocation: location) {
        try NEARTransaction(borsh: bytes)
      }
    }
    expect(.malformedBorsh, [])
    expect(.malformedBorsh, good.dropLast())
    expect(.malformedBorsh, good + [0])
    expect(.unsupportedAction, [2] + good)
    expect(.malformedBorsh, [UInt8](repeating: 0, count: (4 << 20) + 1))
    // The byte after the 14 bytes of the signer is the curve. 2 is ML-DSA-65, which is not supported.
    expect(.unsupportedCurve, Array(good[..<14]) + [2] + Array(good[15...]))
    let frame = Array(good.dropLast(4))
    expect(.unsupportedAction, frame + [1, 0, 0, 0, 15])
    expect(.unsupportedAction, frame + [1, 0, 0, 0, 255])
    expect(.malformedBorsh, frame + [1, 0, 0, 0])
    expect(.tooManyActions, frame + [101, 0, 0, 0] + [UInt8](repeating: 0, count: 101))
    expect(.tooManyActions, frame + [255, 255, 255, 255])
    #expect(
      try NEARTransaction(borsh: frame + [100, 0, 0, 0] + [UInt8](repeating: 0, count: 100)).actions.count
        == 100)
    // The length of the code exceeds the input.
    expect(.malformedBorsh, frame + [1, 0, 0, 0, 1, 255, 255, 255, 255])
    // A method name that is not UTF-8.
    expect(.malformedBorsh, frame + [1, 0, 0, 0, 2, 1, 0, 0, 0, 0xff] + [UInt8](repeating: 0, count: 28))
  }

  @Test func `an initial state contains each key once in ascending order`() throws {
    let code = NEARAction.GlobalContract.accountID(try NEARAccountID(parsing: "bob"))
    #expect(throws: NEARError(code: .duplicateStorageKey, reason: "")) {
      try NEARAction.StateInit(code: code, data: [.init(key: [1], value: []), .init(key: [1], value: [2])])
    }
    let frame = try Array(NEARActionSamples.transactions([])[0].borsh.dropLast(4)) + [1, 0, 0, 0, 11, 0]
    let bob = try Hex.decode("0103000000626f62")
    let unordered = try Hex.decode("02000000" + "0100000002" + "00000000" + "0100000001" + "00000000")
    let bytes = frame + bob + unordered + [UInt8](repeating: 0, count: 16)
    #expect(throws: NEARError(code: .duplicateStorageKey, reason: "")) { try NEARTransaction(borsh: bytes) }
  }

  @Test(arguments: ["", "AAA", "AAAA\n", "-_-_", "!!!!"])
  func `base64 that is not strict is refused`(text: String) {
    #expect(throws: NEARError.self) { try SignedNEARTransaction(base64: text) }
  }

  @Test func `JSON has decimal numbers as text, bytes in base64 and the names of JSON-RPC`() throws {
    let transactions = try NEARActionSamples.transactions([
      .functionCall(
        .init(
          methodName: "set", arguments: Array("{}".utf8), gas: .max,
          deposit: NEARAmount(high: .max, low: .max)))
    ])
    let json = try JSONParser.parse(transactions[2].json.serialized())
    #expect(json["hash"]?.string == transactions[2].hash.description)
    #expect(json["signer_id"]?.string == "alice.near")
    #expect(json["receiver_id"]?.string == "bob")
    #expect(json["nonce"]?.string == "12")
    #expect(json["nonce_index"]?.int64 == 3)
    #expect(json["nonce_mode"]?.string == "Strict")
    #expect(
      json["actions"] == [
        [
          "type": "FunctionCall",
          "params": [
            "method_name": "set", "args": "e30=", "gas": "18446744073709551615",
            "deposit": "340282366920938463463374607431768211455",
          ],
        ]
      ])
    #expect(transactions[0].json["nonce_mode"] == nil)
  }

  @Test func `every kind of action has JSON with its name and members`() throws {
    for action in try NEARActionSamples.all() {
      let json = action.json
      #expect(json["type"]?.string == action.kindName)
      #expect(json["params"]?.object != nil)
      #expect((json["params"]?.object?.isEmpty == true) == (action == .createAccount))
    }
    let gasKey = try NEARActionSamples.plain().map(\.action).first {
      if case .addKey(_, let key) = $0, case .gasKeyFunctionCall = key.permission { true } else { false }
    }
    #expect(
      gasKey?.json["params"]?["access_key"] == [
        "nonce": "0",
        "permission": [
          "GasKeyFunctionCall": [
            "balance": "1", "num_nonces": 515, "allowance": "18446744073709551621", "receiver_id": "bob",
            "method_names": ["a", "bc"],
          ]
        ],
      ])
  }
}
