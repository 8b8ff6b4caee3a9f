internal import Encodings

/// A secret of one authorization request, and its hash (PKCE, RFC 7636, method S256).
///
/// The hash is part of the request. The secret goes to the token endpoint only, so a stolen code is useless.
public struct ProofKey: Sendable, Hashable {
  /// The secret: `code_verifier`.
  public let verifier: String
  /// The hash: `code_challenge`.
  public let challenge: String

  /// Creates a proof key from 32 to 96 bytes that no one else can know.
  ///
  /// - Throws: ``OpenIDError``: `invalid_request` for another number of bytes.
  public init(secret: [UInt8]) throws(OpenIDError) {
    // RFC 7636 §4.1: a verifier has 43 to 128 characters.
    guard (32...96).contains(secret.count) else {
      throw OpenIDError(code: .invalidRequest, reason: "the secret of a proof key must have 32 to 96 bytes")
    }
    verifier = Base64URL.encode(secret)
    challenge = Base64URL.encode(SHA256.hash([UInt8](verifier.utf8)))
  }
}

extension ProofKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The hash, without the secret.
  public var description: String { "proof key of the challenge \(challenge)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}
