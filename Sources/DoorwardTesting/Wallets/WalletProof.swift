/// What a wallet answered to a challenge, for a test to judge.
public struct DoorwardTestProof: Sendable, Hashable {
  /// `siwe` or `near`.
  public let method: String
  /// The address, or the account id.
  public let account: String
  /// What was to be signed.
  public let message: String
  /// The signature as it was sent, and well-formed.
  public let signature: String
}
