import JOSE

/// A token that this process has signed. Only ``JWTSigner`` creates values of this type.
public struct SignedJWT: Sendable {
  /// The compact token.
  public let text: String
  /// The contents, which need no check of the signature.
  public let contents: Contents

  /// The signed header and payload. They are not the token: its signature is missing.
  public struct Contents: Sendable {
    let header: JWSHeader
    let payload: [UInt8]
    let algorithm: JWSAlgorithm
  }

  init(text: String, _ contents: Contents) {
    self.text = text
    self.contents = contents
  }
}
