internal import Encodings
internal import NEAR

/// What a wallet answers of one transaction: the outcome that a node gave it, or the hash alone
/// (NEAR RPC §tx, `FinalExecutionOutcome`).
struct TransactionOutcome {
  let hash: String
  private let transaction: JSONObject?
  private let status: JSONValue

  /// Reads the outcomes of an answer; those that have no hash are none.
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

  /// Web wallets answer hashes with commas between them.
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

  /// Checks what the wallet shows of the transaction. A wallet may show nothing but the hash.
  ///
  /// - Throws: `mismatched_wallet_answer` when it shows something else, `transaction_failed` when it failed.
  func check(against request: TransactionRequest, _ accountId: String) throws(NEARError) {
    if status["Failure"] != nil { throw Self.failed(hash) }
    guard let transaction, let signer = WalletAnswer.text(transaction, "signer_id", "signerId"),
      let receiver = WalletAnswer.text(transaction, "receiver_id", "receiverId")
    else { return }
    _ = try Self.isOf(
      request, accountId, hash: hash, signer: signer, receiver: receiver,
      actions: transaction["actions"]?.array)
  }

  /// Whether what is shown of a transaction is what was asked for; false when too little is shown to say.
  static func isOf(
    _ request: TransactionRequest, _ accountId: String, hash: String, signer: String, receiver: String,
    actions: [JSONValue]?
  ) throws(NEARError) -> Bool {
    guard signer == accountId else { throw .mismatch("transaction \(hash) is of another account") }
    guard receiver == request.receiverId else {
      throw .mismatch("transaction \(hash) is for another receiver")
    }
    guard let actions else { return false }
    let other = NEARError.mismatch("transaction \(hash) does something else")
    guard actions.count == request.actions.count else { throw other }
    let shown = zip(actions, request.actions).map { ActionView($0).isOf($1) }
    guard !shown.contains(false) else { throw other }
    return !shown.contains(nil)
  }

  static func failed(_ hash: String) -> NEARError {
    NEARError(code: .transactionFailed, reason: "Transaction \(hash) failed on the chain.")
  }
}
