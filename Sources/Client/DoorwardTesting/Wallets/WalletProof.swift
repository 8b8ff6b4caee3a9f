/// The answer of a wallet to a challenge, for a test to judge.
public struct DoorwardTestProof: Sendable, Hashable {
  /// `siwe` or `near`.
  public let method: String
  /// The address or the account id.
  public let account: String
  /// The signed message.
  public let message: String
  /// The signature as the client sent it; it is well-formed.
  public let signature: String
}
