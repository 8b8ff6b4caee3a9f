/// The progress of a sign-in with Ethereum.
public enum SiweFlowState: Sendable, Equatable {
  /// No sign-in has started.
  case initial
  /// The client asks the server for a message.
  case generatingMessage
  /// The wallet is asked to sign the message.
  case awaitingSignature
  /// The server checks the signature.
  case submittingSignature
  /// The sign-in has succeeded.
  case done
  /// The sign-in has failed.
  case error
}
