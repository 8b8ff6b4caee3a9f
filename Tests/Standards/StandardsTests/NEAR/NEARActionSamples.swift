import Encodings
import NEAR

/// An action of every kind and shape, with its bytes in nearcore's layout, written by hand.
enum NEARActionSamples {
  static let ed25519 = Result {
    try NEARPublicKey(curve: .ed25519, bytes: [UInt8](repeating: 0xaa, count: 32))
  }
  static let secp256k1 = Result {
    try NEARPublicKey(curve: .secp256k1, bytes: [UInt8](repeating: 0xbb, count: 64))
  }

  private static let ed25519Hex = "00" + String(repeating: "aa", count: 32)
  private static let secp256k1Hex = "01" + String(repeating: "bb", count: 64)
  private static let hashHex = String(repeating: "cc", count: 32)
  /// 2^64 + 5 in 16 bytes.
  private static let amountHex = "05000000000000000100000000000000"
  private static let oneHex = "01000000000000000000000000000000"
  private static let amount = NEARAmount(high: 1, low: 5)
  private static let one = NEARAmount(high: 0, low: 1)

  /// Every kind except delegate actions, with its bytes in hexadecimal.
  static func plain() throws -> [(action: NEARAction, hex: String)] {
    let key = try ed25519.get()
    let otherKey = try secp256k1.get()
    let hash = try NEARHash(bytes: [UInt8](repeating: 0xcc, count: 32))
    let bob = try NEARAccountID(parsing: "bob")
    let permission = NEARAction.FunctionCallPermission(
      allowance: amount, receiverID: "bob", methodNames: ["a", "bc"])
    // The receiver is text, because nodes also accept strings that are not account ids.
    let anything = NEARAction.FunctionCallPermission(
      allowance: nil, receiverID: "Not an id", methodNames: [])
    let permissionHex = "01\(amountHex)03000000626f62" + "02000000" + "0100000061" + "020000006263"
    let anythingHex = "00" + "090000004e6f7420616e206964" + "00000000"
    let gasKey = NEARAction.GasKey(balance: one, nonceCount: 0x0203)
    let gasKeyHex = oneHex + "0302"
    let state = try NEARAction.StateInit(
      code: .accountID(bob), data: [.init(key: [2], value: []), .init(key: [1, 9], value: [7])])
    let stateHex =
      "00" + "0103000000626f62" + "02000000" + "020000000109" + "0100000007" + "0100000002" + "00000000"
    let accessKey = { NEARAction.AccessKey(nonce: $0, permission: $1) }
    return [
      (.createAccount, "00"),
      (.deployContract(code: [1, 2, 3]), "0103000000010203"),
      (
        .functionCall(.init(methodName: "ft", arguments: [0x7b, 0x7d], gas: 0x0102, deposit: amount)),
        "02020000006674" + "020000007b7d" + "0201000000000000" + amountHex
      ),
      (.transfer(deposit: amount), "03" + amountHex),
      (.stake(amount: one, publicKey: key), "04" + oneHex + ed25519Hex),
      (
        .addKey(publicKey: key, accessKey: accessKey(7, .functionCall(permission))),
        "05" + ed25519Hex + "0700000000000000" + "00" + permissionHex
      ),
      (
        .addKey(publicKey: otherKey, accessKey: accessKey(0, .functionCall(anything))),
        "05" + secp256k1Hex + "0000000000000000" + "00" + anythingHex
      ),
      (
        .addKey(publicKey: key, accessKey: accessKey(0, .fullAccess)),
        "05" + ed25519Hex + "0000000000000000" + "01"
      ),
      (
        .addKey(publicKey: key, accessKey: accessKey(0, .gasKeyFunctionCall(gasKey, permission))),
        "05" + ed25519Hex + "0000000000000000" + "02" + gasKeyHex + permissionHex
      ),
      (
        .addKey(publicKey: key, accessKey: accessKey(0, .gasKeyFullAccess(gasKey))),
        "05" + ed25519Hex + "0000000000000000" + "03" + gasKeyHex
      ),
      (.deleteKey(publicKey: otherKey), "06" + secp256k1Hex),
      (.deleteAccount(beneficiaryID: bob), "0703000000626f62"),
      (.deployGlobalContract(code: [9], mode: .codeHash), "09010000000900"),
      (.deployGlobalContract(code: [9], mode: .accountID), "09010000000901"),
      (.useGlobalContract(.codeHash(hash)), "0a00" + hashHex),
      (.useGlobalContract(.accountID(bob)), "0a0103000000626f62"),
      (.deterministicStateInit(state, deposit: one), "0b" + stateHex + oneHex),
      (.transferToGasKey(publicKey: key, deposit: one), "0c" + ed25519Hex + oneHex),
      (.withdrawFromGasKey(publicKey: key, amount: amount), "0d" + ed25519Hex + amountHex),
    ]
  }

  /// An unsigned delegate action of each layout with these actions.
  static func delegateActions(_ actions: [NEARAction]) throws -> [DelegateAction] {
    try [DelegateAction.Format.nep366, .v2(nonceIndex: nil), .v2(nonceIndex: 0x0405)].map { format in
      try DelegateAction(
        senderID: NEARAccountID(parsing: "eightsnd"), receiverID: NEARAccountID(parsing: "fourteen-chars"),
        actions: actions, nonce: 0x0a, maxBlockHeight: 0x0b, publicKey: ed25519.get(), format: format)
    }
  }

  /// Every kind of action, including delegate actions.
  static func all() throws -> [NEARAction] {
    let plain = try plain().map(\.action)
    let signature = try NEARSignature(curve: .secp256k1, bytes: [UInt8](repeating: 0xdd, count: 65))
    return try plain
      + delegateActions(plain).map {
        .delegate(SignedDelegateAction(delegateAction: $0, signature: signature))
      }
  }

  /// A transaction of each layout with these actions.
  static func transactions(_ actions: [NEARAction]) throws -> [NEARTransaction] {
    let formats: [NEARTransaction.Format] = [
      .v0, .v1(nonceIndex: nil, nonceMode: .monotonic), .v1(nonceIndex: 3, nonceMode: .strict),
    ]
    return try formats.map { format in
      try NEARTransaction(
        signerID: NEARAccountID(parsing: "alice.near"), publicKey: ed25519.get(), nonce: 0x0c,
        receiverID: NEARAccountID(parsing: "bob"),
        blockHash: NEARHash(bytes: [UInt8](repeating: 0xcc, count: 32)),
        actions: actions, format: format)
    }
  }
}
