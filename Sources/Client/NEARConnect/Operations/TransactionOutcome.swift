internal import Encodings
internal import NEAR

/// A wallet's answer for one transaction: either the outcome from a node, or only the hash (NEAR RPC §tx,
/// `FinalExecutionOutcome`).
struct TransactionOutcome {
  let hash: String
  private let transaction: JSONObject?
  private let status: JSONValue

  /// Parses the outcomes of an answer. Elements without a hash are skipped.
  static func read(_ value: JSONValue) -> [TransactionOutcome] {
    let answer = WalletAnswer(value)
    if let object = answer.value.object {
      for name in ["transactions", "outcomes", "results"] {
        if let list = object[name]?.array { return list.compactMap { TransactionOutcome($0) } }
      }
      let hashes = object["transactionHashes"] ?? object["transaction_hashes"]
      if let list = hashes?.array { return list.compactMap { TransactionOutcome($0) } }
      if let text = hashes?.string { return hashList(text) }
    }
    return answer.elements.flatMap { element in
      element.string.map(hashList) ?? TransactionOutcome(element).map { [$0] } ?? []
    }
  }

  /// Web wallets answer with a comma-separated list of hashes.
  private static func hashList(_ text: String) -> [TransactionOutcome] {
    text.split(separator: ",").prefix(128).compactMap { TransactionOutcome(.string(String($0))) }
  }

  private init?(_ value: JSONValue) {
    let value = WalletAnswer(value).value
    let object = value.object ?? [:]
    transaction = object["transaction"]?.object
    status = object["status"] ?? .null
    let hash =
      value.string ?? transaction?["hash"]?.string ?? object["transaction_outcome"]?["id"]?.string
      ?? WalletAnswer.text(object, "transactionHash", "transaction_hash", "hash", "txHash", "id")
    guard let hash, (try? NEARHash(parsing: hash)) != nil else { return nil }
    self.hash = hash
  }

  /// Compares the details in the wallet's answer with the request. An answer may contain only the hash.
  ///
  /// - Throws: `mismatched_wallet_answer` if the details differ, `transaction_failed` if the transaction
  ///   failed.
  func check(against request: TransactionRequest, _ accountId: String) throws(NEARError) {
    if status["Failure"] != nil { throw Self.failed(hash) }
    guard let transaction, let signer = WalletAnswer.text(transaction, "signer_id", "signerId"),
      let receiver = WalletAnswer.text(transaction, "receiver_id", "receiverId")
    else { return }
    _ = try Self.matches(
      request, accountId, hash: hash, signer: signer, receiver: receiver,
      actions: transaction["actions"]?.array)
  }

  /// Whether the shown details of a transaction match the request; false if there are too few details.
  static func matches(
    _ request: TransactionRequest, _ accountId: String, hash: String, signer: String, receiver: String,
    actions: [JSONValue]?
  ) throws(NEARError) -> Bool {
    guard signer == accountId else { throw .mismatch("the transaction \(hash) has another signer") }
    guard receiver == request.receiverId else {
      throw .mismatch("the transaction \(hash) has another receiver")
    }
    guard let actions else { return false }
    let otherActions = NEARError.mismatch("the transaction \(hash) has other actions")
    guard actions.count == request.actions.count else { throw otherActions }
    let shown = zip(actions, request.actions).map { ActionView($0).matches($1) }
    guard !shown.contains(false) else { throw otherActions }
    return !shown.contains(nil)
  }

  static func failed(_ hash: String) -> NEARError {
    NEARError(code: .transactionFailed, reason: "The transaction \(hash) failed on the chain.")
  }
}
