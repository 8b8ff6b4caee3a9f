/// The labels that an app gives a wallet: members of `metadata` of a sign-in.
package enum WalletLabel {
  package static let clientType = WireIdentity.Members.walletClientType
  package static let connectorType = WireIdentity.Members.connectorType
  /// The most bytes of a label.
  package static let limit = 64
}
