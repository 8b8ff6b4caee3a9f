public import NEAR

/// Delegate actions that a wallet signed, for a relayer to send (NEP-366).
public struct DelegateActionResult: Sendable, Hashable {
  /// Each in standard base64 of Borsh, as relayers are sent it.
  public let signedDelegateActions: [String]
  /// The same, read: each is what was asked for, and signed by the key it names.
  public let decoded: [SignedDelegateAction]

  /// Makes a result, for tests and previews of apps.
  public init(_ decoded: [SignedDelegateAction]) {
    self.decoded = decoded
    signedDelegateActions = decoded.map(\.base64)
  }
}
