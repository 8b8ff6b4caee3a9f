/// Labels a client may attach to a wallet: shown to people, trusted by nobody.
public struct WalletMetadata: Sendable, Equatable {
  public var clientType: String?
  public var connectorType: String?

  public init(clientType: String? = nil, connectorType: String? = nil) {
    self.clientType = clientType
    self.connectorType = connectorType
  }

  /// These labels, and `other`'s where there are none.
  func filling(_ other: WalletMetadata) -> WalletMetadata {
    WalletMetadata(
      clientType: clientType ?? other.clientType, connectorType: connectorType ?? other.connectorType)
  }
}
