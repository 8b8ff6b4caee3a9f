public import NEAR

/// The result of transactions that a wallet signed and sent.
public struct TransactionResult: Sendable, Hashable {
  /// The hashes of the transactions in base58, in the order of the requests.
  public let transactionHashes: [String]
  /// The wallet's answer as JSON.
  public let rawResult: String?
  /// Whether the chain confirmed, in final blocks, that each transaction matches its request and succeeded.
  ///
  /// False if no node answered, or if a transaction was not final within the time limit; query
  /// ``NEARWalletManager/transactionStatus(_:senderId:)`` later. Also false if an action is not compared in
  /// full, such as the deployment of a contract.
  public let isChecked: Bool

  /// Creates a result, for tests and previews of apps.
  public init(transactionHashes: [String], rawResult: String?, isChecked: Bool = false) {
    self.transactionHashes = transactionHashes
    self.rawResult = rawResult
    self.isChecked = isChecked
  }
}

/// Delegate actions that a wallet signed and a relayer can submit (NEP-366).
public struct DelegateActionResult: Sendable, Hashable {
  /// The signed delegate actions in standard base64 of their Borsh encoding, which relayers accept.
  public let signedDelegateActions: [String]
  /// The same delegate actions, decoded. The manager has verified that each matches its request and has a valid
  /// signature.
  public let decoded: [SignedDelegateAction]

  /// Creates a result, for tests and previews of apps.
  public init(_ decoded: [SignedDelegateAction]) {
    self.decoded = decoded
    signedDelegateActions = decoded.map(\.base64)
  }
}
