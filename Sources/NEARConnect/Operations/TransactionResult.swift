/// What became of transactions that a wallet signed and sent.
public struct TransactionResult: Sendable, Hashable {
  /// Their hashes, in the order they were asked for, in base58.
  public let transactionHashes: [String]
  /// What the wallet answered, as JSON.
  public let rawResult: String?
  /// Whether each was seen to be what was asked for: in the wallet's answer, or on the chain when the wallet
  /// answered a hash alone. False when the chain could not be asked.
  public let isChecked: Bool

  /// Makes a result.
  public init(transactionHashes: [String], rawResult: String?) {
    self.init(transactionHashes: transactionHashes, rawResult: rawResult, isChecked: false)
  }

  init(transactionHashes: [String], rawResult: String?, isChecked: Bool) {
    self.transactionHashes = transactionHashes
    self.rawResult = rawResult
    self.isChecked = isChecked
  }
}
