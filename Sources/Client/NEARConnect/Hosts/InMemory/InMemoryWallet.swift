internal import Encodings
internal import NEAR

#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import DoorwardOpenSSL
#endif

/// The wallet of an ``InMemoryBridgeHost``: an account and a new Ed25519 key.
struct InMemoryWallet {
  let accountId: NEARAccountID
  let publicKey: NEARPublicKey

  #if canImport(CryptoKit)
    private let key = Curve25519.Signing.PrivateKey()
  #else
    private let key: Ed25519PrivateKey
  #endif

  init(accountId: String) throws(NEARError) {
    self.accountId = try NEARAccountID(parsing: accountId)
    #if canImport(CryptoKit)
      publicKey = try NEARPublicKey(curve: .ed25519, bytes: Array(key.publicKey.rawRepresentation))
    #else
      guard let key = try? Ed25519PrivateKey() else {
        throw NEARError(code: .malformedSecretKey, reason: "The system cannot make a key.")
      }
      self.key = key
      publicKey = try NEARPublicKey(curve: .ed25519, bytes: key.publicKey)
    #endif
  }

  /// The account in the format of a wallet's answer.
  var account: JSONValue {
    ["accountId": .string(accountId.description), "publicKey": .string(publicKey.description)]
  }

  func sign(message parameters: JSONValue) throws(NEARError) -> JSONValue {
    let message = try NEP413Message(
      message: parameters["message"]?.string ?? "", recipient: parameters["recipient"]?.string ?? "",
      nonceBase64: parameters["nonce"]?.string ?? "")
    var answer = account.object ?? [:]
    answer["signature"] = .string(try sign(message.hash).base64)
    return .object(answer)
  }

  func transaction(_ request: JSONValue, nonce: UInt64) throws(NEARError) -> NEARTransaction {
    NEARTransaction(
      signerID: accountId, publicKey: publicKey, nonce: nonce,
      receiverID: try NEARAccountID(parsing: request["receiverId"]?.string ?? ""),
      blockHash: NEARHash(of: []), actions: try actions(request))
  }

  func sign(delegate request: JSONValue, nonce: UInt64) throws(NEARError) -> SignedDelegateAction {
    let action = try DelegateAction(
      senderID: accountId, receiverID: NEARAccountID(parsing: request["receiverId"]?.string ?? ""),
      actions: actions(request), nonce: nonce, maxBlockHeight: InMemoryChain.blockHeight + 1000,
      publicKey: publicKey)
    return SignedDelegateAction(delegateAction: action, signature: try sign(action.hash.bytes))
  }

  /// Parses the actions of a request from the format that the page receives; see ``ConnectorAction``.
  private func actions(_ request: JSONValue) throws(NEARError) -> [NEARAction] {
    var actions: [NEARAction] = []
    for element in request["actions"]?.array ?? [] {
      var action = element["action"] ?? .null
      if var object = action.object, var params = object["params"]?.object {
        for name in (element["bytes"]?.array ?? []).compactMap(\.string) {
          params[name] = .array((WalletAnswer.bytes(params[name] ?? .null) ?? []).map { .integer($0) })
        }
        // The library sends arguments that are an object to the contract as JSON text.
        if let arguments = params["args"]?.object { params["args"] = .string(arguments.serializedText) }
        object["params"] = .object(params)
        action = .object(object)
      }
      actions.append(try ActionDictionary(action.dictionary).action())
    }
    return actions
  }

  private func sign(_ digest: [UInt8]) throws(NEARError) -> NEARSignature {
    #if canImport(CryptoKit)
      let signature = try? Array(key.signature(for: Data(digest)))
    #else
      let signature = try? key.sign(digest)
    #endif
    guard let signature else { throw NEARError(code: .malformedSecretKey, reason: "The key cannot sign.") }
    return try NEARSignature(curve: .ed25519, bytes: signature)
  }
}

extension JSONObject {
  fileprivate var serializedText: String { String(decoding: serialized(), as: UTF8.self) }
}

extension JSONValue {
  /// The members as a Swift dictionary.
  fileprivate var dictionary: [String: Any] {
    Dictionary(uniqueKeysWithValues: (object ?? [:]).map { ($0.key, $0.value.plain) })
  }

  private var plain: Any {
    switch self {
    case .null: return Optional<Int>.none as Any
    case .bool(let value): return value
    case .number(let number): return number.uint64.map { $0 as Any } ?? number.text
    case .string(let text): return text
    case .array(let elements):
      let bytes = elements.compactMap { $0.uint64.flatMap { UInt8(exactly: $0) } }
      return bytes.count == elements.count && !bytes.isEmpty ? bytes : elements.map(\.plain)
    case .object: return dictionary
    }
  }
}
