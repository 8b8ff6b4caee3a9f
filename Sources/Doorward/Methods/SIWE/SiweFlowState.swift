/// How far a sign-in with Ethereum is.
public enum SiweFlowState: Sendable, Equatable {
  /// Nothing was begun.
  case initial
  /// The message is being made.
  case generatingMessage
  /// The message is made, and the wallet is to sign it.
  case awaitingSignature
  /// The signature is being checked.
  case submittingSignature
  /// It is over.
  case done
  /// It failed.
  case error
}
