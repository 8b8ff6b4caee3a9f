public import NEAR

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
