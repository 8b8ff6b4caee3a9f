import JOSE

/// A token that this process has signed. Only ``JWTSigner`` creates values of this type.
package struct SignedJWT: Sendable {
  /// The compact token.
  package let text: String
  /// The contents, which need no check of the signature.
  package let contents: Contents

  /// The signed header and payload. They are not the token: its signature is missing.
  package struct Contents: Sendable {
    let header: JWSHeader
    let payload: [UInt8]
    let algorithm: JWSAlgorithm
  }

  init(text: String, _ contents: Contents) {
    self.text = text
    self.contents = contents
  }
}
