import Encodings
import NEAR
import NEARSignatures
import Testing

/// Transactions and delegate actions, compared with bytes and hashes of nearcore's own library.
@Suite("NEAR transactions of near-primitives")
struct NEARPrimitivesTests {
  struct File: Decodable {
    struct Transaction: Decodable {
      var name: String
      var transactionBorshHex: String
      var sha256Hex: String
      var signatureHex: String
      var signedTransactionBorshHex: String
    }

    struct Delegate: Decodable {
      var name: String
      var delegateActionBorshHex: String
      var sha256Hex: String
      var signatureHex: String
    }

    var publicKey: String
    var transactions: [Transaction]
    var delegates: [Delegate]
  }

  let file: File
  let key: NEARPublicKey
  let secret: NEARSecretKey

  init() throws {
    file = try vectors("near/near_primitives.json")
    key = try NEARPublicKey(parsing: file.publicKey)
    secret = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](0..<32))
  }

  /// The inputs of near-primitives, with the names in the file.
  func actions() throws -> [(name: String, action: NEARAction)] {
    let code = Array("\0asm".utf8)
    let app = { NEARAction.FunctionCallPermission(allowance: $0, receiverID: "app.near", methodNames: $1) }
    let addKey = { NEARAction.addKey(publicKey: key, accessKey: .init(nonce: $0, permission: $1)) }
    return [
      ("createAccount", .createAccount),
      ("deployContract", .deployContract(code: code + [1, 0, 0, 0])),
      (
        "functionCall",
        .functionCall(
          .init(
            methodName: "ft_transfer", arguments: Array(#"{"a":"é"}"#.utf8), gas: 30_000_000_000_000,
            deposit: try NEARAmount(parsingYocto: "1")))
      ),
      ("transfer", .transfer(deposit: .max)),
      ("stake", .stake(amount: try NEARAmount(parsing: "1"), publicKey: key)),
      ("addKeyFull", addKey(7, .fullAccess)),
      ("addKeyFC", addKey(0, .functionCall(app(try NEARAmount(parsing: "0.25"), ["a", "b"])))),
      ("addKeyFCnone", addKey(0, .functionCall(app(nil, [])))),
      ("deleteKey", .deleteKey(publicKey: key)),
      ("deleteAccount", .deleteAccount(beneficiaryID: try NEARAccountID(parsing: "beneficiary.near"))),
      ("deployGlobalHash", .deployGlobalContract(code: code, mode: .codeHash)),
      ("deployGlobalAccount", .deployGlobalContract(code: code, mode: .accountID)),
      ("useGlobalAccount", .useGlobalContract(.accountID(try NEARAccountID(parsing: "global.near")))),
      ("useGlobalHash", .useGlobalContract(.codeHash(try NEARHash(bytes: [UInt8](0..<32))))),
    ]
  }

  func delegate(_ actions: [NEARAction]) throws -> DelegateAction {
    try DelegateAction(
      senderID: NEARAccountID(parsing: "sender.near"), receiverID: NEARAccountID(parsing: "receiver.near"),
      actions: actions, nonce: 12_345_678_901_234_567_890, maxBlockHeight: 1 << 63, publicKey: key)
  }

  /// All contents of the file, built with this library.
  func contents() throws -> [String: [NEARAction]] {
    let single = try actions()
    let all = single.map(\.action)
    var contents = Dictionary(uniqueKeysWithValues: single.map { ($0.name, [$0.action]) })
    contents["all"] = all
    contents["delegate none"] = [.delegate(try secret.sign(delegate([])))]
    contents["delegate all"] = [.delegate(try secret.sign(delegate(all)))]
    return contents
  }

  @Test func `every transaction is built, hashed, signed and parsed like in nearcore`() throws {
    let contents = try contents()
    #expect(file.transactions.count == 17)
    #expect(Set(file.transactions.map(\.name)) == Set(contents.keys))
    for vector in file.transactions {
      let built = NEARTransaction(
        signerID: try NEARAccountID(parsing: "alice.near"), publicKey: key,
        nonce: vector.name == "all" ? .max : 42, receiverID: try NEARAccountID(parsing: "bob.near"),
        blockHash: try NEARHash(bytes: [UInt8](100..<132)),
        actions: try #require(contents[vector.name]))
      #expect(Hex.encode(built.borsh) == vector.transactionBorshHex, "\(vector.name)")
      #expect(Hex.encode(built.hash.bytes) == vector.sha256Hex, "\(vector.name)")

      let signed = try secret.sign(built)
      #expect(Hex.encode(signed.signature.bytes) == vector.signatureHex, "\(vector.name)")
      #expect(Hex.encode(signed.borsh) == vector.signedTransactionBorshHex, "\(vector.name)")
      let read = try SignedNEARTransaction(borsh: Hex.decode(vector.signedTransactionBorshHex))
      #expect(read == signed, "\(vector.name)")
      try NEARSignatureVerifier().verify(read)
    }
  }

  @Test func `every delegate action is built, hashed, signed and parsed like in nearcore`() throws {
    let all = try actions().map(\.action)
    #expect(file.delegates.map(\.name) == ["none", "all"])
    for (vector, actions) in zip(file.delegates, [[], all]) {
      let built = try delegate(actions)
      #expect(Hex.encode(built.borsh) == vector.delegateActionBorshHex, "\(vector.name)")
      #expect(Hex.encode(built.hash.bytes) == vector.sha256Hex, "\(vector.name)")
      #expect(try DelegateAction(borsh: Hex.decode(vector.delegateActionBorshHex)) == built)
      #expect(Hex.encode(try secret.sign(built).signature.bytes) == vector.signatureHex)
    }
  }
}
