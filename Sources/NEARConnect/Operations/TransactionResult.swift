/// What became of transactions that a wallet signed and sent.
public struct TransactionResult: Sendable, Hashable {
  /// Their hashes, in the order they were asked for, in base58.
  public let transactionHashes: [String]
  /// What the wallet answered, as JSON.
  public let rawResult: String?
  /// Whether the chain confirmed, in final blocks, that each transaction is what was asked for and succeeded.
  /// False when no node could be asked, or when a transaction was not final within the time limit: look at
  /// ``NEARWalletManager/transactionStatus(_:senderId:)`` later. False, too, when an action is not compared in full,
  /// such as the deployment of a contract.
  public let isChecked: Bool

  /// Makes a result, for tests and previews of apps.
  public init(transactionHashes: [String], rawResult: String?, isChecked: Bool = false) {
    self.transactionHashes = transactionHashes
    self.rawResult = rawResult
    self.isChecked = isChecked
  }
}
